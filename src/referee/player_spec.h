// Who plays, as it was named on the command line or in a contest file: a bot that speaks a
// protocol, a built-in player, or a person. This is only the description; while it plays it has a
// session.
#ifndef AGON_REFEREE_PLAYER_SPEC_H
#define AGON_REFEREE_PLAYER_SPEC_H

#include "games/game.h"
#include "link/link.h"
#include "wire/wire.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { REFEREE_NAME_BYTES = WIRE_NAME_BYTES };

// The question to a player without a wire: which move in this position?
struct ask {
    const struct game *game;
    const position *position;
    uint64_t seed;
    int64_t limit_ns;        // the time for this move; 0: no limit
    int64_t left_ns;         // what is left of the time for the whole game; 0: no limit
    int64_t increment_ns;    // what is added to `left_ns` after this move
    const atomic_bool *stop; // becomes true when the answer is not wanted any more
};

// Must live longer than its sessions.
struct player {
    char name[REFEREE_NAME_BYTES];  // for people; no two players have the same
    const char *text;               // as it was given: a command, "@random", "listen:7001", "human"
    const char *given;              // what the record calls it, if that is not `text`; else NULL
    const struct wire *wire;        // a bot's protocol; NULL: it plays without messages
    const char *directory;          // where a command runs; NULL: in our current folder
    const char *const *environment; // "NAME=value" for a command, ended by NULL; may be NULL
    struct sandbox sandbox;         // what a command may do
    struct bridge_limits limits;    // what an engine is asked to do (nboard:, ugi:)
    struct link_shape shape;        // how what a bot is sent travels

    // For a player without a wire. `think` chooses a move, or MOVE_NONE to give up. It is called on
    // a worker thread and must return soon after `stop` becomes true. `memory` is NULL at the first
    // move of a game; `think` may keep something there, which `forget` frees when the game is over.
    // `forget` may be NULL if `think` keeps nothing.
    move (*think)(const struct player *player, const struct ask *ask, void **memory);
    void (*forget)(void *memory);
    const void *user; // for `think`
    bool instant;     // `think` is so fast that it is called on the loop's thread, without a worker

    // For a player without a wire whose moves somebody outside chooses. `think` is not used: the
    // table asks by `asked` of struct table_events, and table_answer brings the answer. No thread
    // waits meanwhile. Set `untimed`, too.
    bool by_event;
    bool untimed; // may think as long as it likes: a person, a bot in a debugger

    // For a bot with a wire whose game is looked at move by move: each request waits until somebody
    // outside lets it go. The table asks by `asked`, and table_answer, with any move, lets it go.
    bool held;
    // For a bot that is led to a position where its protocol cannot begin: whatever it answers, the
    // first moves of the game are these. Both seats' moves, by their number; may be NULL.
    const move *led;
    int led_count;
};

// True if the player is a command: a bot that we start, in its sandbox.
bool player_is_started(const struct player *p);

#endif
