// The evaluation as a search uses it: lanes (reversi/patterns.h) that follow each move.
#ifndef AGON_BRAINS_REVERSI_EVALUATION_H
#define AGON_BRAINS_REVERSI_EVALUATION_H

#include "brains/reversi/engine.h"
#include "games/reversi_bits.h"

// Fills the lanes for a position, from scratch.
static inline void eval_fill(struct lanes *lanes, bitboard mine, bitboard theirs)
{
    const struct lanes *steps = reversi_tables.patterns.steps;
    for (int i = 0; i < LANES; i++)
        lanes->at[i] = 0;
    for (bitboard rest = mine | theirs; rest; rest &= rest - 1) {
        int at = bits_lowest(rest);
        int sign = mine >> at & 1 ? 1 : -1;
        for (int i = 0; i < LANES; i++)
            lanes->at[i] = (int16_t)(lanes->at[i] + sign * steps[at].at[i]);
    }
}

// Fills `to` with the lanes after a move, as the opponent sees them.
static inline void eval_play(
    struct lanes *restrict to, const struct lanes *from, int at, bitboard turned)
{
    const struct lanes *steps = reversi_tables.patterns.steps;
    struct lanes sum = {{0}};
    for (; turned; turned &= turned - 1) {
        const struct lanes *step = &steps[bits_lowest(turned)];
        for (int i = 0; i < LANES; i++)
            sum.at[i] = (int16_t)(sum.at[i] + step->at[i]);
    }
    for (int i = 0; i < LANES; i++)
        to->at[i] = (int16_t) - (from->at[i] + 2 * sum.at[i] + steps[at].at[i]);
}

static inline void eval_pass(struct lanes *restrict to, const struct lanes *from)
{
    for (int i = 0; i < LANES; i++)
        to->at[i] = (int16_t)-from->at[i];
}

// Returns the score of the side to move, in units of EVAL_STONE.
static inline int eval_score(
    const struct pattern_weights *weights, const struct lanes *lanes, int stones)
{
    const struct pattern_tables *t = &reversi_tables.patterns;
    const int16_t *of = weights->of[pattern_phase(stones)];
    int sum = weights->bias[stones];
#pragma GCC unroll 58
    for (int i = 0; i < LANES_USED; i++)
        sum += of[t->middle[i] + lanes->at[i]];
    const int most = (SCORE_MOST - 1) * EVAL_STONE; // only a proof says more
    return sum > most ? most : sum < -most ? -most : sum;
}

// The score on boards without patterns: corners, and how many moves each side has.
static inline int eval_simple(bitboard mine, bitboard theirs, bitboard squares, int size)
{
    bitboard corners = UINT64_C(1) | UINT64_C(1) << (size - 1) | UINT64_C(1) << 8 * (size - 1) |
        UINT64_C(1) << (8 * (size - 1) + size - 1);
    int own = bits_count(bits_mobility(mine, theirs, squares));
    int other = bits_count(bits_mobility(theirs, mine, squares));
    int held = bits_count(mine & corners) - bits_count(theirs & corners);
    return EVAL_STONE * (own - other + 4 * held);
}

#endif
