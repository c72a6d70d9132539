// The moves of a Santorini position and the order in which they are tried: the remembered one, then
// by what such moves brought before.
#ifndef AGON_BRAINS_SANTORINI_ORDER_H
#define AGON_BRAINS_SANTORINI_ORDER_H

#include "brains/santorini_mind.h"

#include <stdlib.h>

// One position under search.
struct node {
    struct santorini_frame *frame;
    int ply, alpha, beta, depth;
    struct glance glance;
    bool placing;
    bool worse;      // than two plies before, as far as is known
    move remembered; // the best move that the table knows
    int count;
    int32_t *moves; // MOVES_MAX; score << 16 | move, so that the greatest is the best
};

enum {
    HISTORY_MOST = 8000, // of one table; the sum of two and the extras stay within 16 bits
    REMEMBERED = 32000,
    THREATENS = 3000,
    KILLER = 4000,
    ANSWER = 2000,
    LEVEL_UP = 1000,
};

static inline int pair(int a, int b)
{
    return a * SANTORINI_SQUARES + b;
}

static inline void history_add(int16_t *h, int bonus)
{
    *h = (int16_t)(*h + bonus - *h * abs(bonus) / HISTORY_MOST);
}

static inline void history_learn(
    struct santorini_mind *t, const struct santorini *s, move m, int bonus)
{
    history_add(&t->builds[s->turn][pair(move_to(m), move_at(m))], bonus);
    if (move_builds(m)) {
        const int from = s->workers[s->turn][move_worker(m)];
        history_add(&t->steps[s->turn][pair(from, move_to(m))], bonus);
    }
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
    return score;
}

static inline void list_add(struct node *n, const struct ordering *o, move m, int score)
{
    n->moves[n->count++] = order_of(o, m, score) * 65536 + m;
}

// The turns of one worker that are not lost at once.
static inline void list_worker(
    const struct santorini_mind *t, struct node *n, const struct ordering *o, int worker)
{
    const struct santorini *s = &n->frame->board.s;
    const struct glance *g = &n->glance;
    const int from = s->workers[s->turn][worker], other = s->workers[s->turn][!worker];
    const int height = santorini_height_at(s, from);
    const bitboard goals = santorini_goals(s), high = s->at_least[SANTORINI_WIN - 1];
    const bitboard other_brink = (high >> other & 1) != 0 ? santorini_near(other) : 0;
    bitboard steps = g->free & santorini_near(from) & ~s->at_least[height + 2] & ~goals;
    while (steps != 0) {
        const int to = santorini_pop(&steps);
        const bitboard builds = santorini_builds(g->free, from, to) & g->safe;
        const bitboard brink = other_brink | ((high >> to & 1) != 0 ? santorini_near(to) : 0);
        const bool threatens = (brink & g->free & goals) != 0;
        const int base = t->steps[s->turn][pair(from, to)] +
            LEVEL_UP * (santorini_height_at(s, to) - height) + (threatens ? THREATENS : 0);
        // A build that makes a square of level 3 beside a worker on level 2 threatens as well.
        const bitboard makes = threatens ? 0 : brink & high & ~goals;
        for (bitboard left = builds; left != 0;) {
            const int at = santorini_pop(&left);
            list_add(
                n, o, board_move(worker, to, at), base + ((makes >> at & 1) != 0 ? THREATENS : 0));
        }
    }
}

static inline void list_moves(const struct santorini_mind *t, struct node *n)
{
    const struct santorini_frame *f = n->frame;
    const struct santorini *s = &f->board.s;
    const struct ordering o = {.builds = t->builds[s->turn],
        .remembered = n->remembered,
        .answer = f->last == MOVE_NONE ? MOVE_NONE : t->answers[f->last & (PAIRS - 1)],
        .killers = f->killers};
    n->count = 0;
    if (n->placing) {
        for (bitboard places = santorini_places(s); places != 0;) {
            const int square = santorini_pop(&places);
            list_add(n, &o, board_move(0, square, square), 0);
        }
        return;
    }
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++)
        list_worker(t, n, &o, worker);
}

// The best of those that have not been tried, `tried` of them being at the front.
static inline move next_move(struct node *n, int tried)
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

// A move refuted the position: it and those that did not are remembered.
static inline void learn(struct santorini_mind *t, struct node *n, move best, int tried)
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
