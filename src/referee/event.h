// What happens in a game, as the referee tells it to the world.
#ifndef AGON_REFEREE_EVENT_H
#define AGON_REFEREE_EVENT_H

#include "games/game.h"
#include "referee/result.h"
#include "referee/seat_clock.h"

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

#endif
