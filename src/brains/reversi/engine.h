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
    SCORE_NONE = 127, // beyond any score
    BONUS_MOST = 1,   // that the seed gives a move in the opening, for variety
    LINES = 4,        // through a square: row, two diagonals, column
    MOVES_OF_ONE = 34 // no position on the large board has more; 33 is the known record
};

// How sure a step of the search wants to be before it gives up on a branch.
enum { CONFIDENCE_LEAST, CONFIDENCE_END, CONFIDENCE_PROVED };

// What else lies on a line through a square, and the row of last_turned for it.
struct last_line {
    bitboard squares;
    const uint16_t *turned;
};

// Filled once, by reversi_tables_fill; only read after that.
struct reversi_tables {
    bitboard one[64];  // a square alone
    bitboard near[64]; // the squares around one
    // For the last empty square: how many stones turn on each line through it.
    struct last_line last_lines[64][LINES];
    // By how many squares a line has beside the last one, by how many of them come before it, and
    // by whose they are (ones are mine): how many stones turn if I fill the last square, and in the
    // upper byte if the opponent does.
    uint16_t last_turned[8][8][128];
    // Of the stones (first index) on an edge, with those of the opponent (second index): which can
    // never be turned, whatever is played.
    uint8_t edge_stable[256][256];
    struct pattern_tables patterns;
    struct pattern_weights weights; // of the program
};

// How the search trusts its judgement. Depths are in moves, errors in hundredths of a stone.
struct reversi_habits {
    // A branch is given up from this depth on where a search of so many percent of the depth ends
    // beyond the window by so many percent of its usual error.
    int cut_least, probe_percent, cut_percent;
    int error_least, error_depth, error_empties;
    int glance_one, glance_two; // error of a judgement as a forecast one and two moves ahead
    // The same for the search to the end of the game.
    int end_probe_percent, end_cut_percent;
    int end_error_least, end_error_depth;
    int end_reach; // with so few squares beyond a depth, the next step may go to the end,
    int end_bits;  // if there are the nodes for it: a power of two, in hundredths, for no square
    int look_one, look_two; // depths from which on moves are searched so far to put them in order
    int order_margin;       // stones below the window that are all the same to that order
    int width;              // of the first window around a forecast, in stones
};

extern const struct reversi_habits reversi_habits;

// Hidden: not found by way of an address in memory, as what a shared library may hold.
extern struct reversi_tables reversi_tables __attribute__((visibility("hidden")));

void reversi_tables_fill(void); // any number of times, from any thread

// The move list of the root, best first.
struct root_move {
    move at;
    int8_t bonus; // up to BONUS_MOST
    int8_t score;
};

// What a thread has found out about a position shortly before the end: its score lies from lower to
// upper, and the move that was best.
struct near_slot {
    bitboard mine, theirs;
    int8_t lower, upper;
    uint8_t best;
};

enum { NEAR_BITS = 15, NEAR_SLOTS = 1 << NEAR_BITS }; // more would not stay in the cache

struct reversi_state {
    struct search *search;
    struct tt *tt;
    const struct reversi_habits *habits;   // NULL: the usual ones
    const struct pattern_weights *weights; // NULL: those of the program
    bitboard squares;
    uint64_t salt; // tells keys of different boards apart
    bitboard mine, theirs;
    int size, empties;
    int depth_most;  // 0: no limit
    bool passes;     // the side to move must pass; `mine` is the other one's
    bool whole;      // nothing is given up by judgement
    int confidence;  // of the present step
    int last_score;  // of the step before
    int before_last; // and of the one before that
    int end_from;    // the first step that goes to the end; 0: it has not come yet
    int count;
    struct root_move moves[MOVES_OF_ONE];
    struct near_slot near[NEAR_SLOTS];
};

KERNEL_DECLARE(void, reversi_begin, struct reversi_state *);
KERNEL_DECLARE(enum step, reversi_deepen, struct reversi_state *, int, struct thought *);

#endif
