// Seeded random numbers: the same seed gives the same numbers on every machine, for ever.
// Not for secrets.
#ifndef AGON_BASE_RANDOM_H
#define AGON_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

struct random random_seeded(uint64_t seed);
uint64_t random_next(struct random *r);

// A number from 0 to below - 1, each equally likely; `below` is at least 1.
uint32_t random_below(struct random *r, uint32_t below);

// One step of the same mixing as a pure function: scatters the bits of `x`.
uint64_t random_mix(uint64_t x);

// The seed of the `n`th thing that a run with this seed draws: nothing in common with other seeds
// and other numbers.
uint64_t random_derive(uint64_t seed, uint64_t n);

#endif
