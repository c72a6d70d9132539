// What the bots say: one message at a time, in an order that does not depend on who was faster.
// Used inside the referee only.
#ifndef AGON_REFEREE_HEARING_H
#define AGON_REFEREE_HEARING_H

#include "referee/referee.h"

#include <stdbool.h>

// Takes the next message of a seat, if someone waits for one. False: nothing has changed.
bool hearing_next(struct referee *r, int seat);

#endif
