// Random numbers from a seed. The same seed gives the same numbers on every machine and in every
// version of agon: contests depend on it. Not for secrets.
#ifndef AGON_BASE_RANDOM_H
#define AGON_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

struct random random_seeded(uint64_t seed);
uint64_t random_next(struct random *r); // any number of 64 bits

// Returns a number from 0 to `below` - 1, each equally likely. `below` is at least 1.
uint32_t random_below(struct random *r, uint32_t below);

// A pure function that scatters the bits of `x`: numbers that differ little become very different.
uint64_t random_mix(uint64_t x);

// Makes the seed for thing number `n` of a run with the seed `seed`: the n-th pair, the n-th move.
// Its numbers have nothing in common with those of other seeds or other `n`.
uint64_t random_derive(uint64_t seed, uint64_t n);

#endif
