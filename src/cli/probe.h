// Whether bots can start, asked before the first game: a wrong path must not lose five hundred of
// them. Every player that cannot is told on stderr, in a line of its own.
#ifndef AGON_CLI_PROBE_H
#define AGON_CLI_PROBE_H

#include "referee/session.h"

// Looks whether the programs of the two players are there and may be run, and starts nothing.
// False: it has been told, and `e` has no words.
bool probe_programs(const struct player players[SEATS], struct error *e);

// Starts every player of a contest that is a command once, and ends it again: one that says
// anything, or is still there after a moment, can start. One that listens is called once. Whoever
// is awaited at a port is not tried, nor who has `left` (by player; NULL: nobody). False: the same,
// or the host failed and `e` tells.
bool probe_players(const struct player *players, size_t count, const bool *left, struct error *e);

#endif
