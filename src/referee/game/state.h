// The state of one game, which the parts of the referee share. The functions for others are in
// referee.h.
//
// inbox.c      reads the messages of the bots, one at a time
// turns.c      plays a move, tells both seats, asks for the next move
// timing.c     reads the clocks, and ends the game for a seat whose time is over
// ending.c     ends the game
// pondering.c  sees to what a bot does while it is not asked
// outbox.c     sends bytes to the bots and events to the world
//
// Each uses those below it in this list, never those above.
#ifndef AGON_REFEREE_GAME_STATE_H
#define AGON_REFEREE_GAME_STATE_H

#include "base/text.h"
#include "games/game.h"
#include "referee/game/seat_state.h"
#include "referee/result.h"
#include "referee/seat_clock.h"
#include "referee/setup.h"

#include <stdbool.h>
#include <stdint.h>

enum referee_state {
    REFEREE_OPENING,   // waits for streams and names
    REFEREE_BEGINNING, // waits until both seats have acknowledged the new game
    REFEREE_PLAYING,   // waits for a move
    REFEREE_DONE       // the game has its verdict
};

struct referee {
    struct referee_setup setup;
    enum referee_state state;
    position position;
    position before; // the position before the last move that was not forced,
    bool chosen;     // if there was such a move
    struct seat_state seats[SEATS];
    struct text out[SEATS]; // the bytes that wait to be sent to each seat
    struct result result;
    int moves; // so many have been played
    bool held; // the next request waits for referee_release
    struct moment now;
    int64_t began_ns;
};

#endif
