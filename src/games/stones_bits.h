// Game of Stones on bitboards: inline functions that the rules, their kernel and a search share.
// They say who stands where, which stacks see each other on a line, and what a move changes.
//
// The cells are numbered in three orders, one for each direction of lines, so that in each order
// the cells of a line follow one another: the rows (E and W), the columns (N and S) and the
// diagonals (SE and NW). The columns are the rows of the board turned over on one axis, the
// diagonals those of the board turned over on another: hence all orders share one geometry, each
// turning undoes itself, and the three orders are the lanes of one vector. One addition then finds
// which stacks see each other: a bit just above a stack, added to the empty cells, is carried
// through the gap and comes out on the next stack of the line.
#ifndef AGON_GAMES_STONES_BITS_H
#define AGON_GAMES_STONES_BITS_H

#include "games/stones.h"

#include <string.h>

enum stones_order { STONES_ROWS, STONES_COLUMNS, STONES_DIAGONALS, STONES_ORDERS };

// One bitboard for each order; the fourth lane is always zero. Handed over by pointer: how a vector
// travels by value depends on the instruction set.
typedef bitboard stones_lanes __attribute__((vector_size(4 * sizeof(bitboard))));

// The number of cell (x, y), and the coordinates of the cell that is in its place when columns or
// diagonals are turned into rows. Macros, because the tables below are built from them.
#define STONES_CELL(x, y)                                                                          \
    ((x) + ((y) <= 4 ? (y) * ((y) + 9) / 2 : STONES_CELLS + 4 - (y) - (9 - (y)) * (18 - (y)) / 2))
#define STONES_IN_COLUMNS(x, y) STONES_CELL(y, x)
#define STONES_IN_DIAGONALS(x, y) STONES_CELL(x, (x) - (y) + 4)

#define STONES_BIT(cell) (UINT64_C(1) << (cell))
#define STONES_BITS(x, y)                                                                          \
    {                                                                                              \
        STONES_BIT(STONES_CELL(x, y)), STONES_BIT(STONES_IN_COLUMNS(x, y)),                        \
            STONES_BIT(STONES_IN_DIAGONALS(x, y)), 0                                               \
    }
#define STONES_SLOT(x, y) ((x) + STONES_LENGTH * (y))

#define STONES_ROW5(of, x, y) of(x, y), of(x + 1, y), of(x + 2, y), of(x + 3, y), of(x + 4, y)
#define STONES_ROW6(of, x, y) STONES_ROW5(of, x, y), of(x + 5, y)
#define STONES_ROW7(of, x, y) STONES_ROW6(of, x, y), of(x + 6, y)
#define STONES_ROW8(of, x, y) STONES_ROW7(of, x, y), of(x + 7, y)
#define STONES_ROW9(of, x, y) STONES_ROW8(of, x, y), of(x + 8, y)
#define STONES_EACH_CELL(of)                                                                       \
    {                                                                                              \
        STONES_ROW5(of, 0, 0), STONES_ROW6(of, 0, 1), STONES_ROW7(of, 0, 2),                       \
            STONES_ROW8(of, 0, 3), STONES_ROW9(of, 0, 4), STONES_ROW8(of, 1, 5),                   \
            STONES_ROW7(of, 2, 6), STONES_ROW6(of, 3, 7), STONES_ROW5(of, 4, 8)                    \
    }

// The number in the order of rows of the n-th cell of an order, and back: it is the same table.
static const uint8_t stones_turned[STONES_ORDERS][STONES_CELLS] = {
    STONES_EACH_CELL(STONES_CELL),
    STONES_EACH_CELL(STONES_IN_COLUMNS),
    STONES_EACH_CELL(STONES_IN_DIAGONALS),
};
// The bit of a cell in each order.
static const stones_lanes stones_bit[STONES_CELLS] = STONES_EACH_CELL(STONES_BITS);
// Y * 9 + X of a cell: what a move's code is made of.
static const uint8_t stones_slot[STONES_CELLS] = STONES_EACH_CELL(STONES_SLOT);

// All cells but the hole; and of these the ones that are followed by another in their line.
#define STONES_PLACES ((STONES_BIT(STONES_CELLS) - 1) & ~STONES_BIT(STONES_HOLE))
#define STONES_LAST_OF_ROWS                                                                        \
    (STONES_BIT(STONES_CELL(4, 0)) | STONES_BIT(STONES_CELL(5, 1)) |                               \
        STONES_BIT(STONES_CELL(6, 2)) | STONES_BIT(STONES_CELL(7, 3)) |                            \
        STONES_BIT(STONES_CELL(8, 4)) | STONES_BIT(STONES_CELL(8, 5)) |                            \
        STONES_BIT(STONES_CELL(8, 6)) | STONES_BIT(STONES_CELL(8, 7)) |                            \
        STONES_BIT(STONES_CELL(8, 8)))
#define STONES_INNER (STONES_PLACES & ~STONES_LAST_OF_ROWS)

// Takes the lowest bit out of `*b`, which is not 0, and returns its number.
static inline int stones_pop(bitboard *b)
{
    int cell = __builtin_ctzll(*b);
    *b &= *b - 1;
    return cell;
}

// Returns the seat whose stack is on a cell, or NOBODY.
static inline int stones_owner(const struct stones *s, int cell)
{
    return (s->side[0] >> cell) & 1 ? 0 : (s->side[1] >> cell) & 1 ? 1 : NOBODY;
}

// The stack on a cell that is not empty: its height, and its type as 0 for A, 1 for B, 2 for C.
static inline int stones_height(const struct stones *s, int cell)
{
    int height = 1;
    for (int i = 0; i < STONES_PLANES; i++)
        height += (int)((s->tall[i] >> cell) & 1) << i;
    return height;
}

static inline int stones_kind(const struct stones *s, int cell)
{
    int kind = 0;
    while (kind < STONES_KINDS - 1 && !((s->kind[kind] >> cell) & 1))
        kind++;
    return kind;
}

// Puts a stack on an empty cell.
static inline void stones_put(struct stones *s, int seat, int kind, int height, int cell)
{
    s->side[seat] |= STONES_BIT(cell);
    s->kind[kind] |= STONES_BIT(cell);
    for (int i = 0; i < STONES_PLANES; i++)
        s->tall[i] |= (bitboard)(((height - 1) >> i) & 1) << cell;
}

// Empties a cell.
static inline void stones_lift(struct stones *s, int cell)
{
    for (int seat = 0; seat < SEATS; seat++)
        s->side[seat] &= ~STONES_BIT(cell);
    for (int k = 0; k < STONES_KINDS; k++)
        s->kind[k] &= ~STONES_BIT(cell);
    for (int i = 0; i < STONES_PLANES; i++)
        s->tall[i] &= ~STONES_BIT(cell);
}

// A position seen along its lines: sides and heights in all three orders. The caller keeps turn and
// phase.
struct stones_lines {
    stones_lanes side[SEATS];
    stones_lanes tall[STONES_PLANES]; // as in struct stones; from `planes` on unset
    bitboard kind[STONES_KINDS];      // in the order of rows
    int planes;                       // no height less one has more bits than this
};

static inline void stones_spread(bitboard cells, stones_lanes *out)
{
    stones_lanes all = {0};
    while (cells)
        all |= stones_bit[stones_pop(&cells)];
    *out = all;
}

static inline void stones_lines_of(const struct stones *s, struct stones_lines *out)
{
    for (int seat = 0; seat < SEATS; seat++)
        stones_spread(s->side[seat], &out->side[seat]);
    out->planes = 0;
    for (int i = 0; i < STONES_PLANES; i++) {
        stones_spread(s->tall[i], &out->tall[i]);
        if (s->tall[i])
            out->planes = i + 1;
    }
    memcpy(out->kind, s->kind, sizeof out->kind);
}

// Two stacks with nothing between them on a line see each other. A pair is marked by the bit of its
// upper stack, the later one in the order; the lower is stones_below.
struct stones_pairs {
    stones_lanes attacks; // of different sides: the seat that asked may take the other's stack
    stones_lanes joins;   // both of that seat: each may go onto the other
};

static inline void stones_see(const struct stones_lines *b, int seat, struct stones_pairs *out)
{
    const stones_lanes mine = b->side[seat], theirs = b->side[!seat];
    const stones_lanes gaps = ~(mine | theirs) & STONES_INNER;
    // A stack's bit is set here when the next stack below it on the line is mine, or theirs. (Empty
    // cells hold left-overs of the sum.)
    const stones_lanes above_mine = ((mine & STONES_INNER) << 1) + gaps;
    const stones_lanes above_theirs = ((theirs & STONES_INNER) << 1) + gaps;
    // Pairs where their stack is higher than mine: the highest bit in which the two differ decides.
    stones_lanes too_high = {0};
    for (int i = 0; i < b->planes; i++) {
        const stones_lanes upper = b->tall[i];
        const stones_lanes lower = ((upper & STONES_INNER) << 1) + gaps;
        const stones_lanes differ = upper ^ lower;
        const stones_lanes their_bit = (upper & theirs) | (lower & ~theirs);
        too_high = (differ & their_bit) | (~differ & too_high);
    }
    out->attacks = ((above_mine & theirs) | (above_theirs & mine)) & ~too_high;
    out->joins = above_mine & mine;
}

// Returns the lower stack of the pair whose upper stack is `upper`. Both are numbers in one order.
static inline int stones_below(bitboard occupied, int upper)
{
    return 63 - __builtin_clzll(occupied & (STONES_BIT(upper) - 1));
}

// Returns how many bits two vectors have together; at most 255.
static inline unsigned stones_count_bits(const stones_lanes *a, const stones_lanes *b)
{
#if defined(__POPCNT__) || defined(__aarch64__)
    unsigned count = 0;
    for (int k = 0; k < STONES_ORDERS; k++)
        count += (unsigned)(__builtin_popcountll((*a)[k]) + __builtin_popcountll((*b)[k]));
    return count;
#else
    const uint64_t twos = UINT64_C(0x5555555555555555), fours = UINT64_C(0x3333333333333333);
    const uint64_t bytes = UINT64_C(0x0F0F0F0F0F0F0F0F), ones = UINT64_C(0x0101010101010101);
    stones_lanes x = *a - ((*a >> 1) & twos), y = *b - ((*b >> 1) & twos);
    x = (x & fours) + ((x >> 2) & fours) + (y & fours) + ((y >> 2) & fours);
    x = (x & bytes) + ((x >> 4) & bytes);
    return (unsigned)(((x[0] + x[1] + x[2]) * ones) >> 56);
#endif
}

// Return how many legal attacks a seat has, and how many legal moves if its move is free.
static inline unsigned stones_count_attacks(const struct stones_lines *b, int seat)
{
    struct stones_pairs pairs;
    stones_see(b, seat, &pairs);
    const stones_lanes none = {0};
    return stones_count_bits(&pairs.attacks, &none);
}

static inline unsigned stones_count_any(const struct stones_lines *b, int seat)
{
    struct stones_pairs pairs;
    stones_see(b, seat, &pairs);
    const stones_lanes both = pairs.attacks | pairs.joins; // no pair is in both
    return stones_count_bits(&both, &pairs.joins) + 1;
}

// Returns the stacks of a seat that are its last of their type, in the order of rows. The seat
// loses the game with one of them.
static inline bitboard stones_last_ones(const struct stones_lines *b, int seat)
{
    bitboard last = 0;
    for (int k = 0; k < STONES_KINDS; k++) {
        bitboard stacks = b->kind[k] & b->side[seat][STONES_ROWS];
        if ((stacks & (stacks - 1)) == 0)
            last |= stacks;
    }
    return last;
}

// Moves the type of a stack: after an attack or a strengthening the type of `from` is on `to`.
static inline void stones_move_kind(bitboard kind[STONES_KINDS], int from, int to)
{
    for (int k = 0; k < STONES_KINDS; k++) {
        bitboard moved = ((kind[k] >> from) & 1) << to;
        kind[k] = (kind[k] & ~(STONES_BIT(from) | STONES_BIT(to))) | moved;
    }
}

// Where one of two masks is taken by a bit: faster than a branch, and than comparing vectors.
static const stones_lanes stones_none_or_all[2] = {
    {0}, {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};

// Plays an attack on the lines, without the types: a search that goes on calls stones_move_kind
// too.
static inline void stones_attack(
    const struct stones_lines *b, int seat, int from, int to, struct stones_lines *out)
{
    const stones_lanes at_from = stones_bit[from], at_to = stones_bit[to];
    const stones_lanes kept = ~(at_from | at_to);
    out->side[seat] = b->side[seat] ^ at_from ^ at_to;
    out->side[!seat] = b->side[!seat] ^ at_to;
    out->planes = b->planes;
    for (int i = 0; i < b->planes; i++) {
        const unsigned bit = (b->tall[i][STONES_ROWS] >> from) & 1;
        out->tall[i] = (b->tall[i] & kept) | (stones_none_or_all[bit] & at_to);
    }
}

// Plays a strengthening, likewise.
static inline void stones_strengthen(
    const struct stones_lines *b, int seat, int from, int to, struct stones_lines *out)
{
    const stones_lanes at_from = stones_bit[from], at_to = stones_bit[to];
    const stones_lanes kept = ~(at_from | at_to);
    out->side[seat] = b->side[seat] ^ at_from;
    out->side[!seat] = b->side[!seat];
    out->planes = b->planes;
    unsigned height = 1; // less one: two numbers less one each add up to one more
    for (int i = 0; i < b->planes; i++) {
        const bitboard tall = b->tall[i][STONES_ROWS];
        height += (unsigned)(((tall >> from) & 1) + ((tall >> to) & 1)) << i;
    }
    for (int i = 0; i < b->planes; i++)
        out->tall[i] = (b->tall[i] & kept) | (stones_none_or_all[(height >> i) & 1] & at_to);
    if (height >> b->planes)
        out->tall[out->planes++] = at_to;
}

#endif
