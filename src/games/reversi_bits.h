// The move generator of Reversi as inline bit arithmetic, for hot loops: perft and brains.
//
// There are three versions of two functions, bits_mobility and bits_flips. The instruction set that
// a file is compiled for decides which version it gets: a kernel (games/kernel.h) gets the best one
// of its level, every other file gets plain C. Boards of all sizes have their rows 8 bits apart, so
// nothing here depends on the size: what lies outside a smaller board is empty, and no line goes on
// beyond an empty square.
#ifndef AGON_GAMES_REVERSI_BITS_H
#define AGON_GAMES_REVERSI_BITS_H

#include "games/reversi.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

// A stone that is turned has one beyond it on either side, so no stone on the left or right edge is
// ever turned along a row or a diagonal, and none on the top or bottom edge along a column or a
// diagonal. Leaving those out also keeps a shift from running on into the next row.
#define BITS_INNER_COLUMNS UINT64_C(0x7E7E7E7E7E7E7E7E)
#define BITS_INNER_ROWS UINT64_C(0x00FFFFFFFFFFFF00)
#define BITS_INNER (BITS_INNER_COLUMNS & BITS_INNER_ROWS)

// The eight lines of squares that start beside a square: its rays. "Up" is towards higher bits. The
// first four go up, by 1, 7, 8 and 9 bits a step (on the board: right, down and left, down, down
// and right); the other four are the same lines going down.
enum { BITS_DIRECTIONS = 8 };

#define BITS_COLUMN UINT64_C(0x0101010101010101)
#define BITS_AFTER(at) (BITS_COLUMN * (0xFFu & (0xFEu << ((at)&7)))) // the columns to its right
#define BITS_BEFORE(at) (BITS_COLUMN * ((1u << ((at)&7)) - 1))       // the columns to its left
#define BITS_RAYS(at)                                                                              \
    {                                                                                              \
        (UINT64_C(0x00000000000000FE) << (at)) & BITS_AFTER(at),                                   \
            (UINT64_C(0x0002040810204080) << (at)) & BITS_BEFORE(at),                              \
            (UINT64_C(0x0101010101010100) << (at)),                                                \
            (UINT64_C(0x8040201008040200) << (at)) & BITS_AFTER(at),                               \
            (UINT64_C(0x7F00000000000000) >> (63 - (at))) & BITS_BEFORE(at),                       \
            (UINT64_C(0x0102040810204000) >> (63 - (at))) & BITS_AFTER(at),                        \
            (UINT64_C(0x0080808080808080) >> (63 - (at))),                                         \
            (UINT64_C(0x0040201008040201) >> (63 - (at))) & BITS_BEFORE(at),                       \
    }
#define BITS_RAYS_OF_ROW(at)                                                                       \
    BITS_RAYS(at), BITS_RAYS(at + 1), BITS_RAYS(at + 2), BITS_RAYS(at + 3), BITS_RAYS(at + 4),     \
        BITS_RAYS(at + 5), BITS_RAYS(at + 6), BITS_RAYS(at + 7)

static const _Alignas(64) bitboard bits_rays[64][BITS_DIRECTIONS] = {
    BITS_RAYS_OF_ROW(0),
    BITS_RAYS_OF_ROW(8),
    BITS_RAYS_OF_ROW(16),
    BITS_RAYS_OF_ROW(24),
    BITS_RAYS_OF_ROW(32),
    BITS_RAYS_OF_ROW(40),
    BITS_RAYS_OF_ROW(48),
    BITS_RAYS_OF_ROW(56),
};

// Returns all squares of a board of that size.
static inline bitboard bits_squares(int size)
{
    bitboard row = (UINT64_C(1) << size) - 1;
    bitboard rows = ~UINT64_C(0) >> (REVERSI_LENGTH * (REVERSI_LENGTH - size));
    return BITS_COLUMN * row & rows;
}

// Returns the number of the lowest square of a set that is not empty.
static inline int bits_lowest(bitboard set)
{
    return __builtin_ctzll(set);
}

static inline int bits_count(bitboard set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    // Without the instruction the compiler calls a function; adding up in place is faster.
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((set * BITS_COLUMN) >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

// How mobility is found: from each stone of mine a run over stones of theirs grows in every
// direction, by one stone, by a second, then twice by two more (`pairs` are stones of theirs with
// another right before them). That makes six, and no more fit between two stones. One step beyond
// a run is a square to place a stone on, if it is empty.

#if defined(__AVX2__)

// Four directions side by side, in the order of bits_rays.
typedef bitboard bits_four __attribute__((vector_size(32)));

static inline bits_four bits_each(bitboard set)
{
    return (bits_four){set, set, set, set};
}

static inline bitboard bits_union(bits_four sets)
{
    __m256i all = (__m256i)sets;
    __m128i half = _mm256_castsi256_si128(all) | _mm256_extracti128_si256(all, 1);
    return (bitboard)_mm_cvtsi128_si64(half | _mm_unpackhi_epi64(half, half));
}

static inline bits_four bits_rays_up(int at)
{
    return (bits_four)_mm256_load_si256((const __m256i *)&bits_rays[at][0]);
}

static inline bits_four bits_rays_down(int at)
{
    return (bits_four)_mm256_load_si256((const __m256i *)&bits_rays[at][4]);
}

// What is in `sets` and not in `out`, as one instruction: the compiler would rather turn `out`
// around once and use it twice, and wait for it.
static inline bits_four bits_without(bits_four sets, bits_four out)
{
    return (bits_four)_mm256_andnot_si256((__m256i)out, (__m256i)sets);
}

// The first square of a ray that is not the opponent's is its lowest bit, x & -x. If a stone of
// mine is there, everything below it turns.
static inline bits_four bits_flips_up(bits_four mine, bits_four theirs, bits_four rays)
{
    bits_four beyond = bits_without(rays, theirs);
    bits_four stop = beyond & (0 - beyond) & mine;
    return rays & (stop - 1) & ~(bits_four)(stop == 0);
}

#endif

#if defined(__AVX512F__) && defined(__AVX512CD__) && defined(__AVX512VL__)

static inline bitboard bits_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    // All eight directions at once, by rotation. What a rotation carries around the end of the
    // board arrives on an edge, and there `between` is empty.
    const __m512i step = _mm512_set_epi64(64 - 9, 64 - 8, 64 - 7, 64 - 1, 9, 8, 7, 1);
    const __m512i two_steps = step + step;
    const __m512i inner = _mm512_set_epi64(BITS_INNER, BITS_INNER_ROWS, BITS_INNER,
        BITS_INNER_COLUMNS, BITS_INNER, BITS_INNER_ROWS, BITS_INNER, BITS_INNER_COLUMNS);
    __m512i between = _mm512_set1_epi64((long long)theirs) & inner;
    __m512i run = between & _mm512_rolv_epi64(_mm512_set1_epi64((long long)mine), step);
    run |= between & _mm512_rolv_epi64(run, step);
    __m512i pairs = between & _mm512_rolv_epi64(between, step);
    run |= pairs & _mm512_rolv_epi64(run, two_steps);
    run |= pairs & _mm512_rolv_epi64(run, two_steps);
    run = _mm512_rolv_epi64(run, step);
    __m256i half = _mm512_castsi512_si256(run) | _mm512_extracti64x4_epi64(run, 1);
    return bits_union((bits_four)half) & squares & ~(mine | theirs);
}

// As bits_flips_up, with the highest bit: the shift gives 0 where there is none.
static inline bits_four bits_flips_down(bits_four mine, bits_four theirs, bits_four rays)
{
    __m256i above = _mm256_lzcnt_epi64((__m256i)bits_without(rays, theirs));
    __m256i stop = _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), above);
    return rays & (0 - 2 * ((bits_four)stop & mine));
}

#elif defined(__AVX2__)

static inline bitboard bits_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    const bits_four step = {1, 7, 8, 9};
    const bits_four inner = {BITS_INNER_COLUMNS, BITS_INNER, BITS_INNER_ROWS, BITS_INNER};
    bits_four between = bits_each(theirs) & inner;
    bits_four up = between & (bits_each(mine) << step);
    bits_four down = between & (bits_each(mine) >> step);
    up |= between & (up << step);
    down |= between & (down >> step);
    bits_four pairs_up = between & (between << step), pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return bits_union(up << step | down >> step) & squares & ~(mine | theirs);
}

// There is no instruction for the highest bit here. Instead everything from the first square that
// is not the opponent's is spread down the ray; what is left above it is the opponent's run.
static inline bits_four bits_flips_down(bits_four mine, bits_four theirs, bits_four rays)
{
    const bits_four step = {1, 7, 8, 9};
    bits_four beyond = bits_without(rays, theirs), spread = beyond;
    spread |= spread >> step;
    spread |= spread >> 2 * step;
    spread |= spread >> 4 * step;
    bits_four stop = beyond & ~(spread >> step) & mine;
    return rays & ~spread & ~(bits_four)(stop == 0);
}

#endif

#if defined(__AVX2__)

static inline bitboard bits_flips(bitboard mine, bitboard theirs, int at)
{
    bits_four own = bits_each(mine), other = bits_each(theirs);
    return bits_union(bits_flips_up(own, other, bits_rays_up(at)) |
        bits_flips_down(own, other, bits_rays_down(at)));
}

#else

// A board and its mirror image, top to bottom: what goes up in the one goes down in the other. The
// compiler makes one vector of the two where the baseline has any (SSE2, NEON).
typedef bitboard bits_pair __attribute__((vector_size(16)));

static inline bits_pair bits_mobility_up(bits_pair mine, bits_pair between, int step)
{
    bits_pair run = between & (mine << step);
    run |= between & (run << step);
    bits_pair pairs = between & (between << step);
    run |= pairs & (run << 2 * step);
    run |= pairs & (run << 2 * step);
    return run << step;
}

static inline bitboard bits_mobility_left(bitboard mine, bitboard between)
{
    bitboard run = between & (mine >> 1);
    run |= between & (run >> 1);
    bitboard pairs = between & (between >> 1);
    run |= pairs & (run >> 2);
    run |= pairs & (run >> 2);
    return run >> 1;
}

static inline bitboard bits_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    bits_pair own = {mine, __builtin_bswap64(mine)};
    bits_pair other = {theirs, __builtin_bswap64(theirs)};
    bits_pair inner = other & BITS_INNER_COLUMNS;
    bits_pair found = bits_mobility_up(own, inner, 7) | bits_mobility_up(own, other, 8) |
        bits_mobility_up(own, inner, 9);
    // Along a row to the right, the carry of an addition runs over the opponent's stones. The
    // stones that it leaves behind are taken out with the other squares that are not empty.
    bitboard between = theirs & BITS_INNER_COLUMNS;
    bitboard right = between + (between & (mine << 1));
    return (found[0] | __builtin_bswap64(found[1]) | right | bits_mobility_left(mine, between)) &
        squares & ~(mine | theirs);
}

static inline bitboard bits_flips_up(bitboard mine, bitboard theirs, bitboard ray)
{
    bitboard free = ray & ~theirs;
    bitboard stop = free & (0 - free) & mine;
    return (stop - (stop != 0)) & ray;
}

// Going down a row, the one direction that mirroring the board top to bottom does not turn around.
static inline bitboard bits_flips_left(bitboard mine, bitboard theirs, bitboard ray)
{
    bitboard free = (ray & ~theirs) | 1;
    bitboard stop = UINT64_C(1) << (63 - __builtin_clzll(free)) & mine & ray;
    return (0 - 2 * stop) & ray;
}

static inline bitboard bits_flips(bitboard mine, bitboard theirs, int at)
{
    const bitboard *rays = bits_rays[at], *mirrored = bits_rays[at ^ 56];
    bitboard mine_mirrored = __builtin_bswap64(mine), theirs_mirrored = __builtin_bswap64(theirs);
    bitboard down = bits_flips_up(mine_mirrored, theirs_mirrored, mirrored[1]) |
        bits_flips_up(mine_mirrored, theirs_mirrored, mirrored[2]) |
        bits_flips_up(mine_mirrored, theirs_mirrored, mirrored[3]);
    return bits_flips_up(mine, theirs, rays[0]) | bits_flips_up(mine, theirs, rays[1]) |
        bits_flips_up(mine, theirs, rays[2]) | bits_flips_up(mine, theirs, rays[3]) |
        bits_flips_left(mine, theirs, rays[4]) | __builtin_bswap64(down);
}

#endif

#endif
