// The move generator of Reversi as inline bit arithmetic, for hot loops: perft and brains.
//
// Three versions of the same two functions. Which one a file gets is decided by the instruction set
// it is compiled for, so a kernel (games/kernel.h) gets the best one of its level and everybody
// else gets plain C. Boards of all sizes have their rows 8 bits apart, so none of this depends on
// the size: what lies outside a smaller board is empty, and no line goes on beyond an empty square.
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

// The eight lines of squares that start beside a square. The first four go up in the bitboard,
// by 1, 7, 8 and 9 bits a step; the others are the same going down.
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

// The number of the lowest square of a set that is not empty.
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

#if defined(__AVX2__)

static inline bitboard bits_fold(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (bitboard)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

// What turns along the four lines that go up. A line's first square that is not the opponent's is
// its lowest free bit, `x & -x`; it stops the run if it is mine, and what lies below it turns.
static inline __m256i bits_flips_up(__m256i mine, __m256i theirs, __m256i rays)
{
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi64x(-1);
    __m256i free = _mm256_andnot_si256(theirs, rays);
    __m256i stop = _mm256_and_si256(_mm256_and_si256(free, _mm256_sub_epi64(zero, free)), mine);
    __m256i below = _mm256_and_si256(_mm256_add_epi64(stop, ones), rays);
    return _mm256_andnot_si256(_mm256_cmpeq_epi64(stop, zero), below);
}

#endif

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512CD__)

static inline bitboard bits_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    // All eight directions at once. Bits that a rotation carries around the board never survive:
    // `between` has nothing on the edges that they could arrive at.
    const __m512i step = _mm512_set_epi64(64 - 9, 64 - 8, 64 - 7, 64 - 1, 9, 8, 7, 1);
    const __m512i inner = _mm512_set_epi64(BITS_INNER, BITS_INNER_ROWS, BITS_INNER,
        BITS_INNER_COLUMNS, BITS_INNER, BITS_INNER_ROWS, BITS_INNER, BITS_INNER_COLUMNS);
    const __m512i two_steps = _mm512_add_epi64(step, step);
    __m512i between = _mm512_and_si512(_mm512_set1_epi64((long long)theirs), inner);
    __m512i run = _mm512_rolv_epi64(_mm512_set1_epi64((long long)mine), step);
    run = _mm512_and_si512(run, between);
    run = _mm512_or_si512(run, _mm512_and_si512(between, _mm512_rolv_epi64(run, step)));
    __m512i pairs = _mm512_and_si512(between, _mm512_rolv_epi64(between, step));
    run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, two_steps)));
    run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, two_steps)));
    run = _mm512_rolv_epi64(run, step);
    __m256i half = _mm256_or_si256(_mm512_castsi512_si256(run), _mm512_extracti64x4_epi64(run, 1));
    return bits_fold(half) & squares & ~(mine | theirs);
}

static inline bitboard bits_flips(bitboard mine, bitboard theirs, int at)
{
    const __m256i top = _mm256_set1_epi64x(INT64_MIN);
    const __m256i *rays = (const __m256i *)bits_rays[at];
    __m256i own = _mm256_set1_epi64x((long long)mine),
            other = _mm256_set1_epi64x((long long)theirs);
    __m256i up = bits_flips_up(own, other, rays[0]);
    __m256i stop = _mm256_lzcnt_epi64(_mm256_andnot_si256(other, rays[1]));
    stop = _mm256_and_si256(_mm256_srlv_epi64(top, stop), own);
    __m256i above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(stop, stop));
    return bits_fold(_mm256_or_si256(up, _mm256_and_si256(above, rays[1])));
}

#elif defined(__AVX2__)

static inline bitboard bits_mobility(bitboard mine, bitboard theirs, bitboard squares)
{
    const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i two_steps = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i inner =
        _mm256_set_epi64x(BITS_INNER_COLUMNS, -1, BITS_INNER_COLUMNS, BITS_INNER_COLUMNS);
    __m256i own = _mm256_set1_epi64x((long long)mine);
    __m256i between = _mm256_and_si256(_mm256_set1_epi64x((long long)theirs), inner);
    __m256i up = _mm256_and_si256(between, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(between, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, _mm256_srlv_epi64(down, step)));
    __m256i pairs_up = _mm256_and_si256(between, _mm256_sllv_epi64(between, step));
    __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    up = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return bits_fold(up) & squares & ~(mine | theirs);
}

static inline bitboard bits_flips(bitboard mine, bitboard theirs, int at)
{
    const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i two_steps = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i four_steps = _mm256_set_epi64x(36, 32, 28, 4);
    const __m256i *rays = (const __m256i *)bits_rays[at];
    __m256i own = _mm256_set1_epi64x((long long)mine),
            other = _mm256_set1_epi64x((long long)theirs);
    __m256i up = bits_flips_up(own, other, rays[0]);
    // Going down there is no carry: everything from the first other square on is blocked step by
    // step, what is left before it is the run of the opponent's stones.
    __m256i blocked = _mm256_andnot_si256(other, rays[1]);
    __m256i first = blocked;
    blocked = _mm256_or_si256(blocked, _mm256_srlv_epi64(blocked, step));
    blocked = _mm256_or_si256(blocked, _mm256_srlv_epi64(blocked, two_steps));
    blocked = _mm256_or_si256(blocked, _mm256_srlv_epi64(blocked, four_steps));
    __m256i stop =
        _mm256_andnot_si256(_mm256_srlv_epi64(blocked, step), _mm256_and_si256(first, own));
    __m256i held = _mm256_cmpeq_epi64(stop, _mm256_setzero_si256());
    __m256i down = _mm256_andnot_si256(_mm256_or_si256(blocked, held), rays[1]);
    return bits_fold(_mm256_or_si256(up, down));
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
