// Positions with few empty squares on the large board: solved without table and evaluation, which
// would cost more than they save.
#ifndef AGON_BRAINS_REVERSI_SOLVE_H
#define AGON_BRAINS_REVERSI_SOLVE_H

#include "brains/reversi_last.h"
#include "brains/reversi_stable.h"

// Are so many of the opponent's stones safe that alpha cannot be reached?
static inline bool solve_stable(bitboard mine, bitboard theirs, int alpha, int empties, int *score)
{
    // With more empty squares there hardly ever are.
    if (alpha < 2 * empties - 2)
        return false;
    *score = SCORE_MOST - 2 * bits_count(stable_stones(theirs, mine));
    return *score <= alpha;
}

// Five empty squares or more. More than alpha or not, as in reversi_last.h.
static int solve_shallow(struct reversi_state *s, bitboard mine, bitboard theirs, int alpha,
    int empties, unsigned parity)
{
    int score, best = -SCORE_NONE;
    if (search_tick(s->search))
        return 0;
    if (solve_stable(mine, theirs, alpha, empties, &score))
        return score;
    bitboard moves = bits_mobility(mine, theirs, s->squares);
    if (moves == 0) {
        if (bits_mobility(theirs, mine, s->squares) == 0)
            return last_score_early(mine, theirs, SCORE_MOST);
        return -solve_shallow(s, theirs, mine, -alpha - 1, empties, parity);
    }
    const bitboard sets[2] = {moves & last_quarters[parity], moves & ~last_quarters[parity]};
    for (int i = 0; i < 2; i++) {
        for (bitboard rest = sets[i]; rest; rest &= rest - 1) {
            int at = bits_lowest(rest);
            bitboard turned = bits_flips(mine, theirs, at);
            bitboard next = theirs ^ turned, other = mine | turned | UINT64_C(1) << at;
            unsigned left = parity ^ last_quarter(at);
            if (empties == 5)
                score = -last_four(s->search, next, other, -alpha - 1, ~(next | other), left);
            else
                score = -solve_shallow(s, next, other, -alpha - 1, empties - 1, left);
            best = score > best ? score : best;
            if (best > alpha)
                return best;
        }
    }
    return best;
}

static int solve(struct reversi_state *s, bitboard mine, bitboard theirs, int alpha, int empties)
{
    bitboard empty = ~(mine | theirs);
    switch (empties) {
    case 0:
        return last_score(mine);
    case 1:
        return last_one(s->search, mine, bits_lowest(empty));
    case 2:
        return last_two(
            s->search, mine, theirs, alpha, bits_lowest(empty), bits_lowest(empty & (empty - 1)));
    case 3:
        return last_three(s->search, mine, theirs, alpha, empty, last_parity(empty));
    case 4:
        return last_four(s->search, mine, theirs, alpha, empty, last_parity(empty));
    default:
        return solve_shallow(s, mine, theirs, alpha, empties, last_parity(empty));
    }
}

#endif
