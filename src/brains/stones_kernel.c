// The search of Game of Stones: alpha-beta over single moves, two to a turn, compiled once for each
// instruction-set level.
//
// The side to move does not change after the attack that opens a turn: a node's value is then its
// child's, and not the opposite of it. A win is worth SCORE_WIN less the moves to it.
#include "base/random.h"
#include "brains/stones_search.h"

#include <stdlib.h>

void KERNEL(stones_begin)(struct stones_search *s, const struct stones *board);
enum step KERNEL(stones_deepen)(struct stones_search *s, int depth, struct thought *thought);
int KERNEL(stones_static)(const struct stones_tables *t, const struct stones *board);

enum {
    INFINITE = SCORE_WIN + 1,
    EVALUATION_MOST = STONES_WON - 1,
    HISTORY_MOST = 1 << 14,
    HISTORY_SHARE = 12, // so much of history is worth one unit of evaluation
    FORBIDDEN = 1 << 20,
    SORTED_LAST = 6, // so many moves are put in order with one move left,
    SORTED = 48,     // and so many with more: of the others each is as good as any
    RANK_JOIN = 100, // strengthening is more often right than an attack that wins as much
    WINDOW = 40,     // around the last step's score
};

static int visit(struct stones_search *s, int ply, int depth, int alpha, int beta);

// --- Scores ---

static bool is_decided(int score)
{
    return score >= STONES_WON || score <= -STONES_WON;
}

// In the table a win is counted from the node, not from the root.
static int to_table(int score, int ply)
{
    return score >= STONES_WON ? score + ply : score <= -STONES_WON ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score >= STONES_WON ? score - ply : score <= -STONES_WON ? score + ply : score;
}

static int judge(
    const struct stones_tables *t, const struct stones_node *n, const struct stones_view *v)
{
    const int value = stones_evaluate(t, n, v);
    if (value > EVALUATION_MOST)
        return EVALUATION_MOST;
    return value < -EVALUATION_MOST ? -EVALUATION_MOST : value;
}

// True: the game is over, or will be with the next move.
static inline bool is_ending(
    const struct stones_node *n, const struct stones_view *v, int ply, int *score)
{
    if (stones_wins_now(n, v)) {
        *score = SCORE_WIN - ply - 1;
        return true;
    }
    if (n->phase != STONES_ANY && v->attacks[0] == 0) {
        *score = -(SCORE_WIN - ply);
        return true;
    }
    return false;
}

static int leaf(struct stones_search *s, const struct stones_node *n, int ply)
{
    struct stones_view v;
    int score;
    stones_look(n, &v);
    return is_ending(n, &v, ply, &score) ? score : judge(s->tables, n, &v);
}

// --- Moves ---

static void put(struct stones_list *l, stones_step m, int rank)
{
    l->steps[l->count] = m;
    l->ranks[l->count++] = rank;
}

// What a stack with the given code is worth on a cell, to its side.
static int merit(const struct stones_search *s, int code, int cell)
{
    return s->merits[code % 4][stones_at_most(code / 4, STONES_HEIGHTS)][cell];
}

// What the mover wins by what it takes and where it goes then; the rest is experience.
static void list_attacks(struct stones_search *s, const struct stones_node *n,
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
            const int gain = merit(s, taken, to) + s->losses[taken % 4][counts[taken % 4]] +
                merit(s, mine, to) - merit(s, mine, from);
            put(l, stones_step_of(STONES_ATTACK, from, to),
                gain + history[from][to] / HISTORY_SHARE);
        }
    }
}

// Both ways to join two stacks of the mover's. Whoever covers the last stack of a type has lost:
// such a move is not worth a look, because there is always the pass.
static inline void list_joins_of(struct stones_search *s, const struct stones_node *n, int upper,
    int lower, const int costs[STONES_KINDS], struct stones_list *l)
{
    int16_t(*history)[64] = s->history[n->seat][1];
    const int code_above = n->stacks[upper], code_below = n->stacks[lower];
    const int above = code_above % 4, below = code_below % 4;
    const int height = stones_at_most(code_above / 4 + code_below / 4, STONES_HEIGHTS);
    const int left = RANK_JOIN - merit(s, code_above, upper) - merit(s, code_below, lower);
    if (above == below || costs[below] != FORBIDDEN)
        put(l, stones_step_of(STONES_STRENGTHEN, upper, lower),
            left + s->merits[above][height][lower] - costs[below] +
                history[upper][lower] / HISTORY_SHARE);
    if (above == below || costs[above] != FORBIDDEN)
        put(l, stones_step_of(STONES_STRENGTHEN, lower, upper),
            left + s->merits[below][height][upper] - costs[above] +
                history[lower][upper] / HISTORY_SHARE);
}

static void list_joins(struct stones_search *s, const struct stones_node *n,
    const struct stones_view *v, struct stones_list *l)
{
    int costs[STONES_KINDS];
    for (int k = 0; k < STONES_KINDS; k++) {
        const int count = n->counts[n->seat][k];
        costs[k] = count == 1 ? FORBIDDEN : s->losses[k][count];
    }
    for (enum stones_order order = 0; order < STONES_ORDERS; order++) {
        const bitboard occupied = n->lines.side[0][order] | n->lines.side[1][order];
        bitboard left = v->joins[order];
        while (left) {
            const int bit = stones_pop(&left);
            list_joins_of(s, n, stones_turned[order][bit],
                stones_turned[order][stones_below(occupied, bit)], costs, l);
        }
    }
}

// All moves, behind those that are on the list already.
static void list_moves(struct stones_search *s, int ply, struct stones_list *l)
{
    const struct stones_node *n = &s->nodes[ply];
    list_attacks(s, n, &s->views[ply], l);
    if (n->phase == STONES_ANY) {
        list_joins(s, n, &s->views[ply], l);
        put(l, STONES_PASS, 0);
    }
}

static bool is_among(const struct stones_list *l, int count, stones_step m)
{
    for (int i = 0; i < count; i++) {
        if (l->steps[i] == m)
            return true;
    }
    return false;
}

// The moves that are tried before all are listed, because that is often spared then: the table's
// and those that have refuted a sister.
static void list_early(struct stones_search *s, int ply, stones_step first, struct stones_list *l)
{
    const stones_step hopes[] = {first, s->killers[ply][0], s->killers[ply][1]};
    l->count = 0;
    for (size_t i = 0; i < sizeof hopes / sizeof *hopes; i++) {
        const stones_step m = hopes[i];
        if (m != MOVE_NONE && !is_among(l, l->count, m) &&
            stones_may(s->tables, &s->nodes[ply], &s->views[ply], m))
            put(l, m, 0);
    }
}

// Brings the best of the moves from `at` on to that place.
static stones_step pick(struct stones_list *l, int at)
{
    int best = at;
    for (int i = at + 1; i < l->count; i++) {
        if (l->ranks[i] > l->ranks[best])
            best = i;
    }
    const stones_step m = l->steps[best];
    const int rank = l->ranks[best];
    l->steps[best] = l->steps[at];
    l->ranks[best] = l->ranks[at];
    l->steps[at] = m;
    l->ranks[at] = rank;
    return m;
}

// --- Experience ---

static void learn(int16_t *score, int bonus)
{
    *score = (int16_t)(*score + bonus - *score * abs(bonus) / HISTORY_MOST);
}

static int16_t *history_of(struct stones_search *s, int seat, stones_step m)
{
    const int type = stones_step_type(m) == STONES_STRENGTHEN;
    return &s->history[seat][type][stones_step_from(m)][stones_step_to(m)];
}

// The move at `at` was too good for the other side; those before it were not.
static void remember(
    struct stones_search *s, int ply, const struct stones_list *l, int at, int depth)
{
    const int seat = s->nodes[ply].seat, bonus = depth * depth * 32;
    const int bounded = bonus < HISTORY_MOST / 8 ? bonus : HISTORY_MOST / 8;
    const stones_step m = l->steps[at];
    for (int i = 0; i < at; i++)
        learn(history_of(s, seat, l->steps[i]), -bounded);
    learn(history_of(s, seat, m), bounded);
    if (s->killers[ply][0] != m) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = m;
    }
}

static void set_line(struct stones_search *s, int ply, stones_step m)
{
    const int longest = LINE_MOST - 1, below = s->line_length[ply + 1];
    const int rest = below < longest ? below : longest;
    s->line[ply][0] = m;
    memcpy(&s->line[ply][1], s->line[ply + 1], (size_t)rest * sizeof(stones_step));
    s->line_length[ply] = rest + 1;
}

// --- The tree ---

// The value of the child that has been played at ply + 1, for the side to move at `ply`.
static int value_of(struct stones_search *s, int ply, int depth, int alpha, int beta)
{
    if (s->nodes[ply + 1].seat == s->nodes[ply].seat)
        return visit(s, ply + 1, depth, alpha, beta);
    return -visit(s, ply + 1, depth, -beta, -alpha);
}

// How much less deeply a late move is looked at.
static int reduction(const struct stones_search *s, int depth, int at)
{
    const struct stones_cuts *c = s->cuts;
    if (s->plain || depth < 2 || at < c->reduce_from)
        return 0;
    const int less = 1 + (at >= c->reduce_two) + (at >= c->reduce_three && depth >= 4) +
        (at >= c->reduce_four && depth >= 6);
    return less < depth ? less : depth - 1;
}

// The child at ply + 1: the first move with the whole window, the others to see whether they are
// better, and only then how much.
static int try_child(struct stones_search *s, int ply, int depth, int at, int alpha, int beta)
{
    if (depth > 1)
        tt_prefetch(s->tt, s->nodes[ply + 1].key);
    if (at == 0)
        return value_of(s, ply, depth - 1, alpha, beta);
    const int less = reduction(s, depth, at);
    int value = value_of(s, ply, depth - 1 - less, alpha, alpha + 1);
    if (value > alpha && less > 0 && !s->search->stopped)
        value = value_of(s, ply, depth - 1, alpha, alpha + 1);
    if (value > alpha && value < beta && !s->search->stopped)
        value = value_of(s, ply, depth - 1, alpha, beta);
    return value;
}

// What the table knows is enough.
static bool is_known(const struct stones_search *s, const struct tt_entry *e, int depth, int ply,
    int alpha, int beta, int *score)
{
    if (s->plain ? e->depth != depth : e->depth < depth)
        return false;
    *score = from_table(e->score, ply);
    return e->bound == TT_EXACT || (e->bound == TT_LOWER && *score >= beta) ||
        (e->bound == TT_UPPER && *score <= alpha);
}

static void store(
    struct stones_search *s, int ply, int depth, int best, stones_step m, int alpha, int beta)
{
    const struct tt_entry e = {
        .best = m,
        .score = (int16_t)to_table(best, ply),
        .depth = (uint8_t)depth,
        .bound = best >= beta ? TT_LOWER
            : best > alpha    ? TT_EXACT
                              : TT_UPPER,
    };
    tt_store(s->tt, s->nodes[ply].key, &e);
}

// Moves from here on are not tried: the others were better hopes.
static bool is_late(const struct stones_search *s, int depth, int at)
{
    return !s->plain &&
        ((depth == 1 && at >= s->cuts->late_one) || (depth == 2 && at >= s->cuts->late_two));
}

// All moves of a node; the best value, and its move in `*best_step`.
static int try_moves(struct stones_search *s, int ply, int depth, int alpha, int beta,
    stones_step first, stones_step *best_step)
{
    struct stones_list *l = &s->lists[ply];
    int best = -INFINITE;
    list_early(s, ply, first, l);
    const int early = l->count, sorted = early + (depth > 1 ? SORTED : SORTED_LAST);
    for (int i = 0;; i++) {
        if (i == early)
            list_moves(s, ply, l);
        if (i == l->count)
            break;
        const stones_step m = i >= early && i < sorted ? pick(l, i) : l->steps[i];
        if (i >= early && is_among(l, early, m))
            continue;
        if (beta - alpha == 1 && best > -STONES_WON && is_late(s, depth, i))
            break;
        stones_play(s->tables, &s->nodes[ply], m, &s->nodes[ply + 1]);
        const int value = try_child(s, ply, depth, i, alpha, beta);
        if (s->search->stopped)
            return 0;
        if (value <= best)
            continue;
        best = value;
        if (value <= alpha)
            continue;
        alpha = value;
        *best_step = m;
        set_line(s, ply, m);
        if (value >= beta) {
            remember(s, ply, l, i, depth);
            break;
        }
    }
    return best;
}

static int visit(struct stones_search *s, int ply, int depth, int alpha, int beta)
{
    const struct stones_node *n = &s->nodes[ply];
    s->line_length[ply] = 0;
    if (search_tick(s->search))
        return 0;
    if (depth <= 0)
        return leaf(s, n, ply);
    struct tt_entry e = {.best = MOVE_NONE};
    int score;
    const bool found = tt_probe(s->tt, n->key, &e);
    if (found && beta - alpha == 1 && is_known(s, &e, depth, ply, alpha, beta, &score))
        return score;
    struct stones_view *v = &s->views[ply];
    stones_look(n, v);
    if (is_ending(n, v, ply, &score))
        return score;
    if (!s->plain && beta - alpha == 1 && depth <= s->cuts->calm_depth && !is_decided(beta)) {
        const int value = judge(s->tables, n, v);
        if (value - s->cuts->calm_margin * depth >= beta)
            return value;
    }
    if (!s->plain && n->phase != STONES_ANY && v->attacks[0] <= s->cuts->few_attacks)
        depth++;
    stones_step best_step = MOVE_NONE;
    const int best = try_moves(s, ply, depth, alpha, beta, e.best, &best_step);
    if (s->search->stopped)
        return 0;
    store(s, ply, depth, best, best_step == MOVE_NONE ? e.best : best_step, alpha, beta);
    return best;
}

// --- The root ---

// A little luck for each move, the same for the whole question.
static int luck(const struct stones_search *s, stones_step m)
{
    return s->noise > 0 ? (int)(random_mix(s->seed ^ m) % (unsigned)(2 * s->noise + 1)) - s->noise
                        : 0;
}

static void to_front(struct stones_list *l, int at)
{
    const stones_step m = l->steps[at];
    memmove(&l->steps[1], &l->steps[0], (size_t)at * sizeof m);
    l->steps[0] = m;
}

// The moves of the root in their order; false: stopped. `*best` is what has been found by then.
static bool try_root(struct stones_search *s, int depth, int alpha, int beta, int *best)
{
    struct stones_list *l = &s->root;
    *best = -INFINITE;
    for (int i = 0; i < l->count; i++) {
        const stones_step m = l->steps[i];
        const int extra = luck(s, m);
        stones_play(s->tables, &s->nodes[0], m, &s->nodes[1]);
        int value = try_child(s, 0, depth, i, alpha - extra, beta - extra);
        if (s->search->stopped)
            return false;
        if (!is_decided(value))
            value += extra;
        if (value <= *best)
            continue;
        *best = value;
        if (value <= alpha)
            continue;
        alpha = value;
        set_line(s, 0, m);
        to_front(l, i);
        if (value >= beta)
            break;
    }
    return true;
}

static void tell(const struct stones_search *s, int depth, int score, struct thought *t)
{
    t->best = stones_move_of(s->line[0][0]);
    t->score = score;
    t->exact = is_decided(score);
    t->depth = depth;
    t->line_length = s->line_length[0];
    for (int i = 0; i < t->line_length; i++)
        t->line[i] = stones_move_of(s->line[0][i]);
}

static void weigh(struct stones_search *s, int on_board)
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

void KERNEL(stones_begin)(struct stones_search *s, const struct stones *board)
{
    stones_node_of(s->tables, board, &s->nodes[0]);
    weigh(s, s->nodes[0].on_board);
    stones_look(&s->nodes[0], &s->views[0]);
    memset(s->killers, 0xFF, sizeof s->killers);
    for (size_t i = 0; i < sizeof s->history / sizeof(int16_t); i++)
        (&s->history[0][0][0][0])[i] /= 4;
    struct stones_list *l = &s->root;
    l->count = 0;
    list_moves(s, 0, l);
    for (int i = 0; i < l->count; i++)
        pick(l, i);
}

// The game ends with the next move.
static enum step win_now(struct stones_search *s, struct thought *thought)
{
    const struct stones_node *n = &s->nodes[0];
    const struct stones_list *l = &s->root;
    int at = 0;
    while (stones_step_type(l->steps[at]) != STONES_ATTACK ||
        n->counts[!n->seat][n->stacks[stones_step_to(l->steps[at])] % 4] > 1)
        at++;
    s->line_length[1] = 0;
    set_line(s, 0, l->steps[at]);
    s->search->nodes++;
    tell(s, 1, SCORE_WIN - 1, thought);
    return STEP_LAST;
}

enum step KERNEL(stones_deepen)(struct stones_search *s, int depth, struct thought *thought)
{
    if (stones_wins_now(&s->nodes[0], &s->views[0]))
        return win_now(s, thought);
    int alpha = -INFINITE, beta = INFINITE, best;
    if (!s->plain && depth > 3 && !is_decided(thought->score) && thought->best != MOVE_NONE) {
        alpha = thought->score - WINDOW;
        beta = thought->score + WINDOW;
    }
    for (;;) {
        s->line_length[0] = 0;
        const bool whole = try_root(s, depth, alpha, beta, &best);
        if (!whole) {
            if (s->line_length[0] > 0 && best > alpha)
                tell(s, depth - 1, best, thought);
            return STEP_STOPPED;
        }
        if (best <= alpha)
            alpha = -INFINITE;
        else if (best >= beta && beta < INFINITE)
            beta = INFINITE;
        else
            break;
    }
    tell(s, depth, best, thought);
    return is_decided(best) && SCORE_WIN - abs(best) <= depth ? STEP_LAST : STEP_DONE;
}

int KERNEL(stones_static)(const struct stones_tables *t, const struct stones *board)
{
    struct stones_node n;
    struct stones_view v;
    stones_node_of(t, board, &n);
    stones_look(&n, &v);
    return judge(t, &n, &v);
}
