// What the bots say: one message at a time, in an order that does not depend on who was faster.
#ifndef AGON_REFEREE_GAME_INBOX_H
#define AGON_REFEREE_GAME_INBOX_H

#include "referee/game/state.h"

#include <stdbool.h>

// Takes the next message of a seat, if someone waits for one. False: nothing has changed.
bool inbox_next(struct referee *r, int seat);

#endif
