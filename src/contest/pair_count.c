#include "contest/pair_count.h"

struct pair_count pair_count_empty(void)
{
    return (struct pair_count){.pairs = {.counted = COUNTED_PAIRS}, .waiting = PAIR_COUNT_VOID};
}

void pair_count_add(struct pair_count *p, int64_t number, int half_points)
{
    bool is_first = number % GAMES_PER_PAIR == 1;
    if (is_first) {
        p->waiting = half_points;
        return;
    }
    if (p->waiting != PAIR_COUNT_VOID && half_points != PAIR_COUNT_VOID)
        p->pairs.of[p->waiting + half_points]++;
    p->waiting = PAIR_COUNT_VOID;
}
