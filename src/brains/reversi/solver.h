// Solves positions of the large board with at most SOLVE_MOST empty squares. It does without
// evaluation and without the shared table, which would cost more than they save.
//
// All functions answer whether the score is more than alpha, as in reversi/last_squares.h. Some
// have more than six parameters: all of them change with every move, and a struct would have to be
// written for every node.
#ifndef AGON_BRAINS_REVERSI_SOLVER_H
#define AGON_BRAINS_REVERSI_SOLVER_H

#include "brains/reversi/last_squares.h"
#include "brains/reversi/move_order.h"
#include "brains/reversi/stability.h"

enum {
    SOLVE_MOST = 13, // empty squares
    SORT_LEAST = 9,  // empty squares from which on moves are put in order
};

// Six empty squares or more, those in odd quarters first. `moves` are those of the side to move.
// This, solve_sorted and solve_list have more than six parameters: these are a node, which is kept
// in registers and changes with every call.
static int solve_shallow(struct reversi_state *s, last_set mine, last_set theirs, int alpha,
    int empties, bitboard odd, bitboard moves)
{
    int score, best = -SCORE_NONE;
    if (search_tick(s->search))
        return 0;
    if (stable_cut(last_bits(mine), last_bits(theirs), alpha, empties, &score))
        return score;
    if (moves == 0) {
        moves = last_moves(theirs, mine);
        if (moves == 0)
            return last_end(mine, theirs);
        return -solve_shallow(s, theirs, mine, -alpha - 1, empties, odd, moves);
    }
    while (moves) {
        int at = bits_lowest(moves & odd ? moves & odd : moves);
        moves ^= UINT64_C(1) << at;
        last_set turned = last_flips(mine, theirs, at);
        last_set next = theirs ^ turned, other = mine | turned | last_square(at);
        bitboard left = odd ^ last_quarter(at);
        if (empties == 6)
            score = -last_five(s->search, next, other, -alpha - 1, ~last_bits(next | other), left);
        else
            score = -solve_shallow(
                s, next, other, -alpha - 1, empties - 1, left, last_moves(next, other));
        if (search_is_over(s->search))
            return 0;
        best = score > best ? score : best;
        if (best > alpha)
            return best;
    }
    return best;
}

// --- Moves in order ---

static inline struct near_slot *near_slot(struct reversi_state *s, bitboard mine, bitboard theirs)
{
    uint64_t h = mine * UINT64_C(0x9E3779B97F4A7C15) ^ theirs * UINT64_C(0xD6E8FEB86659FD93);
    h ^= h >> 32;
    return &s->near[h * UINT64_C(0xA3B195354A39B70D) >> (64 - NEAR_BITS)];
}

static inline bool near_holds(const struct near_slot *slot, bitboard mine, bitboard theirs)
{
    return slot->mine == mine && slot->theirs == theirs;
}

static inline void near_store(
    struct near_slot *slot, bitboard mine, bitboard theirs, int alpha, int score, int best)
{
    if (!near_holds(slot, mine, theirs))
        *slot = (struct near_slot){
            .mine = mine, .theirs = theirs, .lower = -SCORE_MOST, .upper = SCORE_MOST};
    *(score > alpha ? &slot->lower : &slot->upper) = (int8_t)score;
    slot->best = (uint8_t)best;
}

struct solve_move {
    bitboard turned, replies;
};

// Keys hold an order in their upper bits, then where the move is in the list, then its square.
enum { KEY_AT_BITS = 6, KEY_BITS = 10, KEY_BASE = 1 << 12, KEY_HINT = 1 << 13 };

struct solve_list {
    int count;
    int keys[SOLVE_MOST];
    struct solve_move moves[SOLVE_MOST];
};

// Lists the `moves` with the positions after them. For the parameters see solve_shallow.
static inline void solve_list(struct reversi_state *s, bitboard mine, bitboard theirs, int empties,
    bitboard odd, bitboard moves, int hint, struct solve_list *list)
{
    int count = 0;
    for (; moves; moves &= moves - 1) {
        int at = bits_lowest(moves);
        bitboard turned = bits_flips(mine, theirs, at);
        bitboard next = theirs ^ turned, other = mine | turned | UINT64_C(1) << at;
        if (empties > SORT_LEAST)
            __builtin_prefetch(near_slot(s, next, other));
        bitboard replies = bits_mobility(next, other, s->squares);
        int order = KEY_BASE + order_by_replies(at, replies, odd >> at & 1);
        order += at == hint ? KEY_HINT : 0;
        list->keys[count] = order << KEY_BITS | count << KEY_AT_BITS | at;
        list->moves[count++] = (struct solve_move){.turned = turned, .replies = replies};
    }
    list->count = count;
}

// Takes the best one out.
static inline int solve_next(struct solve_list *list)
{
    int pick = 0;
    for (int i = 1; i < list->count; i++)
        pick = list->keys[i] > list->keys[pick] ? i : pick;
    int key = list->keys[pick];
    list->keys[pick] = list->keys[--list->count];
    return key;
}

// SORT_LEAST to SOLVE_MOST empty squares. For the parameters see solve_shallow.
static int solve_sorted(struct reversi_state *s, bitboard mine, bitboard theirs, int alpha,
    int empties, bitboard odd, bitboard moves)
{
    int score, best = -SCORE_NONE, found = 0;
    if (search_tick(s->search))
        return 0;
    if (stable_cut(mine, theirs, alpha, empties, &score))
        return score;
    if (moves == 0) {
        moves = bits_mobility(theirs, mine, s->squares);
        if (moves == 0)
            return last_score_early(mine, theirs, SCORE_MOST);
        return -solve_sorted(s, theirs, mine, -alpha - 1, empties, odd, moves);
    }
    struct near_slot *slot = near_slot(s, mine, theirs);
    bool known = near_holds(slot, mine, theirs);
    if (known && slot->lower > alpha)
        return slot->lower;
    if (known && slot->upper <= alpha)
        return slot->upper;
    struct solve_list list;
    solve_list(s, mine, theirs, empties, odd, moves, known ? slot->best : -1, &list);
    while (list.count > 0 && best <= alpha) {
        int key = solve_next(&list);
        int at = key & ((1 << KEY_AT_BITS) - 1);
        const struct solve_move *m =
            &list.moves[key >> KEY_AT_BITS & ((1 << (KEY_BITS - KEY_AT_BITS)) - 1)];
        bitboard next = theirs ^ m->turned, other = mine | m->turned | UINT64_C(1) << at;
        bitboard left = odd ^ last_quarter(at);
        if (empties > SORT_LEAST)
            score = -solve_sorted(s, next, other, -alpha - 1, empties - 1, left, m->replies);
        else
            score = -solve_shallow(
                s, last_each(next), last_each(other), -alpha - 1, empties - 1, left, m->replies);
        if (score > best) {
            best = score;
            found = at;
        }
    }
    if (!s->search->stopped)
        near_store(slot, mine, theirs, alpha, best, found);
    return best;
}

// SOLVE_MOST empty squares at most.
static int solve(struct reversi_state *s, bitboard mine, bitboard theirs, int alpha, int empties)
{
    bitboard empty = ~(mine | theirs);
    bitboard odd = last_odd(empty);
    switch (empties) {
    case 0:
        return last_score(mine);
    case 1:
        s->search->nodes++;
        return last_one(mine, bits_lowest(empty));
    case 2:
        return last_two(s->search, last_each(mine), last_each(theirs), alpha, bits_lowest(empty),
            bits_lowest(empty & (empty - 1)));
    case 3:
        return last_three(s->search, last_each(mine), last_each(theirs), alpha, empty, odd);
    case 4:
        return last_four(s->search, last_each(mine), last_each(theirs), alpha, empty, odd);
    case 5:
        return last_five(s->search, last_each(mine), last_each(theirs), alpha, empty, odd);
    default:
        break;
    }
    bitboard moves = bits_mobility(mine, theirs, s->squares);
    return empties < SORT_LEAST
        ? solve_shallow(s, last_each(mine), last_each(theirs), alpha, empties, odd, moves)
        : solve_sorted(s, mine, theirs, alpha, empties, odd, moves);
}

#endif
