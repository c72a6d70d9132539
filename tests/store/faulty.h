// A disk that fails when it is told to: an SQLite VFS over the real one.
//
// It can fail the n-th call of some kinds, once or from then on, and it can have the power cut:
// every file then goes back to what it held when it was last synced.
#ifndef AGON_TESTS_STORE_FAULTY_H
#define AGON_TESTS_STORE_FAULTY_H

#include <stdbool.h>

enum faulty_kind {
    FAULTY_WRITE = 1, // half of it is written before it fails
    FAULTY_SYNC = 2,
    FAULTY_TRUNCATE = 4,
    FAULTY_READ = 8,
    FAULTY_OPEN = 16,
    FAULTY_DELETE = 32,
    FAULTY_SHARED_MEMORY = 64
};

struct faulty_plan {
    unsigned kinds;      // which calls are counted
    int code;            // what the one that fails returns; 0: what is usual for its kind
    bool from_then_on;   // all later ones fail as well
    bool remember_syncs; // for faulty_cut_power; slow
};

void faulty_install(void); // it is SQLite's default disk from then on
void faulty_uninstall(void);

// The n-th of the calls of the plan, from 1, will fail.
void faulty_arm(const struct faulty_plan *plan, int n);
bool faulty_disarm(void); // true: a call has failed

// Takes every file in the folder back to its last sync; what never was synced is empty.
void faulty_cut_power(const char *folder);

#endif
