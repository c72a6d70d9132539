// A refused move, read a second time for wire_explain: what it was, and what it would be without
// each slip that the bot may have made.
#ifndef AGON_WIRE_PROTOCOLS_ATTEMPT_H
#define AGON_WIRE_PROTOCOLS_ATTEMPT_H

#include "base/text.h"
#include "games/game.h"
#include "wire/slip.h"

enum { ATTEMPT_TRIES = 8 };

struct attempt_try {
    enum slip slip;
    move move; // what the bot sent, without the slip; MOVE_NONE: this slip is impossible
};

struct attempt {
    move move;           // as it was sent; MOVE_NONE: the game has no such move
    struct text meaning; // see struct explanation
    struct attempt_try tries[ATTEMPT_TRIES];
    int count;
};

// Adds a slip that would have turned the move `m` into the one that was sent. Add the most likely
// slips first.
void attempt_try(struct attempt *a, enum slip slip, move m);

#endif
