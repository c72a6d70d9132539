// The built-in players. Deterministic: the same position and seed give the same move everywhere.
#ifndef AGON_BRAINS_BRAIN_H
#define AGON_BRAINS_BRAIN_H

#include "base/error.h"
#include "games/game.h"

struct brain {
    const char *name;    // as typed: "@random"
    const char *summary; // for a list
    move (*choose)(const struct game *game, const position *p, uint64_t seed); // not over
};

extern const struct brain brains[];                                // ended by a row without a name
const struct brain *brain_find(const char *name, struct error *e); // NULL: no such player

#endif
