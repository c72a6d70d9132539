// The state of one game, which the parts of the referee share; and what the referee wants of the
// world around it. The functions for the outside are in referee.h.
//
// inbox.c   reads the messages of the bots, one at a time
// turns.c   plays a move, tells it, asks for the next one
// timing.c  reads the clocks
// ending.c  ends the game
// outbox.c  sends bytes to the bots and events to the world
#ifndef AGON_REFEREE_GAME_STATE_H
#define AGON_REFEREE_GAME_STATE_H

#include "base/text.h"
#include "games/game.h"
#include "referee/event.h"
#include "referee/game/seat_state.h"
#include "referee/result.h"
#include "referee/seat_clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// None of these may call back into the referee.
struct referee_ops {
    // Sends bytes to a seat with a wire; says when the last of them was handed to the kernel.
    int64_t (*send)(void *user, int seat, const char *bytes, size_t length);
    // Asks a seat without a wire for its move; the answer comes by referee_chose.
    void (*ask)(void *user, int seat, const position *p);
    // The kernel's figures for a seat. `mark`: later ones will be compared with these.
    void (*usage)(void *user, int seat, bool mark, struct usage *u);
    // How much later than necessary the arena read what came just now. Costs little.
    int64_t (*late)(void *user, int seat);
    // How long a message to a bot elsewhere is under way, there and back; 0 for one of our own.
    int64_t (*lag)(void *user, int seat);
    // What a seat that should have opened by now has not done, in words: "has not connected to
    // ...".
    void (*waiting)(void *user, int seat, struct text *out);
    void (*happened)(void *user, const struct referee_event *event);
    // The verdict is out, and everything is sent. The last call for this game: that the bots
    // acknowledge its end (S7) is no part of it, see ack.h.
    void (*done)(void *user);
};

struct referee_setup {
    const struct game *game;
    position start;
    struct referee_player players[SEATS];
    int coin; // see struct wire_game
    const struct referee_ops *ops;
    void *user;
};

enum referee_state {
    REFEREE_OPENING,   // waiting for streams and names
    REFEREE_BEGINNING, // waiting for both to acknowledge the new game
    REFEREE_PLAYING,   // waiting for a move
    REFEREE_DONE       // the verdict is out
};

struct referee {
    struct referee_setup setup;
    enum referee_state state;
    position position;
    position before; // before the last move that a player chose
    bool chosen;     // there was such a move
    struct seat_state seats[SEATS];
    struct text out[SEATS]; // what this step will send
    struct result result;
    int moves;
    struct moment now;
    int64_t began_ns;
};

#endif
