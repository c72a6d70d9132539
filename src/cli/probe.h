// Tries whether the bots of a contest start, before its first game: a wrong path must not lose
// five hundred of them.
#ifndef AGON_CLI_PROBE_H
#define AGON_CLI_PROBE_H

#include "referee/seat.h"

// Starts every player that is a command once, and ends it again. A bot that says anything, or is
// still there after a moment, can start. False: the words name the first one that cannot.
bool probe_players(const struct player *players, size_t count, struct error *e);

#endif
