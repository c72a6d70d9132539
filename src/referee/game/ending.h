// How a game ends: each of these sets the result, tells the bots and the world, and leaves the
// referee done.
#ifndef AGON_REFEREE_GAME_ENDING_H
#define AGON_REFEREE_GAME_ENDING_H

#include "referee/game/state.h"

void ending_by_rules(struct referee *r, const struct outcome *o);
void ending_by_fault(struct referee *r, int seat, const struct fault *fault);
void ending_by_resigning(struct referee *r, int seat);
void ending_void(struct referee *r, const char *words);

#endif
