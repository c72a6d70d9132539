// The end of a game on the large board: the last five empty squares, each number of them with code
// of its own, since most of the time of a solver is spent here.
//
// All functions answer "more than alpha or not": a result above alpha is a lower bound, any other
// an upper bound of the score. Squares in quarters of the board with an odd number of empty squares
// are tried first: who plays there has a good chance of playing last there.
#ifndef AGON_BRAINS_REVERSI_LAST_H
#define AGON_BRAINS_REVERSI_LAST_H

#include "brains/reversi_engine.h"
#include "brains/reversi_stable.h"
#include "games/reversi_bits.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define QUARTER UINT64_C(0x0F0F0F0F)

// The squares of the quarters that are ones in `quarters`.
#define QUARTERS(q)                                                                                \
    ((q & 1 ? QUARTER : 0) | (q & 2 ? QUARTER << 4 : 0) | (q & 4 ? QUARTER << 32 : 0) |            \
        (q & 8 ? QUARTER << 36 : 0))

static const bitboard last_quarters[16] = {
    QUARTERS(0),
    QUARTERS(1),
    QUARTERS(2),
    QUARTERS(3),
    QUARTERS(4),
    QUARTERS(5),
    QUARTERS(6),
    QUARTERS(7),
    QUARTERS(8),
    QUARTERS(9),
    QUARTERS(10),
    QUARTERS(11),
    QUARTERS(12),
    QUARTERS(13),
    QUARTERS(14),
    QUARTERS(15),
};

static inline unsigned last_quarter(int at)
{
    return 1u << ((at >> 4 & 2) | (at >> 2 & 1));
}

// One bit for each quarter: is the number of its empty squares odd?
static inline unsigned last_parity(bitboard empty)
{
    unsigned parity = 0;
    for (int i = 0; i < 4; i++)
        parity |= (unsigned)(bits_count(empty & last_quarters[1 << i]) & 1) << i;
    return parity;
}

// The board is full.
static inline int last_score(bitboard mine)
{
    return 2 * bits_count(mine) - SCORE_MOST;
}

// The game has ended with empty squares: the winner gets them.
static inline int last_score_early(bitboard mine, bitboard theirs, int squares)
{
    int difference = bits_count(mine) - bits_count(theirs);
    int empty = squares - bits_count(mine | theirs);
    return difference > 0 ? difference + empty : difference < 0 ? difference - empty : 0;
}

// How many stones turn when the owner of `mine` fills the last square.
static inline int last_flips(bitboard mine, int at)
{
#if defined(__BMI2__)
    const struct reversi_tables *t = &reversi_tables;
    int count = 0;
    for (int k = 0; k < LINES; k++)
        count += t->last_flips[t->place[at][k]][_pext_u64(mine, t->line[at][k])];
    return count;
#else
    return bits_count(bits_flips(mine, ~mine & ~(UINT64_C(1) << at), at));
#endif
}

static inline int last_one(struct search *s, bitboard mine, int alpha, int at)
{
    s->nodes++;
    int full = last_score(mine);
    int turned = last_flips(mine, at);
    if (turned > 0)
        return full + 2 + 2 * turned;
    // Nobody can play: the square is the winner's. If the opponent can, it only gets worse.
    int score = full + 2 > 0 ? full + 2 : full;
    if (score <= alpha)
        return score;
    turned = last_flips(~mine & ~(UINT64_C(1) << at), at);
    return turned > 0 ? full - 2 * turned : score;
}

// The opponent's stones that turn, or 0: not a move.
static inline bitboard last_try(bitboard mine, bitboard theirs, int at)
{
    return reversi_tables.near[at] & theirs ? bits_flips(mine, theirs, at) : 0;
}

// Two empty squares, and the side to move cannot play.
static inline int last_two_pass(
    struct search *s, bitboard mine, bitboard theirs, int alpha, int first, int second)
{
    int best = SCORE_NONE;
    bitboard turned = last_try(theirs, mine, first);
    if (turned) {
        best = last_one(s, mine ^ turned, alpha, second);
        if (best <= alpha)
            return best;
    }
    turned = last_try(theirs, mine, second);
    if (turned) {
        int score = last_one(s, mine ^ turned, alpha, first);
        return score < best ? score : best;
    }
    return best < SCORE_NONE ? best : last_score_early(mine, theirs, SCORE_MOST);
}

static inline int last_two(
    struct search *s, bitboard mine, bitboard theirs, int alpha, int first, int second)
{
    s->nodes++;
    // Both at once, whether or not the second is needed: the processor does them side by side.
    bitboard turned_first = bits_flips(mine, theirs, first);
    bitboard turned_second = bits_flips(mine, theirs, second);
    if (!turned_first && !turned_second)
        return last_two_pass(s, mine, theirs, alpha, first, second);
    int best = -SCORE_NONE;
    if (turned_first) {
        best = -last_one(s, theirs ^ turned_first, -alpha - 1, second);
        if (best > alpha || !turned_second)
            return best;
    }
    int score = -last_one(s, theirs ^ turned_second, -alpha - 1, first);
    return score > best ? score : best;
}

static int last_three(
    struct search *s, bitboard mine, bitboard theirs, int alpha, bitboard empty, unsigned parity)
{
    s->nodes++;
    bitboard odd = empty & last_quarters[parity]; // three squares: at least one is in an odd one
    int a = bits_lowest(odd);
    empty ^= UINT64_C(1) << a;
    int b = bits_lowest(empty), c = bits_lowest(empty & (empty - 1));
    for (bool passed = false;; passed = true) {
        int best = -SCORE_NONE;
        bitboard turned = last_try(mine, theirs, a);
        if (turned) {
            best =
                -last_two(s, theirs ^ turned, mine | turned | UINT64_C(1) << a, -alpha - 1, b, c);
            if (best > alpha)
                return passed ? -best : best;
        }
        turned = last_try(mine, theirs, b);
        if (turned) {
            int score =
                -last_two(s, theirs ^ turned, mine | turned | UINT64_C(1) << b, -alpha - 1, a, c);
            best = score > best ? score : best;
            if (best > alpha)
                return passed ? -best : best;
        }
        turned = last_try(mine, theirs, c);
        if (turned) {
            int score =
                -last_two(s, theirs ^ turned, mine | turned | UINT64_C(1) << c, -alpha - 1, a, b);
            best = score > best ? score : best;
        }
        if (best > -SCORE_NONE)
            return passed ? -best : best;
        if (passed)
            return last_score_early(theirs, mine, SCORE_MOST);
        bitboard other = mine;
        mine = theirs;
        theirs = other;
        alpha = -alpha - 1;
    }
}

typedef int last_solver(
    struct search *s, bitboard mine, bitboard theirs, int alpha, bitboard empty, unsigned parity);

// A few empty squares, with `next` for one less. Trying a square that is no move costs less than
// finding the moves first.
static inline int last_few(struct search *s, bitboard mine, bitboard theirs, int alpha,
    bitboard empty, unsigned parity, last_solver *next)
{
    s->nodes++;
    const bitboard sets[2] = {empty & last_quarters[parity], empty & ~last_quarters[parity]};
    for (bool passed = false;; passed = true) {
        int best = -SCORE_NONE;
        for (int i = 0; i < 2; i++) {
            for (bitboard rest = sets[i]; rest; rest &= rest - 1) {
                int at = bits_lowest(rest);
                bitboard turned = last_try(mine, theirs, at);
                if (!turned)
                    continue;
                bitboard one = UINT64_C(1) << at;
                int score = -next(s, theirs ^ turned, mine | turned | one, -alpha - 1, empty ^ one,
                    parity ^ last_quarter(at));
                best = score > best ? score : best;
                if (best > alpha)
                    return passed ? -best : best;
            }
        }
        if (best > -SCORE_NONE)
            return passed ? -best : best;
        if (passed)
            return last_score_early(theirs, mine, SCORE_MOST);
        bitboard other = mine;
        mine = theirs;
        theirs = other;
        alpha = -alpha - 1;
    }
}

static inline int last_four(
    struct search *s, bitboard mine, bitboard theirs, int alpha, bitboard empty, unsigned parity)
{
    return last_few(s, mine, theirs, alpha, empty, parity, last_three);
}

static inline int last_five(
    struct search *s, bitboard mine, bitboard theirs, int alpha, bitboard empty, unsigned parity)
{
    int score;
    if (stable_cut(mine, theirs, alpha, 5, &score)) {
        s->nodes++;
        return score;
    }
    return last_few(s, mine, theirs, alpha, empty, parity, last_four);
}

#endif
