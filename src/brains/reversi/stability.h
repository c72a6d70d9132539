// Stable stones: those that can never be turned. The stable stones of the opponent limit what one
// can still win. For the large board only.
#ifndef AGON_BRAINS_REVERSI_STABILITY_H
#define AGON_BRAINS_REVERSI_STABILITY_H

#include "brains/reversi/engine.h"
#include "games/reversi_bits.h"

// Returns the squares of all lines in one direction that have an empty square. The direction is
// given by the bits of a step: 1, 7, 8 or 9.
static inline bitboard stable_spread(bitboard empty, int step, bitboard up_mask, bitboard down_mask)
{
    bitboard up = empty, down = empty, up_two = up_mask & up_mask << step,
             down_two = down_mask & down_mask >> step;
    up |= up_mask & up << step;
    down |= down_mask & down >> step;
    up |= up_two & up << 2 * step;
    down |= down_two & down >> 2 * step;
    up |= up_two & up_two << 2 * step & up << 4 * step;
    down |= down_two & down_two >> 2 * step & down >> 4 * step;
    return up | down;
}

// Turn a column of the board into a row of eight bits, and back.
static inline unsigned stable_column(bitboard set, int column)
{
    return (unsigned)(((set >> column & BITS_COLUMN) * UINT64_C(0x0102040810204080)) >> 56);
}

static inline bitboard stable_upright(unsigned row, int column)
{
    // The eighth bit would carry into the others.
    bitboard seven = (row & 0x7F) * UINT64_C(0x0002040810204081) & BITS_COLUMN;
    return (seven | (bitboard)(row >> 7) << 56) << column;
}

static inline bitboard stable_edges(bitboard mine, bitboard theirs)
{
    const struct reversi_tables *t = &reversi_tables;
    bitboard top = t->edge_stable[mine & 0xFF][theirs & 0xFF];
    bitboard bottom = (bitboard)t->edge_stable[mine >> 56][theirs >> 56] << 56;
    unsigned left = t->edge_stable[stable_column(mine, 0)][stable_column(theirs, 0)];
    unsigned right = t->edge_stable[stable_column(mine, 7)][stable_column(theirs, 7)];
    return top | bottom | stable_upright(left, 0) | stable_upright(right, 7);
}

// Returns stable stones of `mine`, though not always all. A stone is stable if each line through it
// has no empty square, or a stable stone beside it.
static inline bitboard stable_stones(bitboard mine, bitboard theirs)
{
    const bitboard not_left = ~BITS_COLUMN, not_right = ~(BITS_COLUMN << 7), all = ~UINT64_C(0);
    bitboard empty = ~(mine | theirs);
    bitboard rows = ~stable_spread(empty, 1, not_left, not_right);
    bitboard columns = ~stable_spread(empty, 8, all, all);
    bitboard falling = ~stable_spread(empty, 9, not_left, not_right);
    bitboard rising = ~stable_spread(empty, 7, not_right, not_left);
    bitboard inner = mine & BITS_INNER;
    bitboard stable = stable_edges(mine, theirs), before;
    stable |= inner & rows & columns & falling & rising;
    do {
        before = stable;
        stable |= inner & (stable << 1 | stable >> 1 | rows) &
            (stable << 8 | stable >> 8 | columns) & (stable << 9 | stable >> 9 | falling) &
            (stable << 7 | stable >> 7 | rising);
    } while (stable != before);
    return stable;
}

// True if the opponent has so many stable stones that the score cannot be more than alpha; fills in
// `score`, an upper bound.
static inline bool stable_cut(bitboard mine, bitboard theirs, int alpha, int empties, int *score)
{
    // With more empty squares there are hardly ever enough of them.
    if (alpha < 2 * empties - 2)
        return false;
    *score = SCORE_MOST - 2 * bits_count(stable_stones(theirs, mine));
    return *score <= alpha;
}

#endif
