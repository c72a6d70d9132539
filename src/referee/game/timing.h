// The clocks of a game as the referee reads them: what the kernel says of a seat, and the end for
// one whose time is over.
#ifndef AGON_REFEREE_GAME_TIMING_H
#define AGON_REFEREE_GAME_TIMING_H

#include "referee/game/state.h"

#include <stdbool.h>

// What the running clock of a seat says now; the kernel is asked if that could matter. `answered`:
// something has come from it just now.
struct charge timing_charge(struct referee *r, int seat, bool answered);
// Whether what just came came too late; then that was the end of the game.
bool timing_is_late(struct referee *r, int seat);
// The seat loses by what its clock says: TIMEOUT, or NO_START for one that never came. `answered`
// as above.
void timing_ran_out(struct referee *r, int seat, const struct charge *charge, bool answered);
// Asks the kernel for the figures that later ones will be compared with, if it is time to.
void timing_take_base(struct referee *r, int seat);
// The time has moved on.
void timing_tick(struct referee *r, int seat);

#endif
