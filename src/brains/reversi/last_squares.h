// The end of a game on the large board: the last five empty squares. There is a function for each
// number of empty squares, because a solver spends most of its time here.
//
// All functions answer whether the score is more than alpha: a result above alpha is a lower bound
// of the score, any other result is an upper bound. Squares in quarters of the board with an odd
// number of empty squares are tried first: the side that plays there is likely to play last there.
#ifndef AGON_BRAINS_REVERSI_LAST_SQUARES_H
#define AGON_BRAINS_REVERSI_LAST_SQUARES_H

#include "brains/reversi/engine.h"
#include "brains/reversi/stability.h"
#include "games/reversi_bits.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define LAST_QUARTER UINT64_C(0x0F0F0F0F) // of the board: the one with the lowest square

// The quarter of the board in which the square is.
static inline bitboard last_quarter(int at)
{
    return LAST_QUARTER << (at & (4 | 4 * REVERSI_LENGTH));
}

// The quarters with an odd number of empty squares.
static inline bitboard last_odd(bitboard empty)
{
    bitboard odd = 0;
    for (; empty; empty &= empty - 1)
        odd ^= last_quarter(bits_lowest(empty));
    return odd;
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

// How many stones turn when the owner of `mine` fills the last square, and in the upper byte when
// the opponent does (it does not matter where the first are not 0).
static inline unsigned last_turned(bitboard mine, int at)
{
#if defined(__BMI2__)
    const struct last_line *lines = reversi_tables.last_lines[at];
    unsigned turned = 0;
    for (int k = 0; k < LINES; k++)
        turned += lines[k].turned[_pext_u64(mine, lines[k].squares)];
    return turned;
#else
    bitboard theirs = ~mine & ~(UINT64_C(1) << at);
    bitboard own = bits_flips(mine, theirs, at);
    return own ? (unsigned)bits_count(own)
               : (unsigned)bits_count(bits_flips(theirs, mine, at)) << 8;
#endif
}

// One empty square: the score, exactly.
static inline int last_one(bitboard mine, int at)
{
    int full = last_score(mine);
    int turned = (int)last_turned(mine, at);
    int own = turned & 0xFF, other = turned >> 8;
    // Nobody can play: the square is the winner's.
    int score = full + 2 > 0 ? full + 2 : full;
    score = other > 0 ? full - 2 * other : score;
    return own > 0 ? full + 2 + 2 * own : score;
}

// Where there are vector registers the last squares are played out in them: a set of squares is in
// one four times, as the flips need it. Taking it out and putting it in again takes longer than
// what is done with it there.
#if defined(__AVX2__)

typedef bits_four last_set;

static inline last_set last_each(bitboard set)
{
    return bits_each(set);
}

static inline bitboard last_bits(last_set set)
{
    return set[0];
}

// The opponent's stones that turn, or none: not a move.
static inline last_set last_flips(last_set mine, last_set theirs, int at)
{
    bits_four part = bits_flips_up(mine, theirs, bits_rays_up(at)) |
        bits_flips_down(mine, theirs, bits_rays_down(at));
    part |= (bits_four)_mm256_permute4x64_epi64((__m256i)part, 0x4E);
    return part | (bits_four)_mm256_shuffle_epi32((__m256i)part, 0x4E);
}

#else

typedef bitboard last_set;

static inline last_set last_each(bitboard set)
{
    return set;
}

static inline bitboard last_bits(last_set set)
{
    return set;
}

static inline last_set last_flips(last_set mine, last_set theirs, int at)
{
    return reversi_tables.near[at] & theirs ? bits_flips(mine, theirs, at) : 0;
}

#endif

// From a table: vector registers are filled sooner from memory than from other registers.
static inline last_set last_square(int at)
{
    return last_each(reversi_tables.one[at]);
}

static inline bitboard last_moves(last_set mine, last_set theirs)
{
    return bits_mobility(last_bits(mine), last_bits(theirs), ~UINT64_C(0));
}

static inline bool last_any(last_set set)
{
    return last_bits(set) != 0;
}

static inline int last_end(last_set mine, last_set theirs)
{
    return last_score_early(last_bits(mine), last_bits(theirs), SCORE_MOST);
}

// Two empty squares, and the side to move cannot play.
static inline int last_two_pass(
    struct search *s, last_set mine, last_set theirs, int alpha, int first, int second)
{
    int best = SCORE_NONE;
    last_set turned = last_flips(theirs, mine, first);
    if (last_any(turned)) {
        s->nodes++;
        best = last_one(last_bits(mine ^ turned), second);
        if (best <= alpha)
            return best;
    }
    turned = last_flips(theirs, mine, second);
    if (last_any(turned)) {
        s->nodes++;
        int score = last_one(last_bits(mine ^ turned), first);
        return score < best ? score : best;
    }
    return best < SCORE_NONE ? best : last_end(mine, theirs);
}

static inline int last_two(
    struct search *s, last_set mine, last_set theirs, int alpha, int first, int second)
{
    s->nodes++;
    // Both at once, whether or not the second is needed: the processor does them side by side.
    last_set turned_first = last_flips(mine, theirs, first);
    last_set turned_second = last_flips(mine, theirs, second);
    if (!last_any(turned_first | turned_second))
        return last_two_pass(s, mine, theirs, alpha, first, second);
    int best = -SCORE_NONE;
    if (last_any(turned_first)) {
        s->nodes++;
        best = -last_one(last_bits(theirs ^ turned_first), second);
        if (best > alpha || !last_any(turned_second))
            return best;
    }
    s->nodes++;
    int score = -last_one(last_bits(theirs ^ turned_second), first);
    return score > best ? score : best;
}

static int last_three(
    struct search *s, last_set mine, last_set theirs, int alpha, bitboard empty, bitboard odd)
{
    s->nodes++;
    int a = bits_lowest(empty & odd); // of three squares at least one is in an odd quarter
    empty ^= UINT64_C(1) << a;
    int b = bits_lowest(empty), c = bits_lowest(empty & (empty - 1));
    for (bool passed = false;; passed = true) {
        int best = -SCORE_NONE;
        last_set turned = last_flips(mine, theirs, a);
        if (last_any(turned)) {
            best = -last_two(s, theirs ^ turned, mine | turned | last_square(a), -alpha - 1, b, c);
            if (best > alpha)
                return passed ? -best : best;
        }
        turned = last_flips(mine, theirs, b);
        if (last_any(turned)) {
            int score =
                -last_two(s, theirs ^ turned, mine | turned | last_square(b), -alpha - 1, a, c);
            best = score > best ? score : best;
            if (best > alpha)
                return passed ? -best : best;
        }
        turned = last_flips(mine, theirs, c);
        if (last_any(turned)) {
            int score =
                -last_two(s, theirs ^ turned, mine | turned | last_square(c), -alpha - 1, a, b);
            best = score > best ? score : best;
        }
        if (best > -SCORE_NONE)
            return passed ? -best : best;
        if (passed)
            return last_end(theirs, mine);
        last_set other = mine;
        mine = theirs;
        theirs = other;
        alpha = -alpha - 1;
    }
}

typedef int last_solver(
    struct search *s, last_set mine, last_set theirs, int alpha, bitboard empty, bitboard odd);

// A few empty squares; `next` is the function for one square less. To try a square that is not a
// move costs less than to find the moves first. It has seven parameters because `next` is a
// constant to the compiler.
static inline int last_few(struct search *s, last_set mine, last_set theirs, int alpha,
    bitboard empty, bitboard odd, last_solver *next)
{
    s->nodes++;
    for (bool passed = false;; passed = true) {
        int best = -SCORE_NONE;
        for (bitboard rest = empty; rest;) {
            int at = bits_lowest(rest & odd ? rest & odd : rest);
            bitboard one = UINT64_C(1) << at;
            rest ^= one;
            last_set turned = last_flips(mine, theirs, at);
            if (!last_any(turned))
                continue;
            int score = -next(s, theirs ^ turned, mine | turned | last_square(at), -alpha - 1,
                empty ^ one, odd ^ last_quarter(at));
            best = score > best ? score : best;
            if (best > alpha)
                return passed ? -best : best;
        }
        if (best > -SCORE_NONE)
            return passed ? -best : best;
        if (passed)
            return last_end(theirs, mine);
        last_set other = mine;
        mine = theirs;
        theirs = other;
        alpha = -alpha - 1;
    }
}

static inline int last_four(
    struct search *s, last_set mine, last_set theirs, int alpha, bitboard empty, bitboard odd)
{
    return last_few(s, mine, theirs, alpha, empty, odd, last_three);
}

static inline int last_five(
    struct search *s, last_set mine, last_set theirs, int alpha, bitboard empty, bitboard odd)
{
    int score;
    if (stable_cut(last_bits(mine), last_bits(theirs), alpha, 5, &score)) {
        s->nodes++;
        return score;
    }
    return last_few(s, mine, theirs, alpha, empty, odd, last_four);
}

#endif
