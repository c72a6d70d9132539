// Plays moves: applies a move, tells both seats, and asks for the next one.
#ifndef AGON_REFEREE_GAME_TURNS_H
#define AGON_REFEREE_GAME_TURNS_H

#include "referee/game/state.h"

// At the beginning, and after every move: ends the game, or asks for the next move.
void turns_go_on(struct referee *r);
// A seat has sent a legal move. Plays it and goes on, unless it came too late.
void turns_moved(struct referee *r, int seat, move m);
// Sends the request that was held.
void turns_release(struct referee *r);

#endif
