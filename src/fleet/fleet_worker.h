// A worker of a fleet: takes leases of games from a database, plays them with a pool of its own,
// and hands in their records. It has a thread of its own, prints nothing and catches no signal. It
// plays one contest at a time, and both games of a lease on the same runner, one after the other.
#ifndef AGON_FLEET_FLEET_WORKER_H
#define AGON_FLEET_FLEET_WORKER_H

#include "arena/pool.h"
#include "store/postgres.h"

struct fleet_worker;

// All of it lives until fleet_worker_join.
struct fleet_worker_options {
    const char *url;
    const char *description;     // what this machine is: JSON as in src/fleet/schema/1_up.sql
    const char *const *contests; // only these are played; ended by NULL. NULL: any
    int64_t cores;               // so many games at once
    const char *cache;           // the folder for entries (fleet/parcel_cache.h)
    int64_t speed_percent;       // of a core, as the description has it
    bool until_idle;             // ends when there is no lease to be taken and nothing to hand in
    // Told from the worker's thread: lines for people about what happens.
    void (*said)(void *user, const char *words);
    void *user;
};

// What it does now, as a copy.
struct fleet_worker_state {
    int64_t id;                        // 0: it has not joined yet
    char contest[POSTGRES_NAME_BYTES]; // "": none
    int64_t playing;                   // games under way
    int64_t games;                     // handed in
    int64_t late;   // handed in too late, so that another worker plays them again
    int64_t voided; // that could not be played
    bool connected;
    bool quarantined; // it gets no more leases
    bool out;         // it was put out: it ends, and cannot join anew
};

struct fleet_worker *fleet_worker_start(
    const struct fleet_worker_options *options, struct error *e);
// POOL_FINISH: takes no more leases, plays the pairs that have begun and hands them in. POOL_NOW:
// stops the games and gives their leases back; asked for again after three seconds, it waits no
// longer for a server that does not answer. May be called from any thread, several times.
void fleet_worker_stop(struct fleet_worker *w, enum pool_stop how);
void fleet_worker_look(struct fleet_worker *w, struct fleet_worker_state *state);
// Becomes readable when the worker's thread has ended; for poll.
int fleet_worker_end_fd(const struct fleet_worker *w);
// Waits until it has ended and frees it. Returns false if it could not go on: `e` says why.
bool fleet_worker_join(struct fleet_worker *w, struct fleet_worker_state *last, struct error *e);

#endif
