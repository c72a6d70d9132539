// What a Santorini position is worth before anything is tried: heights, steps and climbs of each
// worker, and how near the middle it stands.
#ifndef AGON_BRAINS_SANTORINI_EVAL_H
#define AGON_BRAINS_SANTORINI_EVAL_H

#include "games/santorini_bits.h"

static inline int eval_worker(const struct santorini *s, bitboard free, int square)
{
    static const int stands[] = {0, 30, 80, 80}, climbs[] = {8, 16, 40, 40};
    enum { STEP = 4, NEIGHBOUR = 5 };
    const int height = santorini_height_at(s, square);
    const bitboard steps = santorini_reach(s, square) & free;
    return stands[height] + STEP * santorini_count(steps) +
        climbs[height] * santorini_count(steps & s->at_least[height + 1]) +
        NEIGHBOUR * santorini_count(santorini_near(square) & s->at_least[0]);
}

// For the side to move.
static inline int eval_scratch(const struct santorini *s)
{
    enum { TURN = 20 };
    const bitboard free = s->at_least[0] & ~s->at_least[SANTORINI_DOME] & ~santorini_occupied(s);
    int score[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            if (s->workers[seat][worker] != SANTORINI_OFF)
                score[seat] += eval_worker(s, free, s->workers[seat][worker]);
        }
    }
    return score[s->turn] - score[!s->turn] + TURN;
}

#endif
