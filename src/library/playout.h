// Random games, from a position to the end.
#ifndef AGON_LIBRARY_PLAYOUT_H
#define AGON_LIBRARY_PLAYOUT_H

#include "base/random.h"
#include "games/game.h"

// Plays one game out. Returns the winner, or NOBODY, and adds the number of moves to `plies`.
int playout_run(const struct game *game, const position *p, struct random *lot, uint64_t *plies);
// Returns a legal move, each equally likely; MOVE_NONE if the game is over.
move playout_draw(const struct game *game, const position *p, uint64_t seed);

#endif
