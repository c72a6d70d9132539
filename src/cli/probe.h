// Tries whether the bots of a contest start, before its first game: a wrong path must not lose
// five hundred of them.
#ifndef AGON_CLI_PROBE_H
#define AGON_CLI_PROBE_H

#include "referee/seat.h"

// Starts every player that is a command once, and ends it again: one that says anything, or is
// still there after a moment, can start. One that listens is called once. Whoever is awaited at a
// port is not tried. False: the words name the first one that cannot start.
bool probe_players(const struct player *players, size_t count, struct error *e);

#endif
