// The moves of a Santorini position and the order in which they are tried: first the one that the
// table remembers, then those whose like were good before.
#ifndef AGON_BRAINS_SANTORINI_MOVE_ORDER_H
#define AGON_BRAINS_SANTORINI_MOVE_ORDER_H

#include "brains/santorini/engine.h"

#include <stdlib.h>

// One position under search.
struct santorini_node {
    struct santorini_frame *frame;
    int ply, alpha, beta, depth;
    int beyond; // how far below depth 0 this is, where only threats and their answers are followed;
                // or 0
    struct glance glance;
    bool placing;
    move remembered; // the best move that the table knows
    int count;
    int32_t *moves; // MOVES_MAX; score << 16 | move, so that the greatest is the best
};

enum {
    HISTORY_MOST = 8000,
    KIND_SLOWNESS = 2, // there are few kinds: each is met more often than a pair of squares
    REMEMBERED = 32000,
    THREATENS = 3000,
    KILLER = 4000,
    ANSWER = 2000,
    LEVEL_UP = 1000,
};

static inline int pair_of_squares(int a, int b)
{
    return a * SANTORINI_SQUARES + b;
}

static inline void history_add(int16_t *h, int bonus)
{
    *h = (int16_t)(*h + bonus - *h * abs(bonus) / HISTORY_MOST);
}

// What a build means to the workers of a side: onto the squares `open` they could still step after
// a level was added; onto the squares `shut` they could step before, and cannot after it.
struct outlook {
    bitboard open, shut;
};

static inline struct outlook outlook_of(const struct santorini *s, int square)
{
    const int stand = net_stand(s, square);
    const bitboard near = santorini_near(square), upper = s->at_least[stand + 1];
    return (struct outlook){.open = near & ~upper, .shut = near & upper & ~s->at_least[stand + 2]};
}

static inline struct outlook outlook_of_both(const struct santorini *s, int square, int other)
{
    const struct outlook a = outlook_of(s, square), b = outlook_of(s, other);
    const bitboard open = a.open | b.open;
    return (struct outlook){.open = open, .shut = (a.shut | b.shut) & ~open};
}

static inline struct outlook outlook_of_theirs(const struct santorini *s)
{
    const uint8_t *theirs = s->workers[!s->turn];
    return outlook_of_both(s, theirs[0], theirs[1]);
}

static inline int outlook_at(const struct outlook *o, int square)
{
    return (int)(o->open >> square & 1) + 2 * (int)(o->shut >> square & 1);
}

// `mine` is the outlook after the step.
static inline int kind_of(const struct santorini *s, int from, int to, int at,
    const struct outlook *mine, const struct outlook *theirs)
{
    const int step = net_stand(s, from) * NET_STANDS + net_stand(s, to);
    const int level = net_stand(s, at) + (int)(s->at_least[SANTORINI_WIN] >> at & 1);
    return step * KIND_BUILDS + level * 9 + outlook_at(mine, at) * 3 + outlook_at(theirs, at);
}

static inline void history_learn(
    struct santorini_state *t, const struct santorini *s, move m, int bonus)
{
    const int to = move_to(m), at = move_at(m);
    history_add(&t->builds[s->turn][pair_of_squares(to, at)], bonus);
    if (!move_builds(m))
        return;
    const uint8_t *workers = s->workers[s->turn];
    const int from = workers[move_worker(m)], other = workers[!move_worker(m)];
    const struct outlook mine = outlook_of_both(s, to, other), theirs = outlook_of_theirs(s);
    history_add(&t->steps[s->turn][pair_of_squares(from, to)], bonus);
    history_add(&t->kinds[kind_of(s, from, to, at, &mine, &theirs)], bonus / KIND_SLOWNESS);
}

// The moves of one step, with what they have in common and what their builds add.
struct ordering {
    const int16_t *builds; // by pair of squares
    move remembered, answer;
    const move *killers;
};

static inline int order_of(const struct ordering *o, move m, int score)
{
    if (m == o->remembered)
        return REMEMBERED;
    score += o->builds[m & (PAIRS - 1)];
    if (m == o->killers[0] || m == o->killers[1])
        score += KILLER;
    if (m == o->answer)
        score += ANSWER;
    return score < REMEMBERED ? score : REMEMBERED - 1;
}

static inline void list_add(struct santorini_node *n, const struct ordering *o, move m, int score)
{
    n->moves[n->count++] = order_of(o, m, score) * 65536 + m;
}

// Lists the turns of one worker that do not lose at once; with `threats_only`, only those that
// threaten to win.
static inline void list_worker(const struct santorini_state *t, struct santorini_node *n,
    const struct ordering *o, int worker, bool threats_only)
{
    const struct santorini *s = &n->frame->board.s;
    const struct glance *g = &n->glance;
    const int from = s->workers[s->turn][worker], other = s->workers[s->turn][!worker];
    const int height = santorini_height_at(s, from);
    const bitboard goals = santorini_goals(s), high = s->at_least[SANTORINI_WIN - 1];
    const bitboard other_brink = (high >> other & 1) != 0 ? santorini_near(other) : 0;
    bitboard steps = g->free & santorini_near(from) & ~s->at_least[height + 2] & ~goals;
    if (threats_only && other_brink == 0)
        steps &= high;
    if (steps == 0)
        return;
    const struct outlook theirs = outlook_of_theirs(s);
    while (steps != 0) {
        const int to = santorini_pop(&steps);
        const struct outlook mine = outlook_of_both(s, to, other);
        const bitboard brink = other_brink | ((high >> to & 1) != 0 ? santorini_near(to) : 0);
        const bool threatens = (brink & g->free & goals) != 0;
        const int base = t->steps[s->turn][pair_of_squares(from, to)] +
            LEVEL_UP * (santorini_height_at(s, to) - height) + (threatens ? THREATENS : 0);
        // A build that makes a square of level 3 beside a worker on level 2 threatens as well.
        const bitboard makes = threatens ? 0 : brink & high & ~goals;
        bitboard builds = santorini_builds(g->free, from, to) & g->safe;
        if (threats_only && !threatens)
            builds &= makes;
        while (builds != 0) {
            const int at = santorini_pop(&builds);
            list_add(n, o, board_move(worker, to, at),
                base + ((makes >> at & 1) != 0 ? THREATENS : 0) +
                    t->kinds[kind_of(s, from, to, at, &mine, &theirs)]);
        }
    }
}

static inline struct ordering ordering_of(
    const struct santorini_state *t, const struct santorini_node *n)
{
    const struct santorini_frame *f = n->frame;
    return (struct ordering){.builds = t->builds[f->board.s.turn],
        .remembered = n->remembered,
        .answer = f->last == MOVE_NONE ? MOVE_NONE : t->answers[f->last & (PAIRS - 1)],
        .killers = f->killers};
}

static inline void list_turns(
    const struct santorini_state *t, struct santorini_node *n, bool threats_only)
{
    const struct ordering o = ordering_of(t, n);
    n->count = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++)
        list_worker(t, n, &o, worker, threats_only);
}

static inline void list_placings(const struct santorini_state *t, struct santorini_node *n)
{
    const struct ordering o = ordering_of(t, n);
    n->count = 0;
    for (bitboard places = santorini_places(&n->frame->board.s); places != 0;) {
        const int square = santorini_pop(&places);
        list_add(n, &o, board_move(0, square, square), 0);
    }
}

// Returns the best of the moves that have not been tried. The first `tried` of the list have been.
static inline move next_move(struct santorini_node *n, int tried)
{
    int32_t best = n->moves[tried];
    for (int i = tried + 1; i < n->count; i++)
        best = n->moves[i] > best ? n->moves[i] : best;
    int at = tried;
    while (n->moves[at] != best)
        at++;
    n->moves[at] = n->moves[tried];
    n->moves[tried] = best;
    return (move)best;
}

// Remembers that `best` refuted the position, and that the first `tried` moves did not.
static inline void history_learn_all(
    struct santorini_state *t, struct santorini_node *n, move best, int tried)
{
    struct santorini_frame *f = n->frame;
    const int bonus = n->depth * n->depth * 16 < 1600 ? n->depth * n->depth * 16 : 1600;
    history_learn(t, &f->board.s, best, bonus);
    for (int i = 0; i < tried; i++)
        history_learn(t, &f->board.s, (move)n->moves[i], -bonus);
    if (f->killers[0] != best) {
        f->killers[1] = f->killers[0];
        f->killers[0] = best;
    }
    if (f->last != MOVE_NONE)
        t->answers[f->last & (PAIRS - 1)] = best;
}

#endif
