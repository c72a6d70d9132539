// The players of a contest that come by themselves: from its roster into the lobby before the first
// game, and out of it after the last.
#ifndef AGON_ARENA_GATHERING_H
#define AGON_ARENA_GATHERING_H

#include "arena/lobby.h"
#include "arena/roster.h"

// Does a player come by itself that still plays? `left`, by player: it plays no more.
bool gathering_is_needed(const struct roster *l, const bool *left);

// Waits for all of them for `wait_ms`; if that is 0, for the longest time that one of them has to
// start. If a player is missing then and `wait_ms` is 0, it returns false with `e`. If `wait_ms` is
// not 0, or after lobby_stop, the contest goes on without the player.
bool gathering_wait(struct lobby *lobby, const struct roster *l, const bool *left, int64_t wait_ms,
    struct error *e);

// The contest is over: tells them the results that its file holds (S8), as the table has them (S9).
// Returns false with `e` if they could not be told.
bool gathering_dismiss(
    struct lobby *lobby, const struct roster *l, const char *path, struct error *e);

#endif
