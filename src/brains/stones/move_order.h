// In which order the search of Game of Stones tries the moves of a node: first those that the
// evaluation likes, and those that were good in other nodes.
#ifndef AGON_BRAINS_STONES_MOVE_ORDER_H
#define AGON_BRAINS_STONES_MOVE_ORDER_H

#include "brains/stones/engine.h"

#include <stdlib.h>

enum {
    STONES_HISTORY_MOST = 1 << 14,
    STONES_HISTORY_SHARE = 12, // so much of history is worth one unit of evaluation
    STONES_RANK_JOIN = 100,    // strengthening is more often right than an attack that wins as much
    STONES_FORBIDDEN = 1 << 20,
    STONES_STEP_BITS = 14,
};

// Fills `merits` and `losses` of the state; once for every root.
static inline void stones_weigh(struct stones_state *s, int on_board)
{
    const struct stones_tables *t = s->tables;
    for (int k = 0; k < STONES_KINDS; k++) {
        for (int height = 1; height <= STONES_HEIGHTS; height++) {
            for (int cell = 0; cell < STONES_CELLS; cell++)
                s->merits[k][height][cell] =
                    (int16_t)stones_blend(t->pieces[0][height * 4 + k][cell].worth, on_board);
        }
        for (int c = 1; c <= STONES_PER_SIDE; c++)
            s->losses[k][c] = (int16_t)-stones_blend(t->fewer[k][c], on_board);
    }
}

static inline void stones_list_put(struct stones_list *l, stones_step m, int rank)
{
    l->entries[l->count++] = rank * (1 << STONES_STEP_BITS) + m;
}

static inline stones_step stones_list_at(const struct stones_list *l, int at)
{
    return (stones_step)(l->entries[at] & ((1 << STONES_STEP_BITS) - 1));
}

// Returns what a stack with this code is worth on a cell, to its side.
static inline int stones_merit(const struct stones_state *s, int code, int cell)
{
    return s->merits[code % 4][stones_at_most(code / 4, STONES_HEIGHTS)][cell];
}

// Ranks attacks by what the mover gains: the stack that it takes, and the place to which it goes.
// The history is added to that.
static inline void stones_list_attacks(struct stones_state *s, const struct stones_node *n,
    const struct stones_view *v, struct stones_list *l)
{
    int16_t(*history)[64] = s->history[n->seat][0];
    const uint8_t *counts = n->counts[!n->seat];
    for (enum stones_order order = 0; order < STONES_ORDERS; order++) {
        const bitboard occupied = n->lines.side[0][order] | n->lines.side[1][order];
        const bitboard up = v->up[0][order];
        bitboard left = up | v->down[0][order];
        while (left) {
            const int bit = stones_pop(&left);
            const int upper = stones_turned[order][bit];
            const int lower = stones_turned[order][stones_below(occupied, bit)];
            const bool upwards = up >> bit & 1;
            const int from = upwards ? lower : upper, to = upwards ? upper : lower;
            const int mine = n->stacks[from], taken = n->stacks[to];
            const int gain = stones_merit(s, taken, to) + s->losses[taken % 4][counts[taken % 4]] +
                stones_merit(s, mine, to) - stones_merit(s, mine, from);
            stones_list_put(l, stones_step_of(STONES_ATTACK, from, to),
                gain + history[from][to] / STONES_HISTORY_SHARE);
        }
    }
}

// Lists both ways to join two stacks of the side to move. A side that covers its own last stack of
// a type has lost, so such moves are left out: one can always pass instead.
static inline void stones_list_joins_of(struct stones_state *s, const struct stones_node *n,
    int upper, int lower, const int costs[STONES_KINDS], struct stones_list *l)
{
    int16_t(*history)[64] = s->history[n->seat][1];
    const int code_above = n->stacks[upper], code_below = n->stacks[lower];
    const int above = code_above % 4, below = code_below % 4;
    const int height = stones_at_most(code_above / 4 + code_below / 4, STONES_HEIGHTS);
    const int left =
        STONES_RANK_JOIN - stones_merit(s, code_above, upper) - stones_merit(s, code_below, lower);
    if (above == below || costs[below] != STONES_FORBIDDEN)
        stones_list_put(l, stones_step_of(STONES_STRENGTHEN, upper, lower),
            left + s->merits[above][height][lower] - costs[below] +
                history[upper][lower] / STONES_HISTORY_SHARE);
    if (above == below || costs[above] != STONES_FORBIDDEN)
        stones_list_put(l, stones_step_of(STONES_STRENGTHEN, lower, upper),
            left + s->merits[below][height][upper] - costs[above] +
                history[lower][upper] / STONES_HISTORY_SHARE);
}

static inline void stones_list_joins(struct stones_state *s, const struct stones_node *n,
    const struct stones_view *v, struct stones_list *l)
{
    int costs[STONES_KINDS];
    for (int k = 0; k < STONES_KINDS; k++) {
        const int count = n->counts[n->seat][k];
        costs[k] = count == 1 ? STONES_FORBIDDEN : s->losses[k][count];
    }
    for (enum stones_order order = 0; order < STONES_ORDERS; order++) {
        const bitboard occupied = n->lines.side[0][order] | n->lines.side[1][order];
        bitboard left = v->joins[order];
        while (left) {
            const int bit = stones_pop(&left);
            stones_list_joins_of(s, n, stones_turned[order][bit],
                stones_turned[order][stones_below(occupied, bit)], costs, l);
        }
    }
}

// Lists all moves, after those that are on the list already.
static inline void stones_list_moves(struct stones_state *s, int ply, struct stones_list *l)
{
    const struct stones_node *n = &s->nodes[ply];
    stones_list_attacks(s, n, &s->views[ply], l);
    if (n->phase == STONES_ANY) {
        stones_list_joins(s, n, &s->views[ply], l);
        stones_list_put(l, STONES_PASS, 0);
    }
}

static inline bool stones_list_has(const struct stones_list *l, int count, stones_step m)
{
    for (int i = 0; i < count; i++) {
        if (stones_list_at(l, i) == m)
            return true;
    }
    return false;
}

// Lists the moves that are tried first: that of the table, and those that have refuted another node
// at this ply. Often one of them is enough, and the others need not be listed.
static inline void stones_list_early(
    struct stones_state *s, int ply, stones_step first, struct stones_list *l)
{
    const stones_step hopes[] = {first, s->killers[ply][0], s->killers[ply][1]};
    l->count = 0;
    for (size_t i = 0; i < sizeof hopes / sizeof *hopes; i++) {
        const stones_step m = hopes[i];
        if (m != MOVE_NONE && !stones_list_has(l, l->count, m) &&
            stones_may(s->tables, &s->nodes[ply], &s->views[ply], m))
            stones_list_put(l, m, 0);
    }
}

// Finds the best of the moves from `at` on, moves it to that place and returns it. There are two
// plain loops because compilers make vectors of the first.
static inline stones_step stones_list_pick(struct stones_list *l, int at)
{
    int32_t best = l->entries[at];
    for (int i = at + 1; i < l->count; i++)
        best = l->entries[i] > best ? l->entries[i] : best;
    int place = at;
    while (l->entries[place] != best)
        place++;
    l->entries[place] = l->entries[at];
    l->entries[at] = best;
    return stones_list_at(l, at);
}

static inline void stones_learn(int16_t *score, int bonus)
{
    *score = (int16_t)(*score + bonus - *score * abs(bonus) / STONES_HISTORY_MOST);
}

static inline int16_t *stones_history_of(struct stones_state *s, int seat, stones_step m)
{
    const int type = stones_step_type(m) == STONES_STRENGTHEN;
    return &s->history[seat][type][stones_step_from(m)][stones_step_to(m)];
}

// Remembers that the move at `at` refuted the node, and that those before it did not.
static inline void stones_remember(
    struct stones_state *s, int ply, const struct stones_list *l, int at, int depth)
{
    const int seat = s->nodes[ply].seat, bonus = depth * depth * 32;
    const int bounded = bonus < STONES_HISTORY_MOST / 8 ? bonus : STONES_HISTORY_MOST / 8;
    const stones_step m = stones_list_at(l, at);
    for (int i = 0; i < at; i++)
        stones_learn(stones_history_of(s, seat, stones_list_at(l, i)), -bounded);
    stones_learn(stones_history_of(s, seat, m), bounded);
    if (s->killers[ply][0] != m) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = m;
    }
}

#endif
