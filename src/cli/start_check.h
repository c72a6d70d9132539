// Whether the players of a command can start (arena/probe.h), told on stderr in a line for each
// player that cannot.
#ifndef AGON_CLI_START_CHECK_H
#define AGON_CLI_START_CHECK_H

#include "arena/probe.h"

// Both return false after telling which players cannot start, and `e` stays empty; or when the host
// failed, and `e` says how. The parameters are those of probe_programs and probe_players.
bool start_check_programs(const struct player *players, size_t count, struct error *e);
bool start_check_players(
    const struct player *players, size_t count, const bool *left, struct error *e);

// Tells what the player lacks in its sandbox, if it starts outside and not inside. It is started up
// to three times for that.
void start_check_sandbox(const struct player *player);

// Prints the findings and destroys them. Returns true if there are none.
bool start_check_print(struct probe_findings *findings);

#endif
