// A position of Game of Stones taken apart into its terms, from scratch and slowly: for training
// and for tests. A search has a faster way to the same sum (stones/node.h).
#ifndef AGON_BRAINS_STONES_FEATURES_H
#define AGON_BRAINS_STONES_FEATURES_H

#include "brains/stones/weights.h"

// The class of a place: how far from the hole, how far from a corner's direction.
int stones_class(int cell);

// One term of a position.
struct stones_feature {
    int16_t term;  // its number in struct stones_terms
    int16_t times; // negative: against the side to move
};

enum { STONES_FEATURES_MOST = 128 };

// Returns how many. The position is one in which the game is not over.
int stones_features(const position *p, struct stones_feature out[STONES_FEATURES_MOST]);
// The stacks on the board: STONES_FULL of them is the start, none is the end.
int stones_stacks(const position *p);
// The sum of all terms: what the search's evaluation says of a position that is not won at once.
int stones_value(const struct stones_weights *weights, const position *p);

#endif
