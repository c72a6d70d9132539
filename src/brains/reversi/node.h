// A position in the search, and what it is worth without a search, or with a very short one.
#ifndef AGON_BRAINS_REVERSI_NODE_H
#define AGON_BRAINS_REVERSI_NODE_H

#include "brains/reversi/evaluation.h"
#include "brains/reversi/last_squares.h"

// `lanes` may be NULL if no position below this one is evaluated.
struct reversi_node {
    bitboard mine, theirs;
    const struct lanes *lanes;
    int empties;
};

static inline struct reversi_node node_after(
    const struct reversi_node *n, int at, bitboard turned, struct lanes *lanes, bool evaluates)
{
    struct reversi_node next = {.mine = n->theirs ^ turned,
        .theirs = n->mine | turned | UINT64_C(1) << at,
        .empties = n->empties - 1};
    if (evaluates && n->lanes) {
        eval_play(lanes, n->lanes, at, turned);
        next.lanes = lanes;
    }
    return next;
}

static inline struct reversi_node node_pass(const struct reversi_node *n, struct lanes *lanes)
{
    struct reversi_node next = {.mine = n->theirs, .theirs = n->mine, .empties = n->empties};
    if (n->lanes) {
        eval_pass(lanes, n->lanes);
        next.lanes = lanes;
    }
    return next;
}

static inline int node_final_score(const struct reversi_state *s, const struct reversi_node *n)
{
    return last_score_early(n->mine, n->theirs, s->size * s->size);
}

static inline int node_evaluate(const struct reversi_state *s, const struct reversi_node *n)
{
    if (n->lanes)
        return eval_score(s->weights, n->lanes, SCORE_MOST - n->empties);
    return eval_simple(n->mine, n->theirs, s->squares, s->size);
}

static inline int to_stones(int score)
{
    int half = EVAL_STONE / 2;
    return score < 0 ? -((-score + half) / EVAL_STONE) : (score + half) / EVAL_STONE;
}

// Searches a few moves ahead without a table. The score is in units of EVAL_STONE.
static int node_look_ahead(
    struct reversi_state *s, const struct reversi_node *n, int depth, int alpha, int beta)
{
    if (search_tick(s->search))
        return 0;
    bitboard moves = bits_mobility(n->mine, n->theirs, s->squares);
    struct lanes lanes;
    if (moves == 0) {
        if (bits_mobility(n->theirs, n->mine, s->squares) == 0)
            return EVAL_STONE * node_final_score(s, n);
        struct reversi_node next = node_pass(n, &lanes);
        return depth == 0 ? -node_evaluate(s, &next)
                          : -node_look_ahead(s, &next, depth, -beta, -alpha);
    }
    if (depth == 0)
        return node_evaluate(s, n);
    int best = -SCORE_NONE * EVAL_STONE;
    for (; moves && best < beta && !s->search->stopped; moves &= moves - 1) {
        int at = bits_lowest(moves);
        struct reversi_node next =
            node_after(n, at, bits_flips(n->mine, n->theirs, at), &lanes, true);
        int score = -node_look_ahead(s, &next, depth - 1, -beta, best > alpha ? -best : -alpha);
        best = score > best ? score : best;
    }
    return best;
}

#endif
