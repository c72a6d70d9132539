// What the parts of the Reversi player share: its tables, and one thread's state.
//
// Scores are stones for the side to move, -64 to 64 on the large board, with the empty squares of a
// finished game given to the winner, as is the custom in problems and solvers. The winner is the
// same as by the rules.
#ifndef AGON_BRAINS_REVERSI_ENGINE_H
#define AGON_BRAINS_REVERSI_ENGINE_H

#include "brains/reversi/patterns.h"
#include "brains/search.h"
#include "games/kernel.h"
#include "games/reversi.h"

enum {
    SCORE_MOST = 64,
    SCORE_NONE = 127, // greater than any score
    BONUS_MOST = 1,   // the most that the seed adds to a move in the opening, for variety
    LINES = 4,        // lines through a square: row, two diagonals, column
    MOVES_OF_ONE = 34 // no position on the large board has more moves; 33 is the known record
};

// How sure a step of the search must be before it gives up a branch.
enum { CONFIDENCE_LEAST, CONFIDENCE_END, CONFIDENCE_PROVED };

// The other squares of a line through a square, and the row of last_turned for that line.
struct last_line {
    bitboard squares;
    const uint16_t *turned;
};

// Tables of the search. reversi_tables_fill fills them once; after that they are only read.
struct reversi_tables {
    bitboard one[64];  // each square as a set
    bitboard near[64]; // the squares around each square
    // For the last empty square: how many stones turn on each line through it.
    struct last_line last_lines[64][LINES];
    // How many stones turn on a line when I fill its last square and, in the upper byte, when the
    // opponent does. The indexes: how many other squares the line has; how many of them come before
    // the last one; whose they are (a bit that is 1 is mine).
    uint16_t last_turned[8][8][128];
    // Which stones of an edge can never be turned, whatever is played. The indexes: the stones of
    // one side on that edge, the stones of the other.
    uint8_t edge_stable[256][256];
    struct pattern_tables patterns;
    struct pattern_weights weights; // those that are part of the program
};

// Numbers that say how far the search trusts its judgement. Depths are in moves, errors in
// hundredths of a stone.
struct reversi_habits {
    // From the depth `cut_least` on, a branch is given up if a search of `probe_percent` of the
    // depth ends beyond the window by `cut_percent` of its usual error.
    int cut_least, probe_percent, cut_percent;
    int error_least, error_depth, error_empties;
    int glance_one, glance_two; // the error of a judgement as a forecast for one and two moves
    // The same for the search to the end of the game.
    int end_probe_percent, end_cut_percent;
    int end_error_least, end_error_depth;
    int end_reach; // with so few squares left beyond a depth, the next step may go to the end,
    int end_bits;  // if the limits allow the nodes: a power of two, in hundredths, for no square
    // From these depths on, moves are searched one and two moves deep to put them in order.
    int look_one, look_two;
    int order_margin; // how many stones below the window that order still tells moves apart
    int width;        // half the width of the first window around a forecast, in stones
};

extern const struct reversi_habits reversi_habits;

// Hidden: so the compiler uses its address directly, which is faster.
extern struct reversi_tables reversi_tables __attribute__((visibility("hidden")));

void reversi_tables_fill(void); // any number of times, from any thread

// A move of the root. The list has the best one first.
struct root_move {
    move at;
    int8_t bonus; // added to its score: 0 to BONUS_MOST
    int8_t score;
};

// What a thread knows of a position shortly before the end of a game: the score is at least `lower`
// and at most `upper`, and `best` was the best move.
struct near_slot {
    bitboard mine, theirs;
    int8_t lower, upper;
    uint8_t best;
};

enum { NEAR_BITS = 15, NEAR_SLOTS = 1 << NEAR_BITS }; // more would not fit into the cache

// The state of one thread.
struct reversi_state {
    struct search *search;
    struct tt *tt;
    const struct reversi_habits *habits;   // NULL means the usual ones
    const struct pattern_weights *weights; // NULL means those of the program
    bitboard squares;
    uint64_t salt; // tells keys of different boards apart
    bitboard mine, theirs;
    int size, empties;
    int depth_most;  // 0 means no limit
    bool passes;     // the side to move must pass; then `mine` are the stones of the other side
    bool whole;      // no branch is given up by judgement
    int confidence;  // of the present step
    int last_score;  // the score of the step before
    int before_last; // the score of the step before that
    int end_from;    // the first step that goes to the end; 0 while there was none
    int count;
    struct root_move moves[MOVES_OF_ONE];
    struct near_slot near[NEAR_SLOTS];
};

KERNEL_DECLARE(void, reversi_begin, struct reversi_state *);
KERNEL_DECLARE(enum step, reversi_deepen, struct reversi_state *, int, struct thought *);

#endif
