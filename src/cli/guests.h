// The players of a contest that come by themselves: from its lineup into the lobby before the first
// game, and out of it after the last.
#ifndef AGON_CLI_GUESTS_H
#define AGON_CLI_GUESTS_H

#include "cli/lineup.h"
#include "cli/lobby.h"

// `left`, by player: who plays no more.
bool guests_are_awaited(const struct lineup *l, const bool *left);

// Waits for all of them, as long as each has to start, or as long as it is said
// (0: it is not). Those who are missing then are waited for no longer if a time was said; else that
// is a failure.
bool guests_gather(struct lobby *lobby, const struct lineup *l, const bool *left, int64_t wait_ms,
    struct error *e);

// The contest is over: tells them the results that its file holds (S8), as the table has them (S9).
// False and words: they were told nothing.
bool guests_dismiss(struct lobby *lobby, const struct lineup *l, const char *path, struct error *e);

#endif
