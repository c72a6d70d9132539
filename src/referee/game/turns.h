// Moves and requests: what was played is applied and told to both, and the next one is asked.
#ifndef AGON_REFEREE_GAME_TURNS_H
#define AGON_REFEREE_GAME_TURNS_H

#include "referee/game/state.h"

// After a move, and at the beginning: ends the game or asks for the next move.
void turns_go_on(struct referee *r);
// A legal move has come; unless it came too late, the game goes on with it.
void turns_moved(struct referee *r, int seat, move m);

#endif
