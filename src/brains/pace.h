// How long a built-in player thinks about a move, given what its clock allows.
#ifndef AGON_BRAINS_PACE_H
#define AGON_BRAINS_PACE_H

#include <stdint.h>

// What the clock allows. 0 means that there is no such limit.
struct allowance {
    int64_t limit_ns;     // for this move
    int64_t left_ns;      // for the rest of the game
    int64_t increment_ns; // added to that after every move
};

// Returns the time for this move; 0 if there is no limit.
int64_t pace_ns(const struct allowance *a);

#endif
