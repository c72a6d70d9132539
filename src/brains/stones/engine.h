// What the parts of the player of Game of Stones share: the state of one thread, and the functions
// of its kernel.
#ifndef AGON_BRAINS_STONES_ENGINE_H
#define AGON_BRAINS_STONES_ENGINE_H

#include "brains/search.h"
#include "brains/stones/node.h"
#include "games/kernel.h"

enum {
    STONES_PLIES = 128,                    // no game has more moves (T9)
    STONES_WON = SCORE_WIN - STONES_PLIES, // a score of this or more is a win, proved to the end
    STONES_KILLERS = 2,
    STONES_LIST = MOVES_MAX + 1 + STONES_KILLERS, // moves of a node, some of them twice
};

// An entry is a move and, in the bits above it, its rank: the greatest is tried first.
struct stones_list {
    int32_t entries[STONES_LIST];
    int count;
};

// Numbers that say which moves are searched less deeply, or not at all. Whatever they are, a win or
// loss that the search reports is proved.
struct stones_cuts {
    int reduce_from;  // moves from here on are looked at less deeply first, by
    int reduce_base;  // so many hundredths of a move, and
    int reduce_share; // so many for the logarithms of depth and place, multiplied
    int calm_depth;   // with so little depth left a node before a free move is believed
    int calm_margin;  // that is above the window by this much for each move left,
    int ahead_depth;  // and with so little one at the beginning of a turn
    int ahead_margin; // that is above it by this much
    int few_attacks;  // a turn with so few attacks does not cost depth
    int late_one;     // moves that are tried with one move left,
    int late_two;     // and with two
    int idle_from;    // attacks that come later in a free move are not tried,
    int idle_more;    // so much later for each move left
};

extern const struct stones_cuts stones_usual_cuts;

// The state of one thread.
struct stones_state {
    const struct stones_tables *tables;
    const struct stones_cuts *cuts;
    struct search *search;
    struct tt *tt;
    bool plain; // everything is searched to the same depth: slow, and the score is that of minimax
    int noise;  // the most that the lot adds to the score of a move of the root
    uint64_t seed;

    // What a stack on its place is worth to its side, and what the loss of one of so many stacks of
    // a type costs, at the stage of the root. They decide in which order moves are tried.
    int16_t merits[STONES_KINDS][STONES_HEIGHTS + 1][STONES_CELLS];
    int16_t losses[STONES_KINDS][STONES_PER_SIDE + 1];

    struct stones_list root; // all moves, in the order in which they are tried
    struct stones_node nodes[STONES_PLIES + 1];
    struct stones_view views[STONES_PLIES + 1];
    struct stones_list lists[STONES_PLIES + 1];
    stones_step killers[STONES_PLIES + 1][STONES_KILLERS];
    stones_step line[STONES_PLIES + 1][LINE_MOST]; // the best line from each ply on
    int line_length[STONES_PLIES + 1];
    // How well a move has done: by seat, attack or strengthening, from and to.
    int16_t history[SEATS][2][64][64];
};

KERNEL_DECLARE(void, stones_begin, struct stones_state *, const struct stones *);
KERNEL_DECLARE(enum step, stones_deepen, struct stones_state *, int, struct thought *);
// Returns the evaluation of a position in which the game is not over.
KERNEL_DECLARE(int, stones_static, const struct stones_tables *, const struct stones *);

// Translates a move of the search into a move of the rules.
move stones_move_of(stones_step m);

#endif
