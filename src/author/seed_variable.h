// The variable SEED in the environment of a bot: a bot that draws lots, such as our kits, takes it
// and does the same again.
#ifndef AGON_AUTHOR_SEED_VARIABLE_H
#define AGON_AUTHOR_SEED_VARIABLE_H

#include "referee/player_spec.h"

struct seed_variable {
    struct text text; // "SEED=..."
    const char **environment;
};

// Gives `p` a SEED that comes from `seed`. A SEED of its own stays, and one in our environment goes
// before ours. `v` must live as long as `p` is played. Returns false if there is no memory. The
// caller destroys `v` in both cases.
bool seed_variable_add(struct seed_variable *v, struct player *p, uint64_t seed);
void seed_variable_destroy(struct seed_variable *v);

#endif
