// The search of Game of Stones: alpha-beta over single moves, two to a turn, compiled once for each
// instruction-set level.
//
// The side to move does not change after the attack that opens a turn: a node's value is then its
// child's, and not the opposite of it. A win is worth SCORE_WIN less the moves to it.
#include "base/random.h"
#include "brains/stones/move_order.h"

#include <stdlib.h>

enum {
    INFINITE = SCORE_WIN + 1,
    EVALUATION_MOST = STONES_WON - 1,
    SORTED_LAST = 6, // so many moves are put in order with one move left,
    SORTED = 48,     // and so many with more: of the others each is as good as any
    WINDOW = 80,     // around the last step's score
};

static int stones_visit(struct stones_state *s, int ply, int depth, int alpha, int beta);

// --- Scores ---

static bool stones_is_decided(int score)
{
    return score >= STONES_WON || score <= -STONES_WON;
}

// In the table a win is counted from the node, not from the root.
static int stones_to_table(int score, int ply)
{
    return score >= STONES_WON ? score + ply : score <= -STONES_WON ? score - ply : score;
}

static int stones_from_table(int score, int ply)
{
    return score >= STONES_WON ? score - ply : score <= -STONES_WON ? score + ply : score;
}

static int stones_judge(
    const struct stones_tables *t, const struct stones_node *n, const struct stones_view *v)
{
    const int value = stones_evaluate(t, n, v);
    if (value > EVALUATION_MOST)
        return EVALUATION_MOST;
    return value < -EVALUATION_MOST ? -EVALUATION_MOST : value;
}

// True if the game is over, or will be with the next move.
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

static int stones_leaf(struct stones_state *s, const struct stones_node *n, int ply)
{
    struct stones_view v;
    int score;
    stones_look(n, &v);
    return is_ending(n, &v, ply, &score) ? score : stones_judge(s->tables, n, &v);
}

static void set_line(struct stones_state *s, int ply, stones_step m)
{
    const int longest = LINE_MOST - 1, below = s->line_length[ply + 1];
    const int rest = below < longest ? below : longest;
    s->line[ply][0] = m;
    memcpy(&s->line[ply][1], s->line[ply + 1], (size_t)rest * sizeof(stones_step));
    s->line_length[ply] = rest + 1;
}

// --- The tree ---

// The value of the child that has been played at ply + 1, for the side to move at `ply`.
static int value_of(struct stones_state *s, int ply, int depth, int alpha, int beta)
{
    if (s->nodes[ply + 1].seat == s->nodes[ply].seat)
        return stones_visit(s, ply + 1, depth, alpha, beta);
    return -stones_visit(s, ply + 1, depth, -beta, -alpha);
}

// How much less deeply a late move is looked at.
static int stones_reduction(const struct stones_state *s, int depth, int at)
{
    const struct stones_cuts *c = s->cuts;
    if (s->plain || depth < 2 || at < c->reduce_from)
        return 0;
    const int16_t *logs = s->tables->logs;
    const int deep = logs[stones_at_most(depth, STONES_LOGS - 1)];
    const int late = logs[stones_at_most(at, STONES_LOGS - 1)];
    const int share = c->reduce_share * deep / STONES_LOG_UNIT * late / STONES_LOG_UNIT;
    return stones_at_most((c->reduce_base + share) / 100, depth - 1);
}

// The child at ply + 1: the first move with the whole window, the others to see whether they are
// better, and only then how much.
static int try_child(struct stones_state *s, int ply, int depth, int at, int alpha, int beta)
{
    const int less = at == 0 ? 0 : stones_reduction(s, depth, at);
    if (depth - 1 - less > 0) // a leaf does not ask the table
        tt_prefetch(s->tt, s->nodes[ply + 1].key);
    if (at == 0)
        return value_of(s, ply, depth - 1, alpha, beta);
    int value = value_of(s, ply, depth - 1 - less, alpha, alpha + 1);
    if (value > alpha && less > 0 && !s->search->stopped)
        value = value_of(s, ply, depth - 1, alpha, alpha + 1);
    if (value > alpha && value < beta && !s->search->stopped)
        value = value_of(s, ply, depth - 1, alpha, beta);
    return value;
}

// True if what the table knows is enough: it has looked as deeply, or has seen the end. This and
// the two functions below have seven parameters: these are the state of a node, which changes with
// every call.
static bool stones_is_known(const struct stones_state *s, const struct tt_entry *e, int depth,
    int ply, int alpha, int beta, int *score)
{
    *score = stones_from_table(e->score, ply);
    if (s->plain ? e->depth != depth : e->depth < depth && !stones_is_decided(*score))
        return false;
    return e->bound == TT_EXACT || (e->bound == TT_LOWER && *score >= beta) ||
        (e->bound == TT_UPPER && *score <= alpha);
}

// Stores a node in the table.
static void stones_remember_node(
    struct stones_state *s, int ply, int depth, int best, stones_step m, int alpha, int beta)
{
    const struct tt_entry e = {
        .best = m,
        .score = (int16_t)stones_to_table(best, ply),
        .depth = (uint8_t)depth,
        .bound = best >= beta ? TT_LOWER
            : best > alpha    ? TT_EXACT
                              : TT_UPPER,
    };
    tt_store(s->tt, s->nodes[ply].key, &e);
}

// Moves from here on are not tried: the others were better hopes.
static bool stones_is_late(const struct stones_state *s, int depth, int at)
{
    return !s->plain &&
        ((depth == 1 && at >= s->cuts->late_one) || (depth == 2 && at >= s->cuts->late_two));
}

// A second attack in one turn that has not come early is hardly ever the best free move.
static bool is_idle(
    const struct stones_state *s, const struct stones_node *n, int depth, int at, stones_step m)
{
    const struct stones_cuts *c = s->cuts;
    return !s->plain && n->phase == STONES_ANY && stones_step_type(m) == STONES_ATTACK &&
        at > c->idle_from + c->idle_more * depth;
}

// All moves of a node; the best value, and its move in `*best_step`.
static int stones_try_moves(struct stones_state *s, int ply, int depth, int alpha, int beta,
    stones_step first, stones_step *best_step)
{
    struct stones_list *l = &s->lists[ply];
    int best = -INFINITE;
    stones_list_early(s, ply, first, l);
    const int early = l->count, sorted = early + (depth > 1 ? SORTED : SORTED_LAST);
    for (int i = 0;; i++) {
        if (i == early)
            stones_list_moves(s, ply, l);
        if (i == l->count)
            break;
        const stones_step m =
            i >= early && i < sorted ? stones_list_pick(l, i) : stones_list_at(l, i);
        if (i >= early && stones_list_has(l, early, m))
            continue;
        if (beta - alpha == 1 && best > -STONES_WON) {
            if (stones_is_late(s, depth, i))
                break;
            if (is_idle(s, &s->nodes[ply], depth, i, m))
                continue;
        }
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
            stones_remember(s, ply, l, i, depth);
            break;
        }
    }
    return best;
}

// Whether a node is believed to be worth at least beta because its evaluation is so far above it.
// Less is enough at the beginning of a turn: two moves come that can only help. After a free move
// two of the other side come.
static bool is_good(const struct stones_state *s, int ply, int depth, int beta, int *value)
{
    const struct stones_cuts *c = s->cuts;
    const struct stones_node *n = &s->nodes[ply];
    const bool begins = n->phase != STONES_ANY;
    if (depth > (begins ? c->ahead_depth : c->calm_depth))
        return false;
    *value = stones_judge(s->tables, n, &s->views[ply]);
    return *value - (begins ? c->ahead_margin : c->calm_margin * depth) >= beta;
}

static int stones_visit(struct stones_state *s, int ply, int depth, int alpha, int beta)
{
    const struct stones_node *n = &s->nodes[ply];
    s->line_length[ply] = 0;
    if (search_tick(s->search))
        return 0;
    if (depth <= 0)
        return stones_leaf(s, n, ply);
    struct tt_entry e = {.best = MOVE_NONE};
    int score;
    const bool found = tt_probe(s->tt, n->key, &e);
    if (found && beta - alpha == 1 && stones_is_known(s, &e, depth, ply, alpha, beta, &score))
        return score;
    struct stones_view *v = &s->views[ply];
    stones_look(n, v);
    if (is_ending(n, v, ply, &score))
        return score;
    if (!s->plain && beta - alpha == 1 && !stones_is_decided(beta) &&
        is_good(s, ply, depth, beta, &score))
        return score;
    if (!s->plain && n->phase != STONES_ANY && v->attacks[0] <= s->cuts->few_attacks)
        depth++;
    stones_step best_step = MOVE_NONE;
    const int best = stones_try_moves(s, ply, depth, alpha, beta, e.best, &best_step);
    if (s->search->stopped)
        return 0;
    stones_remember_node(
        s, ply, depth, best, best_step == MOVE_NONE ? e.best : best_step, alpha, beta);
    return best;
}

// --- The root ---

// A little luck for each move, the same for the whole question.
static int stones_luck(const struct stones_state *s, stones_step m)
{
    return s->noise > 0 ? (int)(random_mix(s->seed ^ m) % (unsigned)(2 * s->noise + 1)) - s->noise
                        : 0;
}

static void to_front(struct stones_list *l, int at)
{
    const int32_t entry = l->entries[at];
    memmove(&l->entries[1], &l->entries[0], (size_t)at * sizeof entry);
    l->entries[0] = entry;
}

// The moves of the root in their order; false: stopped. `*best` is what has been found by then.
static bool try_root(struct stones_state *s, int depth, int alpha, int beta, int *best)
{
    struct stones_list *l = &s->root;
    *best = -INFINITE;
    for (int i = 0; i < l->count; i++) {
        const stones_step m = stones_list_at(l, i);
        const int extra = stones_luck(s, m);
        stones_play(s->tables, &s->nodes[0], m, &s->nodes[1]);
        int value = try_child(s, 0, depth, i, alpha - extra, beta - extra);
        if (s->search->stopped)
            return false;
        if (!stones_is_decided(value))
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

static void stones_fill_thought(
    const struct stones_state *s, int depth, int score, struct thought *t)
{
    t->best = stones_move_of(s->line[0][0]);
    t->score = score;
    t->exact = stones_is_decided(score);
    t->depth = depth;
    t->line_length = s->line_length[0];
    for (int i = 0; i < t->line_length; i++)
        t->line[i] = stones_move_of(s->line[0][i]);
}

void KERNEL(stones_begin)(struct stones_state *s, const struct stones *board)
{
    stones_node_of(s->tables, board, &s->nodes[0]);
    stones_weigh(s, s->nodes[0].on_board);
    stones_look(&s->nodes[0], &s->views[0]);
    memset(s->killers, 0xFF, sizeof s->killers);
    for (size_t i = 0; i < sizeof s->history / sizeof(int16_t); i++)
        (&s->history[0][0][0][0])[i] /= 4;
    struct stones_list *l = &s->root;
    l->count = 0;
    stones_list_moves(s, 0, l);
    for (int i = 0; i < l->count; i++)
        stones_list_pick(l, i);
}

// The game ends with the next move.
static enum step win_now(struct stones_state *s, struct thought *thought)
{
    const struct stones_node *n = &s->nodes[0];
    const struct stones_list *l = &s->root;
    int at = 0;
    while (stones_step_type(stones_list_at(l, at)) != STONES_ATTACK ||
        n->counts[!n->seat][n->stacks[stones_step_to(stones_list_at(l, at))] % 4] > 1)
        at++;
    s->line_length[1] = 0;
    set_line(s, 0, stones_list_at(l, at));
    s->search->nodes++;
    stones_fill_thought(s, 1, SCORE_WIN - 1, thought);
    return STEP_LAST;
}

enum step KERNEL(stones_deepen)(struct stones_state *s, int depth, struct thought *thought)
{
    if (stones_wins_now(&s->nodes[0], &s->views[0]))
        return win_now(s, thought);
    int alpha = -INFINITE, beta = INFINITE, best;
    if (!s->plain && depth > 3 && !stones_is_decided(thought->score) &&
        thought->best != MOVE_NONE) {
        alpha = thought->score - WINDOW;
        beta = thought->score + WINDOW;
    }
    for (;;) {
        s->line_length[0] = 0;
        const bool whole = try_root(s, depth, alpha, beta, &best);
        if (!whole) {
            if (s->line_length[0] > 0 && best > alpha)
                stones_fill_thought(s, depth - 1, best, thought);
            return STEP_STOPPED;
        }
        if (best <= alpha)
            alpha = -INFINITE;
        else if (best >= beta && beta < INFINITE)
            beta = INFINITE;
        else
            break;
    }
    stones_fill_thought(s, depth, best, thought);
    if (!s->plain && best >= STONES_WON)
        return STEP_LAST; // a shorter win would be no better
    return stones_is_decided(best) && SCORE_WIN - abs(best) <= depth ? STEP_LAST : STEP_DONE;
}

int KERNEL(stones_static)(const struct stones_tables *t, const struct stones *board)
{
    struct stones_node n;
    struct stones_view v;
    stones_node_of(t, board, &n);
    stones_look(&n, &v);
    return stones_judge(t, &n, &v);
}
