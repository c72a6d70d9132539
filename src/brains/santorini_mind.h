// What one thread of a Santorini search keeps, and the search's entry points.
#ifndef AGON_BRAINS_SANTORINI_MIND_H
#define AGON_BRAINS_SANTORINI_MIND_H

#include "brains/santorini_board.h"
#include "brains/santorini_net.h"
#include "brains/search.h"
#include "games/kernel.h"

enum {
    SANTORINI_PLIES_MOST = 160, // no game has more: 144 builds and four workers
    KILLERS = 2,
    DEPTHS_REDUCED = 64,
    PAIRS = SANTORINI_SQUARES * SANTORINI_SQUARES,
};

struct santorini_frame {
    struct board board;
    struct net_sums sums;
    bool summed;           // the sums are those of this board
    int eval;              // of the side to move
    move last;             // that led here
    move killers[KILLERS]; // that refuted a sibling
};

struct santorini_root_move {
    move move;
    int lean; // added to its score: opening variety
};

struct santorini_mind {
    struct search *search;
    struct tt *tt;
    const struct santorini_net *net;
    bool whole; // nothing is left out by judgement
    struct board_keys keys;
    // How often a move was good: by where it steps to and builds, by its step, and what answered a
    // move best.
    int16_t builds[SEATS][PAIRS];
    int16_t steps[SEATS][PAIRS];
    move answers[PAIRS];
    struct santorini_frame frames[SANTORINI_PLIES_MOST + 1];
    // The root: its moves, the best so far first, and its score.
    struct santorini position; // as the rules know it
    bool wins;                 // the first move wins at once
    struct santorini_root_move moves[MOVES_MAX];
    int move_count;
    int score;
};

KERNEL_DECLARE(void, santorini_begin, struct santorini_mind *, const struct root *);
KERNEL_DECLARE(enum step, santorini_deepen, struct santorini_mind *, int, struct thought *);

#endif
