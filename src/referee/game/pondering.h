// What a bot does while it is not asked: how much it computes then, and whether it may.
//
// A bot rests from the request to its opponent until its own next request, or until the game is
// over. Only bots that the arena has started are looked at. docs/referee.md says what is measured,
// and what is missed.
#ifndef AGON_REFEREE_GAME_PONDERING_H
#define AGON_REFEREE_GAME_PONDERING_H

#include "referee/game/state.h"

enum {
    // A rest is measured from its beginning if the opponent's last move took this long. Before
    // faster moves the kernel is not asked: that would cost more than the rest of such a move.
    PONDERING_LOOK_MS = 1,
    // After so many ticks of a rest all processes of a bot are looked at, not only the first one.
    PONDERING_ALONE_TICKS = 10, // if the bot had only one process when it was looked at last
    PONDERING_TICKS = 1,        // if that is not known, or it had several
    // If a frozen bot has computed this long in a game, the record has a note about it.
    PONDERING_NOTE_MS = 100,
};

// The seat is not asked any more.
void pondering_rest(struct referee *r, int seat);
// Every few milliseconds.
void pondering_tick(struct referee *r, int seat);
// The rest is over: the seat is about to be asked, or the game is over.
void pondering_end(struct referee *r, int seat);
// The request to the seat was sent at `sent_ns`. Lets the bot run again. Returns when its time
// begins.
int64_t pondering_thaw(struct referee *r, int seat, int64_t sent_ns);
// The game is over: ends the rests of both seats, and fills the result.
void pondering_conclude(struct referee *r);

#endif
