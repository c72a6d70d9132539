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
    LANES = 64, // with those that only fill up a vector
    PHASES = 15,
    PHASE_STONES = 4, // stones on the board that one phase covers
    WEIGHTS = 5 * 59049 + 19683 + 4 * 6561 + 2187 + 729 + 243 + 81, // of a phase, by the lengths
    EVAL_STONE = 32, // what one stone is worth in units of the evaluation
};

struct lanes {
    _Alignas(64) int16_t at[LANES];
};

// Which square of the board each square of a lane is.
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

// Of all ways to fill a pattern, those that are images of each other in a symmetry of the pattern
// have one weight. `shared[i]` is the number of the weight of i among all that are different;
// returns how many there are of one phase.
int patterns_share(const struct pattern_tables *t, int32_t shared[WEIGHTS]);

// The weights as weights/reversi.bin holds them. False: not such a file, or it could not be
// written.
bool patterns_pack(FILE *file, const int16_t *weights, size_t count); // all phases, all biases
bool patterns_unpack(const struct pattern_tables *t, const uint8_t *bytes, size_t size,
    struct pattern_weights *weights);

static inline int pattern_phase(int stones)
{
    int phase = (stones - 5) / PHASE_STONES;
    return phase < 0 ? 0 : phase;
}

#endif
