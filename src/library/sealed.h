// A position as the caller of a library holds it: sealed, so that bytes which the library has not
// made are found out before the rules see them.
//
// The seal is no secret: it guards against mistakes (memory that was never filled, a position of
// another version), not against somebody who computes it.
#ifndef AGON_LIBRARY_SEALED_H
#define AGON_LIBRARY_SEALED_H

#include "games/game.h"
#include "library/agon.h"

// Returns the game with this number, or NULL.
const struct game *sealed_game(int number);

void sealed_close(struct agon_position *out, int number, const position *p);
// Copies the position out. Returns the number of its game, or AGON_NO_POSITION.
int sealed_open(const struct agon_position *sealed, position *p);

// Fills `out`, which may be NULL.
void sealed_error(struct agon_error *out, const struct error *e);

#endif
