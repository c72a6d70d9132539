// The coordinator of a fleet: the ground on which the games of a contest are played by workers on
// other machines. It draws games from the arena's source, offers each pair as a lease in the
// database, takes the records that come back, plays each of them again by the rules, and gives the
// results to the source. It has a thread and a connection of its own.
//
// A lease and its submissions stay in the database until the store has written the games. So a
// coordinator that is started after another one has died goes on with what it finds there.
#ifndef AGON_FLEET_COORDINATOR_H
#define AGON_FLEET_COORDINATOR_H

#include "arena/ground.h"

enum { FLEET_LEASE_MS = 60000 }; // a lease lasts so long after the last beat

struct coordinator_options {
    const char *url;             // of the database
    const char *contest;         // its name there
    const char *text;            // of the contest file, as it is stored
    const char *path;            // of the results
    const char *file;            // the contest file, beside which entries lie; NULL: there are none
    const struct roster *roster; // looked at (roster_look)
    int64_t lease_ms;            // 0: FLEET_LEASE_MS
    const char *again;           // why the same process has failed before; NULL or "": it has not
    int64_t audit;               // one lease of so many is played by two workers; 0: none
};

// `ground` points to `options`, which must live until arena_join.
void coordinator_ground(struct arena_ground *ground, const struct coordinator_options *options);

#endif
