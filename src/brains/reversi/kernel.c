// The search of Reversi: alpha-beta with null windows, in the midgame with evaluation at the leaves
// and in the endgame to the end. Compiled once for each instruction-set level.
#include "brains/reversi/known.h"
#include "brains/reversi/node.h"
#include "brains/reversi/probe_cut.h"
#include "brains/reversi/solver.h"

enum {
    EVAL_LEAST = 14,     // depth of an exact search from which on moves are ordered by evaluation
    TABLE_LEAST = 3,     // depth from which on the transposition table is used
    CHILDREN_LEAST = 15, // depth from which on the table is asked about the positions after a move
    PREFETCH_LEAST = 10, // depth from which on the positions after a move are fetched early
    GUESS_LEAST = 5,     // depth from which on a score is guessed before it is searched
    WIDTH_MOST = 16,     // of a guessed window
    END_SQUARES = 4,     // with so few squares beyond a depth, the next step goes to the end
    // What a search to the end takes: so many hundredths of a power of two for an empty square; and
    // its nodes take less time than others.
    END_SQUARE_BITS = 115,
    END_NODE_PERCENT = 20,
    WINDOW_MOST = SCORE_MOST + BONUS_MOST + 1,
};

// --- Order of moves ---

struct child {
    bitboard turned;
    int score; // the greater, the sooner it is tried
    uint8_t at;
    bool tried;
};

struct children {
    int count, floor; // of the order: what is worse is all the same
    bool begun, ordered;
    struct child list[MOVES_OF_ONE];
};

enum { ORDER_SECOND = 1 << 27, ORDER_WIN = 1 << 28 };

static void list_children(
    const struct reversi_node *n, bitboard moves, int floor, struct children *c)
{
    c->count = 0;
    c->floor = floor < -SCORE_NONE ? -SCORE_NONE : floor;
    c->begun = c->ordered = false;
    for (; moves; moves &= moves - 1) {
        int at = bits_lowest(moves);
        c->list[c->count++] =
            (struct child){.at = (uint8_t)at, .turned = bits_flips(n->mine, n->theirs, at)};
    }
}

// Returns how deep moves are searched to put them in order. 0 means that they are only evaluated,
// -1 not even that.
static int order_depth(const struct reversi_habits *h, int depth, bool final)
{
    if (final)
        return depth < EVAL_LEAST ? -1 : depth < 16 ? 0 : depth < 19 ? 1 : depth < 23 ? 2 : 3;
    return depth < 3 ? -1 : depth < h->look_one ? 0 : depth < h->look_two ? 1 : 2;
}

static int order_score(struct reversi_state *s, const struct reversi_node *n, const struct child *c,
    int look, bitboard odd, int floor)
{
    struct lanes lanes;
    struct reversi_node next = node_after(n, c->at, c->turned, &lanes, look >= 0);
    if (next.mine == 0)
        return ORDER_WIN;
    bitboard replies = bits_mobility(next.mine, next.theirs, s->squares);
    int score = order_by_replies(c->at, replies, odd >> c->at & 1);
    if (look == 0)
        score -= node_evaluate(s, &next);
    else if (look > 0)
        score -= node_look_ahead(s, &next, look, -SCORE_NONE * EVAL_STONE, -floor * EVAL_STONE);
    return score;
}

static void order_children(struct reversi_state *s, const struct reversi_node *n,
    struct children *c, int depth, const struct known *k)
{
    bool final = depth == n->empties;
    int look = order_depth(s->habits, depth, final);
    if (n->lanes == NULL && s->size == REVERSI_LENGTH)
        look = -1;
    bitboard odd = final ? last_odd(~(n->mine | n->theirs) & s->squares) : 0;
    for (int i = 0; i < c->count && !s->search->stopped; i++) {
        struct child *child = &c->list[i];
        if (child->tried)
            continue;
        if (!final && depth >= PREFETCH_LEAST) {
            struct reversi_node next = node_after(n, child->at, child->turned, NULL, false);
            tt_prefetch(s->tt, known_key(s, next.mine, next.theirs));
        }
        child->score =
            child->at == k->second ? ORDER_SECOND : order_score(s, n, child, look, odd, c->floor);
    }
    c->ordered = true;
}

static struct child *child_at(struct children *c, move at)
{
    for (int i = 0; i < c->count; i++) {
        if (c->list[i].at == at)
            return &c->list[i];
    }
    return NULL;
}

// The child to be tried next, or NULL. The table's best move comes first: often it is enough, and
// the others need not be put in order.
static struct child *next_child(struct reversi_state *s, const struct reversi_node *n,
    struct children *c, int depth, const struct known *k)
{
    struct child *next = c->begun ? NULL : child_at(c, k->best);
    c->begun = true;
    if (!next && !c->ordered)
        order_children(s, n, c, depth, k);
    for (int i = 0; i < c->count && c->ordered; i++) {
        struct child *child = &c->list[i];
        if (!child->tried && (!next || child->score > next->score))
            next = child;
    }
    if (next)
        next->tried = true;
    return next;
}

// --- The null window ---

// True if the table knows that a move leads to a position that is too good: then nothing is
// searched.
static bool child_cut(struct reversi_state *s, const struct reversi_node *n,
    const struct children *c, int depth, int alpha, int *score)
{
    uint64_t keys[MOVES_OF_ONE];
    for (int i = 0; i < c->count; i++) {
        const struct child *child = &c->list[i];
        struct reversi_node next = node_after(n, child->at, child->turned, NULL, false);
        keys[i] = known_key(s, next.mine, next.theirs);
        tt_prefetch(s->tt, keys[i]);
    }
    for (int i = 0; i < c->count; i++) {
        struct known k;
        if (known_find(s, keys[i], &k) && known_covers(&k, depth - 1, s->confidence) &&
            -k.upper > alpha) {
            *score = -k.upper;
            return true;
        }
    }
    return false;
}

// Tries the children until one is better than alpha; `found` becomes the best of them. It is the
// loop of null_window, its only caller, from which it has all its parameters.
static int null_window_children(struct reversi_state *s, const struct reversi_node *n,
    struct children *c, int alpha, int depth, const struct known *k, move *found)
{
    int best = -SCORE_NONE;
    for (struct child *child; best <= alpha && (child = next_child(s, n, c, depth, k)) != NULL;) {
        struct lanes lanes;
        bool evaluates = depth < n->empties || depth > EVAL_LEAST;
        struct reversi_node next = node_after(n, child->at, child->turned, &lanes, evaluates);
        int score = -null_window(s, &next, -alpha - 1, depth - 1);
        if (s->search->stopped)
            return 0;
        if (score > best) {
            best = score;
            *found = child->at;
        }
    }
    return best;
}

// The side to move cannot place a stone.
static int null_window_pass(
    struct reversi_state *s, const struct reversi_node *n, int alpha, int depth)
{
    if (bits_mobility(n->theirs, n->mine, s->squares) == 0)
        return node_final_score(s, n);
    struct lanes lanes;
    struct reversi_node next = node_pass(n, &lanes);
    return -null_window(s, &next, -alpha - 1, depth);
}

static int null_window(struct reversi_state *s, const struct reversi_node *n, int alpha, int depth)
{
    bool final = depth == n->empties;
    if (final && s->size == REVERSI_LENGTH && depth <= SOLVE_MOST)
        return solve(s, n->mine, n->theirs, alpha, depth);
    int score;
    if (!final && depth <= 2 && glance_cut(s, n, alpha, depth, &score))
        return search_tick(s->search) ? 0 : score;
    if (!final && depth <= 2)
        return to_stones(
            node_look_ahead(s, n, depth, alpha * EVAL_STONE, (alpha + 1) * EVAL_STONE));
    if (search_tick(s->search))
        return 0;
    if (s->size == REVERSI_LENGTH && stable_cut(n->mine, n->theirs, alpha, n->empties, &score))
        return score;
    bitboard moves = bits_mobility(n->mine, n->theirs, s->squares);
    if (moves == 0)
        return null_window_pass(s, n, alpha, depth);

    struct known k = {.best = MOVE_NONE, .second = MOVE_NONE};
    uint64_t key = known_key(s, n->mine, n->theirs);
    if (known_find(s, key, &k) && known_covers(&k, depth, s->confidence)) {
        if (k.lower > alpha)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }
    if (probe_cut(s, n, alpha, depth, &score))
        return score;
    struct children c;
    list_children(n, moves, alpha - s->habits->order_margin, &c);
    if (depth >= CHILDREN_LEAST && child_cut(s, n, &c, depth, alpha, &score))
        return score;
    move best = MOVE_NONE;
    score = null_window_children(s, n, &c, alpha, depth, &k, &best);
    if (s->search->stopped)
        return 0;
    if (depth >= TABLE_LEAST)
        known_store(s, key, depth, alpha, alpha + 1, score, best);
    return score;
}

// --- The line of best play ---

static int full_window(
    struct reversi_state *s, const struct reversi_node *n, int alpha, int beta, int depth);

// The first move with the whole window, the others to show that they are not better.
static int child_window(struct reversi_state *s, const struct reversi_node *next, int best,
    int alpha, int beta, int depth)
{
    int floor = best > alpha ? best : alpha;
    if (best == -SCORE_NONE)
        return -full_window(s, next, -beta, -floor, depth);
    int score = -null_window(s, next, -floor - 1, depth);
    if (score > floor && score < beta && !s->search->stopped)
        score = -full_window(s, next, -beta, -floor, depth);
    return score;
}

static int full_window_pass(
    struct reversi_state *s, const struct reversi_node *n, int alpha, int beta, int depth)
{
    if (bits_mobility(n->theirs, n->mine, s->squares) == 0)
        return node_final_score(s, n);
    struct lanes lanes;
    struct reversi_node next = node_pass(n, &lanes);
    return -full_window(s, &next, -beta, -alpha, depth);
}

static int full_window(
    struct reversi_state *s, const struct reversi_node *n, int alpha, int beta, int depth)
{
    if (depth == 0)
        return n->empties == 0
            ? node_final_score(s, n)
            : to_stones(node_look_ahead(s, n, 0, alpha * EVAL_STONE, beta * EVAL_STONE));
    if (search_tick(s->search))
        return 0;
    bitboard moves = bits_mobility(n->mine, n->theirs, s->squares);
    if (moves == 0)
        return full_window_pass(s, n, alpha, beta, depth);
    struct known k = {.best = MOVE_NONE, .second = MOVE_NONE};
    uint64_t key = known_key(s, n->mine, n->theirs);
    known_find(s, key, &k);
    struct children c;
    list_children(n, moves, alpha - s->habits->order_margin, &c);
    int best = -SCORE_NONE;
    move found = MOVE_NONE;
    for (struct child *child; best < beta && (child = next_child(s, n, &c, depth, &k)) != NULL;) {
        struct lanes lanes;
        struct reversi_node next = node_after(n, child->at, child->turned, &lanes, true);
        int score = child_window(s, &next, best, alpha, beta, depth - 1);
        if (s->search->stopped)
            return 0;
        if (score > best) {
            best = score;
            found = child->at;
        }
    }
    known_store(s, key, depth, alpha, beta, best, found);
    return best;
}

// --- The root ---

// Puts the move in front; the others keep their order.
static void move_to_front(struct reversi_state *s, int i)
{
    struct root_move m = s->moves[i];
    for (; i > 0; i--)
        s->moves[i] = s->moves[i - 1];
    s->moves[0] = m;
}

// The best score, and its move in front. With bonuses, the window is one of scores with them.
static int reversi_search_root(struct reversi_state *s, int alpha, int beta, int depth)
{
    struct lanes own, lanes;
    struct reversi_node n = {.mine = s->mine, .theirs = s->theirs, .empties = s->empties};
    if (s->size == REVERSI_LENGTH) {
        eval_fill(&own, s->mine, s->theirs);
        n.lanes = &own;
    }
    int best = -SCORE_NONE;
    for (int i = 0; i < s->count && best < beta; i++) {
        struct root_move *m = &s->moves[i];
        bitboard turned = bits_flips(n.mine, n.theirs, m->at);
        struct reversi_node next = node_after(&n, m->at, turned, &lanes, true);
        int bonus = m->bonus;
        int score = bonus +
            child_window(s, &next, best == -SCORE_NONE ? best : best - bonus, alpha - bonus,
                beta - bonus, depth - 1);
        if (s->search->stopped)
            break;
        if (score > best && score > alpha) {
            m->score = (int8_t)(score - bonus);
            move_to_front(s, i);
        }
        best = score > best ? score : best;
    }
    return best;
}

// Guesses a window around an earlier score, and widens it as long as the score lies outside. The
// score of two steps ago is the better guess: as in that step, the same side moves last.
static int search_around(struct reversi_state *s, int depth)
{
    bool final = depth == s->empties;
    int width = final ? 1 : s->habits->width;
    int guess = final ? 2 * (s->last_score / 2) : s->before_last;
    int alpha = guess - width, beta = guess + width;
    if (depth < GUESS_LEAST && !final) {
        alpha = -WINDOW_MOST;
        beta = WINDOW_MOST;
    }
    for (;;) {
        // What the table holds from other depths can make a score jump about: no more guesses then.
        alpha = alpha < -SCORE_MOST || width > WIDTH_MOST ? -WINDOW_MOST : alpha;
        beta = beta > SCORE_MOST || width > WIDTH_MOST ? WINDOW_MOST : beta;
        int score = reversi_search_root(s, alpha, beta, depth);
        if (s->search->stopped || (score > alpha && score < beta))
            return score;
        width *= 2;
        if (score <= alpha) {
            beta = score + 1;
            alpha = score - width - 1;
        } else {
            alpha = score - 1;
            beta = score + width + 1;
        }
    }
}

struct reversi_step_plan {
    int depth, confidence;
    bool last;
};

// Are there the nodes that a search to the end takes? It begins where a small part of the usual
// number is left: many positions need far fewer, and the start of the search is of use too.
static bool end_allowed(const struct reversi_state *s)
{
    int bits = (END_SQUARE_BITS * s->empties + s->habits->end_bits) / 100;
    return s->whole || bits <= 0 ||
        search_allows(s->search, UINT64_C(1) << (bits < 63 ? bits : 63), END_NODE_PERCENT);
}

static bool end_begins(const struct reversi_state *s, int step)
{
    int half = s->empties / 2, reach = s->empties - s->habits->end_reach;
    int most = half > reach ? half : reach;
    // The step to the end would go beyond a limit that lies before it.
    if (s->depth_most < s->empties && s->depth_most > most)
        most = s->depth_most;
    return step > most && (step > s->empties - END_SQUARES || end_allowed(s));
}

// Step by step to a depth from which the rest can be solved; then to the end, surer each time.
static struct reversi_step_plan plan_step(const struct reversi_state *s, int step)
{
    if (s->end_from == 0 || step < s->end_from)
        return (struct reversi_step_plan){
            .depth = step, .confidence = s->whole ? CONFIDENCE_PROVED : CONFIDENCE_LEAST};
    bool last = s->whole || s->empties < CUT_END_LEAST + 2 || step > s->end_from;
    return (struct reversi_step_plan){
        .depth = s->empties, .confidence = last ? CONFIDENCE_PROVED : CONFIDENCE_END, .last = last};
}

// Follows the best moves in the table from the position after the root's best move.
static void reversi_follow_line(struct reversi_state *s, struct thought *t)
{
    struct reversi_node n = {.mine = s->mine, .theirs = s->theirs};
    int at = s->moves[0].at;
    while (t->line_length < LINE_MOST) {
        t->line[t->line_length++] = (move)at;
        if (at == REVERSI_PASS)
            n = node_pass(&n, NULL);
        else
            n = node_after(&n, at, bits_flips(n.mine, n.theirs, at), NULL, false);
        bitboard moves = bits_mobility(n.mine, n.theirs, s->squares);
        struct known k;
        if (moves == 0 && bits_mobility(n.theirs, n.mine, s->squares))
            at = REVERSI_PASS;
        else if (known_find(s, known_key(s, n.mine, n.theirs), &k) && k.best < REVERSI_PASS &&
            (moves >> k.best & 1))
            at = k.best;
        else
            break;
    }
}

static void list_root_moves(struct reversi_state *s)
{
    s->count = 0;
    for (bitboard rest = bits_mobility(s->mine, s->theirs, s->squares); rest; rest &= rest - 1)
        s->moves[s->count++] = (struct root_move){.at = (move)bits_lowest(rest)};
}

void KERNEL(reversi_begin)(struct reversi_state *s)
{
    s->squares = bits_squares(s->size);
    s->salt = (uint64_t)s->size;
    s->empties = bits_count(s->squares & ~(s->mine | s->theirs));
    s->last_score = s->before_last = 0;
    s->end_from = 0;
    list_root_moves(s);
    s->passes = s->count == 0;
    if (s->passes) {
        bitboard other = s->mine;
        s->mine = s->theirs;
        s->theirs = other;
        list_root_moves(s);
    }
}

enum step KERNEL(reversi_deepen)(struct reversi_state *s, int step, struct thought *t)
{
    if (s->end_from == 0 && end_begins(s, step))
        s->end_from = step;
    struct reversi_step_plan plan = plan_step(s, step);
    s->confidence = plan.confidence;
    s->moves[0].score = SCORE_NONE;
    int score = search_around(s, plan.depth);
    bool stopped = s->search->stopped;
    if (stopped && s->moves[0].score == SCORE_NONE)
        return STEP_STOPPED;
    s->before_last = s->last_score;
    s->last_score = score;
    score = s->moves[0].score * SCORE_STONE;
    // A step that was stopped did not see everything; the one before did.
    *t = (struct thought){.score = s->passes ? -score : score,
        .exact = plan.last && !stopped,
        .depth = stopped ? plan_step(s, step - 1).depth : plan.depth};
    if (s->passes)
        t->line[t->line_length++] = REVERSI_PASS;
    reversi_follow_line(s, t);
    t->best = t->line[0];
    return stopped ? STEP_STOPPED : plan.last ? STEP_LAST : STEP_DONE;
}
