// The evaluation of the large board: patterns of squares, and what each way to fill one is worth.
//
// A pattern is a list of squares; with its images under the eight symmetries of the board it gives
// up to eight "lanes", each a number that says how the squares of that image are filled: one digit
// of -1, 0 or 1 for each square (theirs, empty, mine) in base three. So turning a stone adds or
// takes away twice a power of three, and seen by the other side the number is the negative.
#ifndef AGON_BRAINS_REVERSI_PATTERNS_H
#define AGON_BRAINS_REVERSI_PATTERNS_H

#include "games/reversi.h"

#include <stdio.h>

enum {
    PATTERNS = 14,
    PATTERN_SQUARES_MOST = 10,
    LANES_USED = 58,
    LANES = 64, // with some that are not used, to fill a vector
    PHASES = 15,
    PHASE_STONES = 4, // one phase of a game is so many stones long
    WEIGHTS = 5 * 59049 + 19683 + 4 * 6561 + 2187 + 729 + 243 + 81, // of a phase, by the lengths
    EVAL_STONE = 32, // what one stone is worth in units of the evaluation
};

struct lanes {
    _Alignas(64) int16_t at[LANES];
};

// The squares of the board that a lane consists of.
struct lane_squares {
    int pattern, length;
    uint8_t squares[PATTERN_SQUARES_MOST];
};

struct pattern_tables {
    // What a stone of mine on a square adds to every lane.
    struct lanes steps[64];
    // Where the weight of the number 0 of each lane lies among the weights of a phase.
    int32_t middle[LANES];
    struct lane_squares lanes[LANES_USED];
};

struct pattern_weights {
    int16_t of[PHASES][WEIGHTS];
    int16_t bias[65]; // by the number of stones
};

void patterns_fill(struct pattern_tables *t);

// Two ways to fill a pattern that are images of each other in a symmetry of the pattern share one
// weight. Fills `shared[i]` with the number of the weight that `i` uses. Returns how many different
// weights there are in one phase.
int patterns_share(const struct pattern_tables *t, int32_t shared[WEIGHTS]);

// Write and read the weights in the form of weights/reversi.bin. Return false if the file could not
// be written, or if the bytes are not such a file.
bool patterns_pack(FILE *file, const int16_t *weights, size_t count); // all phases, all biases
bool patterns_unpack(const struct pattern_tables *t, const uint8_t *bytes, size_t size,
    struct pattern_weights *weights);

static inline int pattern_phase(int stones)
{
    int phase = (stones - 5) / PHASE_STONES;
    return phase < 0 ? 0 : phase;
}

#endif
