// A position of Game of Stones as the search knows it: on its lines, with what is updated from move
// to move (key, worth, counts); and the fast evaluation.
#ifndef AGON_BRAINS_STONES_NODE_H
#define AGON_BRAINS_STONES_NODE_H

#include "brains/stones/weights.h"
#include "brains/thought.h"
#include "games/stones_bits.h"

struct stones_node {
    struct stones_lines lines; // without `kind`, which is not updated
    stones_lanes kinds[2];     // the stacks of type B, and those of type C; all others are A
    uint8_t stacks[64];        // by cell: height * 4 + type; 0 if it is empty
    uint64_t key;
    stones_worth worth; // of all stacks and of their counts, as White sees it
    uint8_t counts[SEATS][STONES_KINDS];
    uint8_t on_board; // how many stacks there are
    uint8_t seat, phase;
};

// A move of the search: type << 12 | from << 6 | to, cells in the order of rows. A pass is 0.
typedef move stones_step;

enum { STONES_STEP_CELL = 63 };

static inline stones_step stones_step_of(enum stones_type type, int from, int to)
{
    return (stones_step)((unsigned)type << 12 | (unsigned)from << 6 | (unsigned)to);
}

static inline enum stones_type stones_step_type(stones_step m)
{
    return (enum stones_type)(m >> 12);
}

static inline int stones_step_from(stones_step m)
{
    return (m >> 6) & STONES_STEP_CELL;
}

static inline int stones_step_to(stones_step m)
{
    return m & STONES_STEP_CELL;
}

static inline stones_worth stones_worth_for(int seat, stones_worth white)
{
    return seat == 0 ? white : -white;
}

// Return who moves next, and in which phase.
static inline int stones_next_seat(const struct stones_node *n)
{
    return n->phase == STONES_MUST_ATTACK ? n->seat : !n->seat;
}

static inline int stones_next_phase(const struct stones_node *n)
{
    return n->phase == STONES_MUST_ATTACK ? STONES_ANY : STONES_MUST_ATTACK;
}

static inline void stones_node_of(
    const struct stones_tables *t, const struct stones *s, struct stones_node *n)
{
    *n = (struct stones_node){.seat = s->turn, .phase = s->phase};
    stones_lines_of(s, &n->lines);
    stones_spread(s->kind[1], &n->kinds[0]);
    stones_spread(s->kind[2], &n->kinds[1]);
    n->key = t->turn_keys[n->seat][n->phase];
    for (int seat = 0; seat < SEATS; seat++) {
        for (bitboard left = s->side[seat]; left;) {
            const int cell = stones_pop(&left), kind = stones_kind(s, cell);
            n->stacks[cell] = (uint8_t)(stones_height(s, cell) * 4 + kind);
            const struct stones_piece *piece = &t->pieces[seat][n->stacks[cell]][cell];
            n->key ^= piece->key;
            n->worth += piece->worth;
            n->counts[seat][kind]++;
            n->on_board++;
        }
        for (int k = 0; k < STONES_KINDS; k++) {
            for (int c = STONES_PER_SIDE; c > n->counts[seat][k]; c--)
                n->worth += stones_worth_for(seat, t->fewer[k][c]);
        }
    }
}

// Takes one stack of a type out of the counts.
static inline void stones_count_off(
    const struct stones_tables *t, struct stones_node *n, int seat, int kind)
{
    n->worth += stones_worth_for(seat, t->fewer[kind][n->counts[seat][kind]--]);
    n->on_board--;
}

// Puts the stack that was on `from`, now with code `code`, on `to`, whatever was there.
static inline void stones_shift(const struct stones_tables *t, const struct stones_node *n,
    int from, int to, unsigned code, struct stones_node *next)
{
    const int seat = n->seat, taken_from = n->lines.side[seat][0] >> to & 1 ? seat : !seat;
    const struct stones_piece *left = &t->pieces[seat][n->stacks[from]][from];
    const struct stones_piece *gone = &t->pieces[taken_from][n->stacks[to]][to];
    const struct stones_piece *put = &t->pieces[seat][code][to];
    next->seat = (uint8_t)stones_next_seat(n);
    next->phase = (uint8_t)stones_next_phase(n);
    next->key = n->key ^ left->key ^ gone->key ^ put->key ^ t->turn_keys[seat][n->phase] ^
        t->turn_keys[next->seat][next->phase];
    next->worth = n->worth - left->worth - gone->worth + put->worth;
    memcpy(next->counts, n->counts, sizeof next->counts);
    next->on_board = n->on_board;
    stones_count_off(t, next, taken_from, n->stacks[to] % 4);
    memcpy(next->stacks, n->stacks, sizeof next->stacks);
    next->stacks[from] = 0;
    next->stacks[to] = (uint8_t)code;
    const stones_lanes at_to = stones_bit[to], kept = ~(stones_bit[from] | at_to);
    const unsigned kind = code % 4;
    next->kinds[0] = (n->kinds[0] & kept) | (stones_none_or_all[kind == 1] & at_to);
    next->kinds[1] = (n->kinds[1] & kept) | (stones_none_or_all[kind == 2] & at_to);
}

// The position after a move.
static inline void stones_play(const struct stones_tables *t, const struct stones_node *n,
    stones_step m, struct stones_node *next)
{
    const int from = stones_step_from(m), to = stones_step_to(m);
    unsigned code = n->stacks[from];
    switch (stones_step_type(m)) {
    case STONES_ATTACK:
        stones_attack(&n->lines, n->seat, from, to, &next->lines);
        break;
    case STONES_STRENGTHEN:
        stones_strengthen(&n->lines, n->seat, from, to, &next->lines);
        code += n->stacks[to] / 4 * 4U;
        break;
    case STONES_PASS:
        *next = *n;
        next->seat = !n->seat;
        next->phase = STONES_MUST_ATTACK;
        next->key ^= t->turn_keys[n->seat][STONES_ANY] ^ t->turn_keys[next->seat][next->phase];
        return;
    }
    stones_shift(t, n, from, to, code, next);
}

// Which attacks there are at a node. Each pair of stacks that see each other is marked by the bit
// of its upper stack, as in stones_see. [0] is the side to move, [1] the other.
struct stones_view {
    stones_lanes up[STONES_VIEWS];   // attacks on the upper stack
    stones_lanes down[STONES_VIEWS]; // attacks on the lower stack
    stones_lanes joins;              // stacks that the side to move may put on each other
    int attacks[STONES_VIEWS];
    int on[STONES_VIEWS][STONES_KINDS]; // attacks by the type of what they take
    int on_tall[STONES_VIEWS];          // attacks on stacks of more than one stone
    int from_above[STONES_VIEWS];       // attacks by the higher of the two stacks
};

static inline int stones_count_lanes(const stones_lanes *lanes)
{
    const stones_lanes none = {0};
    return (int)stones_count_bits(lanes, &none);
}

static inline void stones_look(const struct stones_node *n, struct stones_view *v)
{
    const struct stones_lines *b = &n->lines;
    const stones_lanes mine = b->side[n->seat], theirs = b->side[!n->seat];
    const stones_lanes gaps = ~(mine | theirs) & STONES_INNER;
    const stones_lanes above_mine = ((mine & STONES_INNER) << 1) + gaps;
    const stones_lanes above_theirs = ((theirs & STONES_INNER) << 1) + gaps;
    stones_lanes upper_higher = {0}, lower_higher = {0}, upper_tall = {0}, lower_tall = {0};
    for (int i = 0; i < b->planes; i++) {
        const stones_lanes upper = b->tall[i];
        const stones_lanes lower = ((upper & STONES_INNER) << 1) + gaps;
        const stones_lanes same = ~(upper ^ lower);
        upper_higher = (upper & ~lower) | (same & upper_higher);
        lower_higher = (lower & ~upper) | (same & lower_higher);
        upper_tall |= upper;
        lower_tall |= lower;
    }
    const stones_lanes they_above = above_mine & theirs, they_below = above_theirs & mine;
    v->up[0] = they_above & ~upper_higher;
    v->down[0] = they_below & ~lower_higher;
    v->up[1] = they_below & ~upper_higher;
    v->down[1] = they_above & ~lower_higher;
    v->joins = above_mine & mine;
    const stones_lanes lower_b = ((n->kinds[0] & STONES_INNER) << 1) + gaps;
    const stones_lanes lower_c = ((n->kinds[1] & STONES_INNER) << 1) + gaps;
    for (int view = 0; view < STONES_VIEWS; view++) {
        const stones_lanes all = v->up[view] | v->down[view];
        const stones_lanes on_b = (v->up[view] & n->kinds[0]) | (v->down[view] & lower_b);
        const stones_lanes on_c = (v->up[view] & n->kinds[1]) | (v->down[view] & lower_c);
        const stones_lanes on_tall = (v->up[view] & upper_tall) | (v->down[view] & lower_tall);
        const stones_lanes above = (v->up[view] & lower_higher) | (v->down[view] & upper_higher);
        v->attacks[view] = stones_count_lanes(&all);
        v->on_tall[view] = stones_count_lanes(&on_tall);
        v->from_above[view] = stones_count_lanes(&above);
        v->on[view][1] = stones_count_lanes(&on_b);
        v->on[view][2] = stones_count_lanes(&on_c);
        v->on[view][0] = v->attacks[view] - v->on[view][1] - v->on[view][2];
    }
}

// True if the side to move may make this move, which comes from another node. False also if it
// would cover its own last stack of a type.
static inline bool stones_may(const struct stones_tables *t, const struct stones_node *n,
    const struct stones_view *v, stones_step m)
{
    const enum stones_type type = stones_step_type(m);
    if (type == STONES_PASS || type == STONES_STRENGTHEN) {
        if (n->phase != STONES_ANY)
            return false;
        if (type == STONES_PASS)
            return true;
    }
    const int from = stones_step_from(m), to = stones_step_to(m), order = t->orders[from][to];
    if (order == STONES_ORDERS)
        return false;
    const int start = stones_turned[order][from], end = stones_turned[order][to];
    const int upper = start > end ? start : end, lower = start > end ? end : start;
    const bitboard occupied = n->lines.side[0][order] | n->lines.side[1][order];
    const stones_lanes *pairs = type == STONES_STRENGTHEN ? &v->joins
        : start < end                                     ? &v->up[0]
                                                          : &v->down[0];
    if (!((*pairs)[order] >> upper & 1) || stones_below(occupied, upper) != lower)
        return false;
    const int kind = n->stacks[to] % 4;
    return type == STONES_ATTACK || kind == n->stacks[from] % 4 || n->counts[n->seat][kind] > 1;
}

// True if the side to move can take the last stack of a type.
static inline bool stones_wins_now(const struct stones_node *n, const struct stones_view *v)
{
    const uint8_t *theirs = n->counts[!n->seat];
    return (theirs[0] == 1 && v->on[0][0] > 0) || (theirs[1] == 1 && v->on[0][1] > 0) ||
        (theirs[2] == 1 && v->on[0][2] > 0);
}

// Returns the greatest height less one of the given stacks, which are in the order of rows.
static inline int stones_tallest(const struct stones_node *n, bitboard stacks)
{
    int height = 0;
    for (int i = n->lines.planes - 1; i >= 0; i--) {
        const bitboard tall = stacks & n->lines.tall[i][STONES_ROWS];
        stacks = tall ? tall : stacks; // without a branch, which nobody could predict
        height |= (tall != 0) << i;
    }
    return height;
}

static inline int stones_at_most(int n, int most)
{
    return n < most ? n : most;
}

// The height less one of a seat's tallest stack, of each type and of all.
struct stones_summits {
    int of[STONES_KINDS], highest;
};

static inline struct stones_summits stones_summits_of(const struct stones_node *n, int seat)
{
    const bitboard all = n->lines.side[seat][STONES_ROWS];
    const bitboard b = all & n->kinds[0][STONES_ROWS], c = all & n->kinds[1][STONES_ROWS];
    struct stones_summits s = {
        .of = {stones_tallest(n, all & ~(b | c)), stones_tallest(n, b), stones_tallest(n, c)}};
    for (int k = 0; k < STONES_KINDS; k++)
        s.highest = s.of[k] > s.highest ? s.of[k] : s.highest;
    return s;
}

// The terms of one side that depend on what stands on the lines.
static inline stones_worth stones_seat_worth(const struct stones_tables *t,
    const struct stones_node *n, const struct stones_view *v, int view,
    const struct stones_summits *mine, int highest)
{
    const int seat = n->seat ^ view, phase = n->phase == STONES_ANY;
    stones_worth sum =
        t->attacks[phase][view][stones_at_most(v->attacks[view], STONES_ATTACKS - 1)] +
        t->on_tall[phase][view][stones_at_most(v->on_tall[view], STONES_ON_TALL - 1)] +
        t->from_above[phase][view][stones_at_most(v->from_above[view], STONES_FROM_ABOVE - 1)];
    for (int k = 0; k < STONES_KINDS; k++) {
        const int few = stones_at_most(n->counts[seat][k], STONES_FEW - 1);
        const int few_of_theirs = stones_at_most(n->counts[!seat][k], STONES_FEW - 1);
        const int on = stones_at_most(v->on[view][k], STONES_THREATS - 1);
        int rise = mine->of[k] - highest + STONES_RISES - 2;
        rise = rise < 0 ? 0 : stones_at_most(rise, STONES_RISES - 1);
        sum += t->threats[phase][view][k][few_of_theirs][on];
        sum += t->rise[phase][view][k][few][rise];
    }
    return sum;
}

// Returns the worth for the number of stacks on the board, from its two halves: start and end.
static inline int stones_blend(stones_worth worth, int on_board)
{
    const int end = (int32_t)(uint32_t)worth;
    const int start = (int)((worth - end) >> 32);
    return (start * on_board + end * (STONES_FULL - on_board)) / STONES_FULL;
}

// Returns the score of the side to move, which does not win at once.
static inline int stones_evaluate(
    const struct stones_tables *t, const struct stones_node *n, const struct stones_view *v)
{
    const int phase = n->phase == STONES_ANY, middle = STONES_LEADS / 2;
    const struct stones_summits mine = stones_summits_of(n, n->seat);
    const struct stones_summits theirs = stones_summits_of(n, !n->seat);
    int lead = mine.highest - theirs.highest + middle;
    lead = lead < 0 ? 0 : stones_at_most(lead, STONES_LEADS - 1);
    stones_worth sum = stones_worth_for(n->seat, n->worth) + t->turn[phase] + t->lead[phase][lead];
    sum += stones_seat_worth(t, n, v, 0, &mine, theirs.highest);
    sum -= stones_seat_worth(t, n, v, 1, &theirs, mine.highest);
    return stones_blend(sum, n->on_board);
}

#endif
