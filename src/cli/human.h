// A person at the terminal: sees the board and the legal moves, types one or its number.
#ifndef AGON_CLI_HUMAN_H
#define AGON_CLI_HUMAN_H

#include "referee/seat.h"

// Reads from stdin, speaks on stderr. The end of the input gives up.
move human_think(const struct player *player, const struct ask *ask, void **memory);

#endif
