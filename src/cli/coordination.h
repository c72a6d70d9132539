// What `agon contest run` does for a contest that a fleet plays: it waits until nobody else hands
// out its games, and until a database that went away is there again. Meanwhile Ctrl-C ends the
// process.
#ifndef AGON_CLI_COORDINATION_H
#define AGON_CLI_COORDINATION_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// Does no server answer there, or none that has room for us yet? False also if it refuses us for
// good.
bool coordination_is_away(const char *location);

// Waits until nobody owns the contest at this location, also while its database is away for a time.
// `waited` is set to true if somebody did. Returns false with `e` if it cannot be found out, or
// somebody owns it and `no_wait` is set.
bool coordination_wait_for_turn(const char *location, bool no_wait, bool *waited, struct error *e);

// Sets `paused` if the last thing that was done to the contest at this location was a pause; then
// `words` say who asked for it.
bool coordination_is_paused(
    const char *location, bool *paused, struct text *words, struct error *e);

// A contest that failed, and may be tried again.
struct coordination {
    int tries;        // in a row, that all failed soon
    int64_t began_ns; // the last of them
};

// Waits until the database can be reached again, and longer after each try. Returns false if it was
// tried too often.
bool coordination_wait_for_database(struct coordination *c, const char *location);

#endif
