// A refused move, read once more for wire_explain: what it was, and what it would be without each
// slip that the bot may have made.
#ifndef AGON_WIRE_PROTOCOLS_ATTEMPT_H
#define AGON_WIRE_PROTOCOLS_ATTEMPT_H

#include "base/text.h"
#include "games/game.h"
#include "wire/slip.h"

enum { ATTEMPT_TRIES = 8 };

struct attempt_try {
    enum slip slip;
    move move; // MOVE_NONE: not to be tried
};

struct attempt {
    move move; // as it was sent; MOVE_NONE: the game has no such move
    struct text meaning;
    struct attempt_try tries[ATTEMPT_TRIES];
    int count;
};

// One more slip, by which that move became the one that was sent.
void attempt_try(struct attempt *a, enum slip slip, move m);

#endif
