// A game between built-in players, played here once more: with the same seed they play the same
// moves on every machine (law 5), as long as no clock stops them. So it shows which of two workers
// tells the truth.
#ifndef AGON_FLEET_RECOMPUTED_GAME_H
#define AGON_FLEET_RECOMPUTED_GAME_H

#include "arena/roster.h"
#include "fleet/assignment.h"

// Whether the moves of the game follow from its seed: both players are built in, and neither takes
// the time that its clock allows.
bool recomputed_game_is_fixed(const struct roster *roster, const struct assignment *job);

// Plays a game that is fixed, and appends its moves, separated by blanks. Takes as long as the
// game. Returns false if nobody can tell: a clock may have stopped a player here, or memory ran
// out.
bool recomputed_game_play(
    const struct roster *roster, const struct assignment *job, struct text *moves);

#endif
