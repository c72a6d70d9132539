#include "brains/pace.h"

#include "base/clock.h"

enum {
    // What is left of the game's time is shared out as if so many moves were to come; since that is
    // done anew each time, it never runs out.
    MOVES_TO_COME = 16,
    // Kept back for the way there and back: a part of the time, within bounds.
    RESERVE_PART = 10,
};

static const int64_t reserve_least_ns = 1500 * 1000;
static const int64_t reserve_most_ns = 50 * NS_PER_MS;
static const int64_t least_ns = 200 * 1000;

static int64_t pace_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t less_reserve(int64_t ns)
{
    int64_t reserve = pace_smaller(ns / RESERVE_PART, reserve_most_ns);
    if (reserve < reserve_least_ns)
        reserve = reserve_least_ns;
    return ns - reserve > least_ns ? ns - reserve : least_ns;
}

int64_t pace_ns(const struct allowance *a)
{
    int64_t share = a->left_ns / MOVES_TO_COME + a->increment_ns * 3 / 4;
    if (a->left_ns == 0)
        return a->limit_ns == 0 ? 0 : less_reserve(a->limit_ns);
    // Never more than is there, whatever the increment promises.
    share = pace_smaller(share, less_reserve(a->left_ns));
    return a->limit_ns == 0 ? share : pace_smaller(share, less_reserve(a->limit_ns));
}
