// Ends a game. Each function sets the result, tells the bots and the world, and leaves the referee
// in the state REFEREE_DONE.
#ifndef AGON_REFEREE_GAME_ENDING_H
#define AGON_REFEREE_GAME_ENDING_H

#include "referee/game/state.h"

void ending_by_rules(struct referee *r, const struct outcome *o);
// `seat` loses by its fault.
void ending_by_fault(struct referee *r, int seat, const struct fault *fault);
// `seat` gives up.
void ending_by_resigning(struct referee *r, int seat);
// The game does not count. `words` say what failed on our side.
void ending_void(struct referee *r, const char *words);

#endif
