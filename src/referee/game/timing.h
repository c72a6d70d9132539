// Reads the clocks of a game, and ends the game for a seat whose time is over.
#ifndef AGON_REFEREE_GAME_TIMING_H
#define AGON_REFEREE_GAME_TIMING_H

#include "referee/game/state.h"

#include <stdbool.h>

// What the running clock of a seat has charged until now. Asks the kernel for its figures if they
// could change the charge. `answered`: something of the seat has come just now.
struct charge timing_charge(struct referee *r, int seat, bool answered);
// Whether the message that has just come was too late. If it was, the game is over.
bool timing_is_late(struct referee *r, int seat);
// Ends the game: the seat loses by TIMEOUT, or by NO_START if it never came. `answered` as above.
void timing_ran_out(struct referee *r, int seat, const struct charge *charge, bool answered);
// Asks the kernel for the figures with which later ones will be compared, if the clock wants them
// now.
void timing_take_base(struct referee *r, int seat);
// Looks at a seat's clock, and ends the game if its time is over.
void timing_tick(struct referee *r, int seat);

#endif
