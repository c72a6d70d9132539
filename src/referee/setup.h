// What a referee needs for one game: the game, the two players, and functions by which it reaches
// the world around it. Only a table and the tests fill these.
#ifndef AGON_REFEREE_SETUP_H
#define AGON_REFEREE_SETUP_H

#include "base/text.h"
#include "games/game.h"
#include "referee/event.h"
#include "referee/player_spec.h"
#include "referee/seat_clock.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct referee_player {
    char name[REFEREE_NAME_BYTES]; // for people
    struct wire_stream *wire;      // NULL: plays without messages (a built-in player, a person)
    bool timed;                    // false: may think as long as it likes (a person)
    bool opened;                   // its wire was opened in an earlier game
    bool started;                  // a bot whose process the arena has started
    bool frozen;                   // it has to stand still while it is not asked
    bool held;                     // see struct player
    const move *led;               // the same
    int led_count;
    const struct budget *budget;
};

// How long a bot has computed since its start.
struct cpu_look {
    bool whole;     // asked for: all processes of the bot. That takes long, see link_usage
    bool alone;     // if `whole`: it has only one process
    int64_t cpu_ns; // of its first process, or of all of them
};

// `user` is that of struct referee_setup. No function may call the referee.
struct referee_ops {
    // Sends bytes to a seat with a wire. Returns when the kernel took the last of them.
    int64_t (*send)(void *user, int seat, const char *bytes, size_t length);
    // Asks a seat without a wire for its move in `p`. referee_chose brings the answer.
    void (*ask)(void *user, int seat, const position *p);
    // Fills `u` with the kernel's figures for a seat. `mark`: later figures will be compared with
    // these.
    void (*usage)(void *user, int seat, bool mark, struct usage *u);
    // How long the bytes that were read last had been here before the arena read them. Costs
    // little.
    int64_t (*late)(void *user, int seat);
    // How long a message travels to a bot that connected by itself and back; 0 for all others.
    int64_t (*lag)(void *user, int seat);
    // The next three are for bots that the arena has started. Looks how long the bot has computed.
    void (*cpu)(void *user, int seat, struct cpu_look *look);
    // Lets the bot stand still. May be called again for a bot that does.
    void (*freeze)(void *user, int seat);
    // Lets it run again. Returns since when it can; 0 if it did not stand still.
    int64_t (*thaw)(void *user, int seat);
    // Writes what a bot that should have opened by now has not done: "has not connected to ...".
    void (*waiting)(void *user, int seat, struct text *out);
    // Something has happened in the game.
    void (*happened)(void *user, const struct referee_event *event);
    // The game has its verdict, and everything is sent. This is the last call for the game. That
    // the bots acknowledge its end (S7) is not part of the game, see ack.h.
    void (*done)(void *user);
};

struct referee_setup {
    const struct game *game;
    position start;
    struct referee_player players[SEATS];
    int coin; // 0 or 1, see struct wire_game
    const struct referee_ops *ops;
    void *user; // for the ops
};

#endif
