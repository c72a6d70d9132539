// Counting move sequences of Game of Stones: compiled once for each instruction-set level.
//
// The last move of a sequence is counted, not played. The one before is played on the lines only:
// types matter no more, because whether it ends the game is known beforehand.
#include "games/kernel.h"
#include "games/stones_bits.h"

void KERNEL(stones_perft)(const struct stones *s, int depth, struct perft_count *count);

struct stones_walk_node {
    struct stones_lines lines;
    int seat;
    enum stones_phase phase;
    int depth; // moves still to be made, at least 1
};

static void stones_walk(const struct stones_walk_node *n, struct perft_count *count);

// What the next move is, and whose.
static inline int seat_after(int seat, enum stones_phase phase)
{
    return phase == STONES_MUST_ATTACK ? seat : !seat;
}

static inline enum stones_phase phase_after(enum stones_phase phase)
{
    return phase == STONES_MUST_ATTACK ? STONES_ANY : STONES_MUST_ATTACK;
}

// Adds the sequences of one move. Without a move the game is over.
static inline void count_last(
    const struct stones_lines *lines, int seat, enum stones_phase phase, struct perft_count *count)
{
    unsigned moves =
        phase == STONES_ANY ? stones_count_any(lines, seat) : stones_count_attacks(lines, seat);
    count->nodes += moves;
    count->leaves += moves ? moves : 1;
}

// One pair of the node, played from one of its stacks to the other.
static inline void walk_move(const struct stones_walk_node *n, enum stones_phase phase,
    enum stones_type type, int from, int to, struct perft_count *count)
{
    struct stones_walk_node next;
    if (type == STONES_ATTACK)
        stones_attack(&n->lines, n->seat, from, to, &next.lines);
    else
        stones_strengthen(&n->lines, n->seat, from, to, &next.lines);
    const int seat = seat_after(n->seat, phase);
    if (n->depth == 2) {
        count_last(&next.lines, seat, phase_after(phase), count);
        return;
    }
    memcpy(next.lines.kind, n->lines.kind, sizeof next.lines.kind);
    stones_move_kind(next.lines.kind, from, to);
    next.seat = seat;
    next.phase = phase_after(phase);
    next.depth = n->depth - 1;
    stones_walk(&next, count);
}

// Plays all pairs of one order in one direction. Taking or covering one of the `last_ones` ends the
// game. It has eight parameters because most are constants to the compiler, which makes a function
// of its own for each call.
static inline void walk_pairs(const struct stones_walk_node *n, enum stones_phase phase,
    enum stones_type type, enum stones_order order, bitboard pairs, bool upwards,
    bitboard last_ones, struct perft_count *count)
{
    const bitboard occupied = n->lines.side[0][order] | n->lines.side[1][order];
    while (pairs) {
        int upper = stones_pop(&pairs);
        int lower = stones_turned[order][stones_below(occupied, upper)];
        upper = stones_turned[order][upper];
        int from = upwards ? lower : upper, to = upwards ? upper : lower;
        if (last_ones & STONES_BIT(to))
            count->leaves++;
        else
            walk_move(n, phase, type, from, to, count);
    }
}

// At least two moves to go; `phase` is the node's, known when this is compiled.
static inline void walk_phase(
    const struct stones_walk_node *n, enum stones_phase phase, struct perft_count *count)
{
    struct stones_pairs pairs;
    stones_see(&n->lines, n->seat, &pairs);
    const bitboard my_last = stones_last_ones(&n->lines, n->seat);
    const bitboard their_last = stones_last_ones(&n->lines, !n->seat);
    bitboard any = 0;
    for (enum stones_order k = 0; k < STONES_ORDERS; k++) {
        const bitboard attacks = pairs.attacks[k], mine = n->lines.side[n->seat][k];
        any |= attacks;
        walk_pairs(n, phase, STONES_ATTACK, k, attacks & ~mine, true, their_last, count);
        walk_pairs(n, phase, STONES_ATTACK, k, attacks & mine, false, their_last, count);
        if (phase == STONES_ANY) {
            walk_pairs(n, phase, STONES_STRENGTHEN, k, pairs.joins[k], true, my_last, count);
            walk_pairs(n, phase, STONES_STRENGTHEN, k, pairs.joins[k], false, my_last, count);
        }
    }
    if (phase == STONES_ANY) {
        struct stones_walk_node passed = *n;
        passed.seat = !n->seat;
        passed.phase = STONES_MUST_ATTACK;
        passed.depth--;
        stones_walk(&passed, count);
    } else if (!any) {
        count->leaves++;
    }
}

static void stones_walk(const struct stones_walk_node *n, struct perft_count *count)
{
    if (n->depth == 1)
        count_last(&n->lines, n->seat, n->phase, count);
    else if (n->phase == STONES_FIRST)
        walk_phase(n, STONES_FIRST, count);
    else if (n->phase == STONES_MUST_ATTACK)
        walk_phase(n, STONES_MUST_ATTACK, count);
    else
        walk_phase(n, STONES_ANY, count);
}

// The game is not over and `depth` is at least 1.
void KERNEL(stones_perft)(const struct stones *s, int depth, struct perft_count *count)
{
    struct stones_walk_node n = {.seat = s->turn, .phase = s->phase, .depth = depth};
    stones_lines_of(s, &n.lines);
    *count = (struct perft_count){0, 0};
    stones_walk(&n, count);
}
