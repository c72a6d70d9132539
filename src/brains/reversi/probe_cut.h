// Where the search gives up a branch, because a shallower search or the judgement alone says that
// it is far too good or far too bad.
#ifndef AGON_BRAINS_REVERSI_PROBE_CUT_H
#define AGON_BRAINS_REVERSI_PROBE_CUT_H

#include "brains/reversi/node.h"

enum {
    CUT_END_LEAST = 14, // from this depth on, a search to the end gives up branches by probing
    // How much better the side that moved last seems to be in an evaluation, in hundredths of a
    // stone.
    LAST_MOVE_LEAST = 70,
    LAST_MOVE_STONE = 7, // for each stone on the board
    LAST_MOVE_MOST = 360,
};

static int null_window(struct reversi_state *s, const struct reversi_node *n, int alpha, int depth);

// Returns the usual error when a search of depth `probe` forecasts one of depth `depth`, in
// hundredths of a stone. tools/reversi_errors measures it.
static int probe_error(const struct reversi_habits *h, int depth, int probe, int empties)
{
    if (depth == empties)
        return h->end_error_least + h->end_error_depth * (depth - probe);
    return h->error_least + h->error_depth * (depth - probe) + h->error_empties * (50 - empties);
}

// Returns the depth of a probe. Both depths are odd or both are even, because the side that moves
// last seems to be better off.
static int probe_depth(int depth, int percent)
{
    int probe = depth * percent / 100;
    probe -= (depth - probe) & 1;
    return probe < 0 ? 0 : probe;
}

// True if a shallow search ends so far outside the window that the deep one is not needed; `score`
// is then the result.
static bool probe_cut(
    struct reversi_state *s, const struct reversi_node *n, int alpha, int depth, int *score)
{
    const struct reversi_habits *h = s->habits;
    bool final = depth == n->empties;
    if (s->confidence == CONFIDENCE_PROVED || depth < (final ? CUT_END_LEAST : h->cut_least))
        return false;
    int probe = probe_depth(depth, final ? h->end_probe_percent : h->probe_percent);
    int percent = s->confidence == CONFIDENCE_END ? h->end_cut_percent : h->cut_percent;
    int error = probe_error(h, depth, probe, n->empties) * percent / 10000 + 1;
    int now = to_stones(node_evaluate(s, n));
    if (now > alpha && alpha + error < SCORE_MOST) {
        *score = alpha + 1;
        return null_window(s, n, alpha + error, probe) > alpha + error && !s->search->stopped;
    }
    if (now <= alpha && alpha - error >= -SCORE_MOST) {
        *score = alpha;
        return null_window(s, n, alpha - error, probe) <= alpha - error && !s->search->stopped;
    }
    return false;
}

// True if one or two moves before the leaves the evaluation is so far outside the window that no
// search is needed; `score` is then the result.
static bool glance_cut(
    const struct reversi_state *s, const struct reversi_node *n, int alpha, int depth, int *score)
{
    int error = depth == 2 ? s->habits->glance_two : depth == 1 ? s->habits->glance_one : 0;
    if (error == 0 || !n->lanes || s->confidence == CONFIDENCE_PROVED)
        return false;
    int stones = SCORE_MOST - n->empties, gain = LAST_MOVE_LEAST + LAST_MOVE_STONE * stones;
    gain = gain > LAST_MOVE_MOST ? LAST_MOVE_MOST : gain;
    error = error * (stones + 16) / 60; // judgement is surest in the beginning
    int now = node_evaluate(s, n) * 100 / EVAL_STONE + (depth == 1 ? gain : 0);
    *score = now > 100 * alpha ? alpha + 1 : alpha;
    return (now > 100 * alpha + error || now < 100 * alpha - error) &&
        bits_mobility(n->mine, n->theirs, s->squares) != 0;
}

#endif
