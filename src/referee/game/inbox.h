// Reads what the bots say: one message at a time, in an order that does not depend on which bot was
// faster.
#ifndef AGON_REFEREE_GAME_INBOX_H
#define AGON_REFEREE_GAME_INBOX_H

#include "referee/game/state.h"

#include <stdbool.h>

// Reads the next message of a seat, if the referee waits for one. Returns false if nothing has
// changed.
bool inbox_next(struct referee *r, int seat);

#endif
