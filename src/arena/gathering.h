// The players of a contest that come by themselves: from its roster into the lobby before the first
// game, and out of it after the last.
#ifndef AGON_ARENA_GATHERING_H
#define AGON_ARENA_GATHERING_H

#include "arena/lobby.h"
#include "arena/roster.h"

// `left`, by player: who plays no more.
bool gathering_is_needed(const struct roster *l, const bool *left);

// Waits for all of them: `wait_ms`, or if that is 0, the longest time that one of them has to
// start. If somebody is still missing then, that is a failure if `wait_ms` is 0; else, and after
// lobby_stop, the contest goes on without it.
bool gathering_wait(struct lobby *lobby, const struct roster *l, const bool *left, int64_t wait_ms,
    struct error *e);

// The contest is over: tells them the results that its file holds (S8), as the table has them (S9).
// False and words: they were told nothing.
bool gathering_dismiss(
    struct lobby *lobby, const struct roster *l, const char *path, struct error *e);

#endif
