// What counts in a position of Game of Stones, and what it is worth: the form of
// weights/stones.bin, and the tables that a search makes of it.
//
// The worth of a position is a sum of terms, seen from the side that is to move. Each term has a
// worth at the start of a game and one at its end; the number of stacks on the board decides how
// much each of the two counts. The unit is 1/256 of the logarithm of the odds to win.
#ifndef AGON_BRAINS_STONES_WEIGHTS_H
#define AGON_BRAINS_STONES_WEIGHTS_H

#include "games/stones.h"

enum {
    STONES_UNIT = 256,      // of a worth: odds of e to 1
    STONES_STAGES = 2,      // the start and the end of a game
    STONES_FULL = 60,       // stacks on the board at the start
    STONES_HEIGHTS = 6,     // heights that are told apart: 1 to 5, and more
    STONES_CLASSES = 8,     // kinds of places that no symmetry maps onto each other
    STONES_COUNTS = 16,     // of one type: 0 to 14, and more
    STONES_FEW = 8,         // counts that are told apart where being few matters: 0 to 6, and more
    STONES_ATTACKS = 40,    // attacks that are told apart: 0 to 38, and more
    STONES_THREATS = 6,     // attacks on one type: 0 to 4, and more
    STONES_ON_TALL = 8,     // attacks on stacks of more than one stone: 0 to 6, and more
    STONES_FROM_ABOVE = 12, // attacks by the higher stack: 0 to 10, and more
    STONES_RISES = 5,  // tallest of a type against the other's tallest: -3 and less to 1 and more
    STONES_LEADS = 9,  // tallest stack against tallest: -4 and less to 4 and more
    STONES_VIEWS = 2,  // the side to move, and the other
    STONES_PHASES = 2, // an attack is due, or the move is free
    STONES_STACK_CODES = 128, // height * 4 + type
    STONES_LOGS = 64,         // numbers of which the logarithm is kept,
    STONES_LOG_UNIT = 256,    // in parts of 1
};

// The terms of one stage. A [view] of 0 is a term of the side to move; 1 is a term of the other
// side, which counts against it. Terms without a view count for either side.
struct stones_terms {
    int16_t stack[STONES_KINDS][STONES_HEIGHTS][STONES_CLASSES]; // each stack that there is
    int16_t count[STONES_KINDS][STONES_COUNTS];                  // the number of a type's stacks
    int16_t turn[STONES_PHASES];                                 // to be the one to move
    int16_t lead[STONES_PHASES][STONES_LEADS];
    // The attacks that a side has if it is to move, whatever they are on.
    int16_t attacks[STONES_PHASES][STONES_VIEWS][STONES_ATTACKS];
    // Attacks on one type, of which the other side has so many stacks.
    int16_t threats[STONES_PHASES][STONES_VIEWS][STONES_KINDS][STONES_FEW][STONES_THREATS];
    // Attacks on stacks of more than one stone, and attacks by the higher of two stacks: those
    // that the other cannot make in its turn.
    int16_t on_tall[STONES_PHASES][STONES_VIEWS][STONES_ON_TALL];
    int16_t from_above[STONES_PHASES][STONES_VIEWS][STONES_FROM_ABOVE];
    // So many stacks of a type, and the tallest of them against the tallest of the other side.
    int16_t rise[STONES_PHASES][STONES_VIEWS][STONES_KINDS][STONES_FEW][STONES_RISES];
};

struct stones_weights {
    struct stones_terms stages[STONES_STAGES]; // start, end
};

enum { STONES_TERMS = sizeof(struct stones_terms) / sizeof(int16_t) };

// Both stages of a worth in one number, so that one addition adds both: start * 2^32 + end.
typedef int64_t stones_worth;

// A stack on its place.
struct stones_piece {
    uint64_t key;       // of the position's key
    stones_worth worth; // for White
};

struct stones_tables {
    struct stones_piece pieces[SEATS][STONES_STACK_CODES][STONES_CELLS + 3];
    uint64_t turn_keys[SEATS][STONES_ANY + 1]; // by side to move and phase
    uint8_t orders[64][64];    // the order in which two cells share a line; STONES_ORDERS if none
    int16_t logs[STONES_LOGS]; // natural logarithms, of 0 taken for 0
    // One stack less of a type of which there are so many: what its side gains.
    stones_worth fewer[STONES_KINDS][STONES_PER_SIDE + 1];
    stones_worth turn[STONES_PHASES];
    stones_worth lead[STONES_PHASES][STONES_LEADS];
    stones_worth attacks[STONES_PHASES][STONES_VIEWS][STONES_ATTACKS];
    stones_worth threats[STONES_PHASES][STONES_VIEWS][STONES_KINDS][STONES_FEW][STONES_THREATS];
    stones_worth on_tall[STONES_PHASES][STONES_VIEWS][STONES_ON_TALL];
    stones_worth from_above[STONES_PHASES][STONES_VIEWS][STONES_FROM_ABOVE];
    stones_worth rise[STONES_PHASES][STONES_VIEWS][STONES_KINDS][STONES_FEW][STONES_RISES];
    struct stones_weights weights; // from which the tables were made
};

void stones_fill(struct stones_tables *t, const struct stones_weights *weights);
// Returns the tables of the weights that are part of the program. They are made at the first call.
const struct stones_tables *stones_own_tables(void);

// Returns the class of a place: places that a symmetry of the board turns into each other share
// one.
int stones_class(int cell);

#endif
