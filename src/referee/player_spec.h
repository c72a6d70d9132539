// Who plays, as it was named on the command line or in a contest file: a bot that speaks a
// protocol, a built-in player, or a person. A description only; what is there of it in a game is a
// seat.
#ifndef AGON_REFEREE_PLAYER_SPEC_H
#define AGON_REFEREE_PLAYER_SPEC_H

#include "games/game.h"
#include "wire/wire.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { REFEREE_NAME_BYTES = WIRE_NAME_BYTES };

// What a player without messages is asked.
struct ask {
    const struct game *game;
    const position *position;
    uint64_t seed;
    // For this move, for the whole game, and what is added to that after it; 0: no such limit.
    int64_t limit_ns, left_ns, increment_ns;
    const atomic_bool *stop;
};

// Lives longer than its seats.
struct player {
    char name[REFEREE_NAME_BYTES];  // for people, unique
    const char *text;               // as given: a command, "@random", "listen:7001", "human"
    const struct wire *wire;        // a bot's protocol; NULL: it plays without messages
    const char *directory;          // where a command runs; NULL: here
    const char *const *environment; // "NAME=value" for a command, ended by NULL; NULL: only ours

    // A built-in player, or a person at the terminal. `think` is called on a worker thread and ends
    // soon after `stop` becomes true; MOVE_NONE gives up. `memory` is NULL at the first move of a
    // game; what `think` puts there is its own until `forget` (may be NULL) at the game's end.
    // `instant`: it is called on the loop's thread, being so fast that a worker is not worth the
    // way there.
    move (*think)(const struct player *player, const struct ask *ask, void **memory);
    void (*forget)(void *memory);
    const void *user;
    bool instant;
    // Somebody outside chooses its moves: the table asks by `asked` of its events, is answered by
    // table_answer, and no thread waits meanwhile. Set `untimed` too, and no `think`.
    bool by_event;
    bool untimed; // a person may think as long as he likes
};

#endif
