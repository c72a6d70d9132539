// Openings that are drawn by lot (contest/openings.h): which positions games may begin in.
//
// The row of a game says what is special about it: `begin_opening` and `is_balanced` of
// struct game. The rules of thumb in NAME_opening.c use what can be counted at a glance; a player's
// score of the position would be a better judge, and would go there.
#ifndef AGON_GAMES_OPENING_H
#define AGON_GAMES_OPENING_H

#include "games/game.h"

// Changes `p` so that a game can begin in it, as far as the game's protocols ask for something.
void opening_begin(const struct game *game, position *p);

// True if neither side is much better off, and the side to move cannot end the game at once.
bool opening_is_balanced(const struct game *game, const position *p);

// --- For the games ---

// True if there is a legal move, and none of them ends the game.
bool opening_goes_on(const struct game *game, const position *p);

// True if the position with fewer legal moves has at least two thirds as many as the other.
bool opening_choices_are_close(const struct game *game, const position *a, const position *b);

#endif
