// One game: two seats, one clock each, one verdict. A state machine that is driven from outside:
// bytes, moves, departures and the time come in through the functions below; bytes to send,
// questions and events go out through `struct referee_ops`. It does no I/O and reads no clock, so
// a test can be every bot, every kernel and every time of day.
#ifndef AGON_REFEREE_REFEREE_H
#define AGON_REFEREE_REFEREE_H

#include "games/game.h"
#include "referee/chair.h"
#include "referee/clock.h"
#include "referee/result.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Everything that happens in a game is one of these; the record, the terminal and later the web
// listen to them and to nothing else.
enum referee_event_kind {
    EVENT_SENT,  // `bytes`: one or more messages to `seat`
    EVENT_GOT,   // `bytes`: one message from `seat`, whole
    EVENT_MOVED, // `move` by `seat` led from `before` to the referee's position
    EVENT_NOTE,  // `words` about `seat`: nothing that changes the game
    EVENT_OVER,  // `result`
};

struct referee_event {
    enum referee_event_kind kind;
    int seat;
    int64_t at_ns; // since the game began
    const char *bytes;
    size_t length;
    bool broken; // EVENT_GOT: malformed, perhaps not even JSON
    move move;
    bool forced; // EVENT_MOVED: played by the referee, since the protocol has no word for it
    const position *before;
    const struct charge *charge; // EVENT_MOVED: NULL when it was forced
    const char *words;
    const struct result *result;
};

struct referee;

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
    struct referee_chair chairs[SEATS];
    struct text out[SEATS]; // what this step will send
    struct result result;
    int moves;
    struct moment now;
    int64_t began_ns;
};

void referee_init(struct referee *r, const struct referee_setup *setup, struct moment now);
void referee_destroy(struct referee *r);

// The first step: for players that are there already, the game begins.
void referee_start(struct referee *r, struct moment now);

// Each of these is one step. Calls for a seat that is gone, or after the end, change nothing.
void referee_opened(struct referee *r, int seat, struct moment now);
void referee_received(
    struct referee *r, int seat, const char *bytes, size_t length, struct moment now);
void referee_chose(struct referee *r, int seat, move m, struct moment now);
void referee_resigned(struct referee *r, int seat, struct moment now);
// The seat is lost, and this is how: CRASH, DISCONNECT, NO_START or LIMIT with words.
void referee_lost(struct referee *r, int seat, const struct fault *fault, struct moment now);
// The fault is ours: nobody loses (VOID).
void referee_void(struct referee *r, const char *words, struct moment now);
void referee_note(struct referee *r, int seat, const char *words);
// The time has come that referee_wake_ns named.
void referee_tick(struct referee *r, struct moment now);

// Sends what waits for a bot that is not to move. To be called every few milliseconds.
void referee_flush(struct referee *r);

int64_t referee_wake_ns(const struct referee *r); // INT64_MAX: nothing is waited for
int referee_to_move(const struct referee *r);     // a seat, or NOBODY when nobody is asked

// The name by which the opponent's wire knows a player: its own where it has one.
void referee_wire_name(const struct referee *r, int seat, char name[WIRE_NAME_BYTES]);

#endif
