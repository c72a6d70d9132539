// SplitMix64: a counter through a mixing function. Small, fast, and every seed is a good one.
#include "base/random.h"

uint64_t random_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

uint64_t random_derive(uint64_t seed, uint64_t n)
{
    return random_mix(random_mix(seed + 0x9E3779B97F4A7C15u) + n * 0x9E3779B97F4A7C15u);
}

struct random random_seeded(uint64_t seed)
{
    return (struct random){.state = seed};
}

uint64_t random_next(struct random *r)
{
    r->state += 0x9E3779B97F4A7C15u;
    return random_mix(r->state);
}

uint32_t random_below(struct random *r, uint32_t below)
{
    // The high half of a 32 by 32 bit product; low products that would favour some numbers are
    // drawn again.
    uint32_t unfair = (0u - below) % below;
    for (;;) {
        uint64_t product = (random_next(r) >> 32) * below;
        if ((uint32_t)product >= unfair)
            return (uint32_t)(product >> 32);
    }
}
