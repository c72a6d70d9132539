// What one thread of a Santorini search keeps, and the search's entry points.
#ifndef AGON_BRAINS_SANTORINI_ENGINE_H
#define AGON_BRAINS_SANTORINI_ENGINE_H

#include "brains/santorini/board.h"
#include "brains/santorini/net.h"
#include "brains/search.h"
#include "games/kernel.h"

enum {
    SANTORINI_PLIES_MOST = 160, // no game has more: 144 builds and four workers
    KILLERS = 2,
    PAIRS = SANTORINI_SQUARES * SANTORINI_SQUARES,
    // Kinds of turns: the levels of the step, the level built on, and what the build is to each
    // side.
    KIND_STEPS = NET_STANDS * NET_STANDS,
    KIND_BUILDS = SANTORINI_DOME * 3 * 3,
    KINDS = KIND_STEPS * KIND_BUILDS,
};

struct santorini_frame {
    struct santorini_board board;
    struct net_sums sums;
    bool summed;           // `sums` are those of this board
    int eval;              // the score of the side to move; not set if it is under a threat
    move last;             // the move that led here
    move killers[KILLERS]; // moves that refuted another position at this ply
};

struct santorini_root_move {
    move move;
    int lean;       // added to its score in the opening, for variety
    int32_t order;  // as in struct santorini_node
    uint64_t nodes; // how many it took when it was last searched
};

// Numbers that say how far the search trusts its judgement. Depths are in plies, margins in points
// of score.
struct santorini_habits {
    int margin_depth, margin; // up to this depth, so much above the window for each ply is enough
    int late_depth, late_least, late_rise; // up to this depth least + rise * depth^2 are tried
    int futile_depth, futile; // up to this depth, so much below the window for each ply is too much
    int reduce_from;          // this many moves are searched to the full depth
    int reduce_percent;       // of the product of the logarithms of depth and number of the move
    int reduce_history;       // so much good history is worth a ply
    int answer_plies;         // that a position under a threat is worth more
};

extern const struct santorini_habits santorini_habits;

// The state of one thread.
struct santorini_state {
    struct search *search;
    struct tt *tt;
    const struct santorini_net *net;
    const struct santorini_habits *habits; // NULL means the usual ones
    bool whole;                            // no move is left out by judgement
    struct board_keys keys;
    // How good a move was before: by the squares it steps to and builds on, by its step, by its
    // kind; and the move that answered a move best.
    int16_t builds[SEATS][PAIRS];
    int16_t steps[SEATS][PAIRS];
    int16_t kinds[KINDS];
    move answers[PAIRS];
    struct santorini_frame frames[SANTORINI_PLIES_MOST + 1];
    // The root: its moves, the best so far first, and its score.
    struct santorini position; // as the rules know it
    bool wins;                 // the first move wins at once
    struct santorini_root_move moves[MOVES_MAX];
    int move_count;
    int score;
};

KERNEL_DECLARE(void, santorini_begin, struct santorini_state *, const struct root *);
KERNEL_DECLARE(enum step, santorini_deepen, struct santorini_state *, int, struct thought *);

#endif
