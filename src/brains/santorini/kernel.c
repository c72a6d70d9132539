// The search of Santorini: alpha-beta with a table, compiled once for each instruction-set level.
//
// Wins in one move, threats that must be answered and builds that lose at once are seen without a
// search (santorini/board.h), so only moves that survive the next reply are tried. A position under
// a threat is never judged: it is searched one move further. Nor is one where a threat could help.
//
// A score beyond PROVED is a proof, whatever was pruned on the way: moves are left out only
// where one that does not lose has been found, and judgement alone never gives such a score.
#include "brains/santorini/move_order.h"

#include <string.h>

enum {
    PROVED = SCORE_WIN - 1000,
    INFINITE = SCORE_WIN + 1,
};

// --- Scores ---

static inline bool is_proved(int score)
{
    return score >= PROVED || score <= -PROVED;
}

// In the table a proved score counts from the position, not from the root.
static inline int16_t santorini_to_table(int score, int ply)
{
    return (int16_t)(score >= PROVED ? score + ply : score <= -PROVED ? score - ply : score);
}

static inline int santorini_from_table(int score, int ply)
{
    return score >= PROVED ? score - ply : score <= -PROVED ? score + ply : score;
}

// Brings the sums of a frame up to date: from the last frame above it whose sums are.
static void sum_up(const struct santorini_state *t, struct santorini_frame *f)
{
    struct santorini_frame *from = f;
    while (!from->summed)
        from--;
    for (; from < f; from++) {
        const struct santorini *s = &from->board.s;
        const move m = from[1].last;
        if (santorini_placing(s))
            net_sums_follow(
                t->net, s, SANTORINI_OFF, move_to(m), SANTORINI_OFF, &from->sums, &from[1].sums);
        else
            net_sums_follow(t->net, s, s->workers[s->turn][move_worker(m)], move_to(m), move_at(m),
                &from->sums, &from[1].sums);
        from[1].summed = true;
    }
}

static inline int santorini_evaluate(const struct santorini_state *t, struct santorini_frame *f)
{
    sum_up(t, f);
    return net_score(t->net, &f->board.s, &f->sums);
}

// --- The search ---

static int santorini_search(struct santorini_state *t, int ply, int alpha, int beta, int depth);

static inline void santorini_play(struct santorini_state *t, const struct santorini_node *n, move m)
{
    struct santorini_frame *after = &t->frames[n->ply + 1];
    after->board = n->frame->board;
    after->last = m;
    after->summed = false;
    if (n->placing)
        board_place(&after->board, move_to(m), &t->keys);
    else
        board_turn(&after->board, m, &t->keys);
}

// The base-2 logarithm in sixteenths, rounded down between powers of two.
static inline int log_sixteenths(int x)
{
    const int bits = 31 - __builtin_clz((unsigned)x);
    return 16 * bits + (((x << 4) >> bits) & 15);
}

// By how much a late move is searched less deep.
static inline int santorini_reduction(
    const struct santorini_habits *h, const struct santorini_node *n, int tried, int32_t score)
{
    if (n->depth < 2 || tried < h->reduce_from || n->glance.threats != 0)
        return 0;
    int r = log_sixteenths(n->depth) * log_sixteenths(tried) * h->reduce_percent / (100 * 256);
    if (n->beta - n->alpha > 1)
        r--;
    r -= score / 65536 / h->reduce_history;
    return r < 0 ? 0 : r > n->depth - 1 ? n->depth - 1 : r;
}

static int try_move(struct santorini_state *t, struct santorini_node *n, move m, int tried)
{
    santorini_play(t, n, m);
    const int next = (n->beyond != 0 ? n->beyond : n->depth) - 1;
    if (tried == 0)
        return -santorini_search(t, n->ply + 1, -n->beta, -n->alpha, next);
    const int less = t->whole ? 0 : santorini_reduction(t->habits, n, tried, n->moves[tried]);
    int score = -santorini_search(t, n->ply + 1, -n->alpha - 1, -n->alpha, next - less);
    if (score > n->alpha && less > 0)
        score = -santorini_search(t, n->ply + 1, -n->alpha - 1, -n->alpha, next);
    if (score > n->alpha && score < n->beta)
        score = -santorini_search(t, n->ply + 1, -n->beta, -n->alpha, next);
    return score;
}

// Late moves at low depth are not worth a look once there is one that does not lose; nor are any
// where the position is too far below the window.
static inline bool santorini_is_enough(
    const struct santorini_state *t, const struct santorini_node *n, int tried)
{
    const struct santorini_habits *h = t->habits;
    if (t->whole || n->placing || n->glance.threats != 0)
        return false;
    if (n->depth <= h->late_depth && tried >= h->late_least + h->late_rise * n->depth * n->depth)
        return true;
    return n->depth <= h->futile_depth && n->frame->eval + h->futile * n->depth <= n->alpha &&
        !is_proved(n->alpha);
}

static int search_moves(struct santorini_state *t, struct santorini_node *n)
{
    // Without a move that survives the reply, the reply wins.
    int best = -(SCORE_WIN - n->ply - 2);
    move best_move = MOVE_NONE;
    enum tt_bound bound = TT_UPPER;
    for (int i = 0; i < n->count; i++) {
        if (best > -PROVED && santorini_is_enough(t, n, i))
            break;
        const move m = next_move(n, i);
        const int score = try_move(t, n, m, i);
        if (t->search->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score <= n->alpha)
            continue;
        best_move = m;
        n->alpha = score;
        bound = TT_EXACT;
        if (score >= n->beta) {
            bound = TT_LOWER;
            history_learn_all(t, n, m, i);
            break;
        }
    }
    tt_store(t->tt, n->frame->board.key,
        &(struct tt_entry){.best = best_move == MOVE_NONE ? n->remembered : best_move,
            .score = santorini_to_table(best, n->ply),
            .depth = (uint8_t)n->depth,
            .bound = bound});
    return best;
}

// Whether the table knows enough; otherwise it may still know the best move.
static bool santorini_is_known(
    const struct santorini_state *t, struct santorini_node *n, int *score)
{
    struct tt_entry e;
    n->remembered = MOVE_NONE;
    if (!tt_probe(t->tt, n->frame->board.key, &e))
        return false;
    n->remembered = e.best;
    *score = santorini_from_table(e.score, n->ply);
    const bool deep = t->whole ? e.depth == n->depth : e.depth >= n->depth || is_proved(*score);
    if (!deep || n->beta - n->alpha > 1)
        return false;
    return e.bound == TT_EXACT || (e.bound == TT_LOWER && *score >= n->beta) ||
        (e.bound == TT_UPPER && *score <= n->alpha);
}

// Whether the game is over here, or will be in one or two moves, as a glance shows.
static inline bool is_settled(
    const struct santorini *s, const struct glance *g, int ply, int *score)
{
    if (g->wins != 0)
        *score = SCORE_WIN - ply - 1;
    else if (!santorini_can_turn(s))
        *score = -(SCORE_WIN - ply);
    else if (g->safe == 0)
        *score = -(SCORE_WIN - ply - 2);
    else
        return false;
    return true;
}

// Whether the judgement of a position is enough, and nothing needs to be tried.
static inline bool santorini_suffices(const struct santorini_state *t,
    const struct santorini_frame *f, int alpha, int beta, int depth)
{
    const struct santorini_habits *h = t->habits;
    if (t->whole || santorini_placing(&f->board.s))
        return depth == 0;
    if (f->eval < beta + h->margin * depth)
        return false;
    return depth == 0 || (depth <= h->margin_depth && beta - alpha == 1 && !is_proved(beta));
}

// A position that a glance and a judgement leave open.
static int search_node(struct santorini_state *t, struct santorini_node *n)
{
    struct santorini_frame *f = n->frame;
    int score;
    if (n->glance.threats != 0 && n->depth > 0 && !t->whole)
        n->depth += t->habits->answer_plies;
    if (n->depth < 1) {
        n->beyond = n->depth;
        n->depth = 1;
    }
    if (santorini_is_known(t, n, &score))
        return score;
    f[1].killers[0] = f[1].killers[1] = MOVE_NONE;
    int32_t moves[MOVES_MAX];
    n->moves = moves;
    if (n->placing)
        list_placings(t, n);
    else
        list_turns(t, n, false);
    return search_moves(t, n);
}

// At depth 0, where the judgement is not enough for `beta`: perhaps a threat is. It is followed as
// far as its answers. A win that is found so is proved, since all answers are tried.
static int search_threats(struct santorini_state *t, struct santorini_node *n)
{
    int32_t moves[MOVES_MAX];
    int best = n->frame->eval;
    n->moves = moves;
    n->remembered = MOVE_NONE;
    n->alpha = best > n->alpha ? best : n->alpha;
    list_turns(t, n, true);
    for (int i = 0; i < n->count && best < n->beta; i++) {
        santorini_play(t, n, next_move(n, i));
        const int score = -santorini_search(t, n->ply + 1, -n->beta, -n->alpha, -1);
        if (t->search->stopped)
            return 0;
        best = score > best ? score : best;
        n->alpha = best > n->alpha ? best : n->alpha;
    }
    return best;
}

static int santorini_search(struct santorini_state *t, int ply, int alpha, int beta, int depth)
{
    if (search_tick(t->search))
        return 0;
    struct santorini_frame *f = &t->frames[ply];
    const bool placing = santorini_placing(&f->board.s);
    struct glance glance = {0};
    if (!placing) {
        int score;
        glance = board_glance(&f->board.s);
        if (is_settled(&f->board.s, &glance, ply, &score))
            return score;
    }
    if (depth > 0 || glance.threats != 0)
        tt_prefetch(t->tt, f->board.key);
    if (glance.threats == 0 || ply >= SANTORINI_PLIES_MOST) {
        // Judged before it is looked up: that costs less than to wait for the table.
        f->eval = santorini_evaluate(t, f);
        if (depth < 0 || ply >= SANTORINI_PLIES_MOST ||
            santorini_suffices(t, f, alpha, beta, depth))
            return f->eval;
    }
    struct santorini_node n = {.frame = f,
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .depth = depth,
        .glance = glance,
        .placing = placing};
    return depth > 0 || glance.threats != 0 ? search_node(t, &n) : search_threats(t, &n);
}

// --- The root ---

// In the opening moves of nearly equal worth are chosen among by the seed.
static int lean_of(const struct santorini *s, uint64_t seed, move m)
{
    enum { LEVELS_OPENING = 3, LEAN_MOST = 6 };
    int levels = 0;
    for (int level = 1; level <= SANTORINI_DOME; level++)
        levels += santorini_count(s->at_least[level]);
    return levels <= LEVELS_OPENING ? (int)(random_derive(seed, m) % (LEAN_MOST + 1)) : 0;
}

// The moves that are not lost at once, or all where there is none, in the order in which any
// position would try them. Late ones are searched less deep here too.
static void list_root(struct santorini_state *t, uint64_t seed)
{
    struct santorini_frame *f = &t->frames[0];
    const struct santorini *s = &f->board.s;
    int32_t moves[MOVES_MAX];
    struct santorini_node n = {.frame = f, .placing = santorini_placing(s), .moves = moves};
    int unused;
    santorini_is_known(t, &n, &unused);
    if (n.placing) {
        list_placings(t, &n);
    } else {
        n.glance = board_glance(s);
        list_turns(t, &n, false);
        if (n.count == 0) { // lost, but a move must be made
            n.glance.safe = ~(bitboard)0;
            list_turns(t, &n, false);
        }
    }
    t->wins = n.glance.wins != 0;
    if (t->wins) {
        moves[0] = board_win(s, n.glance.wins);
        n.count = 1;
    }
    t->move_count = n.count;
    for (int i = 0; i < n.count; i++) {
        const move m = next_move(&n, i);
        t->moves[i] = (struct santorini_root_move){
            .move = m, .lean = t->whole ? 0 : lean_of(s, seed, m), .order = moves[i]};
    }
}

// After a step: what took much work to refute may be the best in the next one. The best stays in
// front.
static void order_root(struct santorini_state *t)
{
    for (int i = 2; i < t->move_count; i++) {
        const struct santorini_root_move m = t->moves[i];
        int at = i;
        for (; at > 1 && t->moves[at - 1].nodes < m.nodes; at--)
            t->moves[at] = t->moves[at - 1];
        t->moves[at] = m;
    }
}

void KERNEL(santorini_begin)(struct santorini_state *t, const struct root *root)
{
    if (t->keys.turn == 0)
        board_keys_fill(&t->keys);
    t->search = root->search;
    t->tt = root->tt;
    t->whole = root->whole;
    for (int i = 0; i < SEATS * PAIRS; i++) {
        t->builds[i / PAIRS][i % PAIRS] /= 2;
        t->steps[i / PAIRS][i % PAIRS] /= 2;
    }
    for (int i = 0; i < KINDS; i++)
        t->kinds[i] /= 2;
    memset(t->answers, 0xFF, sizeof t->answers);
    t->position = santorini_load(root->position);
    t->frames[0] =
        (struct santorini_frame){.board = board_of(&t->position, &t->keys), .last = MOVE_NONE};
    t->frames[1].killers[0] = t->frames[1].killers[1] = MOVE_NONE;
    net_sums_scratch(t->net, &t->position, &t->frames[0].sums);
    t->frames[0].summed = true;
    t->frames[0].eval = net_score(t->net, &t->position, &t->frames[0].sums);
    list_root(t, root->seed);
}

// The move in the code of the rules, which tell the workers apart.
static move santorini_spell(const struct santorini *s, move m)
{
    const int to = move_to(m), at = move_at(m);
    if (santorini_placing(s)) {
        return santorini_pack(
            &(struct santorini_move){.places = true, .x = santorini_x(to), .y = santorini_y(to)});
    }
    uint8_t mine[SANTORINI_WORKERS];
    memcpy(mine, s->workers[s->turn], sizeof mine);
    board_order_workers(mine);
    const int from = mine[move_worker(m)];
    return santorini_pack(&(struct santorini_move){.worker = s->workers[s->turn][1] == from,
        .dx = santorini_x(to) - santorini_x(from),
        .dy = santorini_y(to) - santorini_y(from),
        .builds = move_builds(m),
        .bx = santorini_x(at) - santorini_x(to),
        .by = santorini_y(at) - santorini_y(to)});
}

// What both should play, as far as the table remembers it; the win at the end is in no table.
static void tell_line(const struct santorini_state *t, struct thought *out)
{
    position p = santorini_store(&t->position);
    move m = out->best;
    while (m != MOVE_NONE && game_santorini.legal(&p, m, NULL)) {
        out->line[out->line_length++] = m;
        if (out->line_length == LINE_MOST)
            return;
        game_santorini.apply(&p, m);
        const struct santorini s = santorini_load(&p);
        const struct santorini_board b = board_of(&s, &t->keys);
        const bitboard wins = santorini_placing(&s) ? 0 : board_glance(&b.s).wins;
        struct tt_entry e;
        if (wins != 0)
            m = santorini_spell(&s, board_win(&b.s, wins));
        else
            m = tt_probe(t->tt, b.key, &e) && e.best != MOVE_NONE ? santorini_spell(&s, e.best)
                                                                  : MOVE_NONE;
    }
}

// Searches the moves of the root within the window; the best so far comes to the front. Returns its
// score with its lean, or `alpha` when there is none; nothing counts when the search was stopped.
static int santorini_search_root(struct santorini_state *t, int alpha, int beta, int depth)
{
    struct santorini_frame *f = &t->frames[0];
    int32_t moves[MOVES_MAX];
    struct santorini_node n = {
        .frame = f, .depth = depth, .placing = santorini_placing(&f->board.s), .moves = moves};
    if (!n.placing)
        n.glance = board_glance(&f->board.s);
    for (int i = 0; i < t->move_count; i++) {
        struct santorini_root_move r = t->moves[i];
        const uint64_t before = t->search->nodes;
        moves[i] = r.order;
        n.alpha = alpha - r.lean;
        n.beta = beta - r.lean;
        const int score = try_move(t, &n, r.move, i) + r.lean;
        r.nodes = t->search->nodes - before;
        t->moves[i] = r;
        if (t->search->stopped || (i == 0 && score <= alpha))
            return alpha;
        if (score <= alpha)
            continue;
        memmove(t->moves + 1, t->moves, (size_t)i * sizeof *t->moves);
        t->moves[0] = r;
        t->score = score - r.lean;
        alpha = score;
        if (score >= beta)
            break;
    }
    return alpha;
}

static enum step santorini_answer(struct santorini_state *t, int depth, struct thought *out)
{
    *out = (struct thought){.best = santorini_spell(&t->position, t->moves[0].move),
        .score = t->score,
        .exact = is_proved(t->score),
        .depth = depth};
    tell_line(t, out);
    // A win is a win; of a loss the end may not have come in sight yet.
    return t->score >= PROVED || (t->score <= -PROVED && depth >= SCORE_WIN + t->score) ? STEP_LAST
                                                                                        : STEP_DONE;
}

enum step KERNEL(santorini_deepen)(struct santorini_state *t, int step, struct thought *out)
{
    enum { NARROW = 25, STEP_NARROW = 4 };
    const int last = t->score;
    int below = NARROW, above = NARROW;
    if (step < STEP_NARROW || is_proved(last))
        below = above = INFINITE + SCORE_WIN;
    if (t->wins) {
        t->score = SCORE_WIN - 1;
        return santorini_answer(t, step, out);
    }
    const move front = t->moves[0].move;
    for (;;) {
        const int alpha = last - below < -INFINITE ? -INFINITE : last - below;
        const int beta = last + above > INFINITE ? INFINITE : last + above;
        const int score = santorini_search_root(t, alpha, beta, step);
        if (t->search->stopped) {
            // What came to the front in time is better than what was there.
            if (t->moves[0].move != front)
                santorini_answer(t, step - 1, out);
            return STEP_STOPPED;
        }
        if (score <= alpha)
            below *= 4;
        else if (score >= beta)
            above *= 4;
        else
            break;
    }
    order_root(t);
    return santorini_answer(t, step, out);
}
