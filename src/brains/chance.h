// What a score means to people: how likely the side to move wins, and the score as a text.
//
// Each engine has its own scores (brains/thought.h). Its `chance_score` was fitted to thousands of
// games that the built-in player has played against itself (tools/chance_fit.c, docs/brains.md).
#ifndef AGON_BRAINS_CHANCE_H
#define AGON_BRAINS_CHANCE_H

#include "brains/thought.h"

// The chance of the side to move: from 0 to 1, a draw counts half. If the score is proved, it is
// exactly 0, 0.5 or 1. brain_plays the game.
double chance_of(const struct game *game, const struct thought *t);

// Appends the score of `seat`, where `turn` is the seat to move. A score that is not proved has a
// digit behind the point, "+1.2": stones in Reversi, hundreds of the engine's units elsewhere. A
// proved one has none: "+12" is the difference of stones at the end, "+#5" a win in five moves,
// "-#4" a loss in four.
void chance_print_score(
    const struct game *game, const struct thought *t, int turn, int seat, struct text *out);

#endif
