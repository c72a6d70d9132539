// Takes a position of Game of Stones apart into its terms, from scratch and slowly: for training
// and for tests. A search has a faster way to the same sum (stones/node.h).
#ifndef AGON_BRAINS_STONES_FEATURES_H
#define AGON_BRAINS_STONES_FEATURES_H

#include "brains/stones/weights.h"

// One term of a position.
struct stones_feature {
    int16_t term;  // its number in struct stones_terms
    int16_t times; // negative: against the side to move
};

enum { STONES_FEATURES_MOST = 128 };

// Fills `out` and returns how many features there are. The game must not be over.
int stones_features(const position *p, struct stones_feature out[STONES_FEATURES_MOST]);
// Returns how many stacks are on the board, from STONES_FULL at the start to 0.
int stones_stacks(const position *p);
// Returns the sum of all terms. The evaluation of the search is the same, except for positions in
// which the side to move wins at once.
int stones_value(const struct stones_weights *weights, const position *p);

#endif
