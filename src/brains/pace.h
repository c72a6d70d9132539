// How long a player thinks, given what its clock allows.
#ifndef AGON_BRAINS_PACE_H
#define AGON_BRAINS_PACE_H

#include <stdint.h>

// For this move, for the whole game, and what is added to that after every move; 0: no such limit.
struct allowance {
    int64_t limit_ns, left_ns, increment_ns;
};

// 0: as long as it likes.
int64_t pace_ns(const struct allowance *a);

#endif
