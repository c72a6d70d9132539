// What happens in a game, as the referee tells it to the world. The record, the terminal and
// everybody else who watches a game get these events and nothing else.
#ifndef AGON_REFEREE_EVENT_H
#define AGON_REFEREE_EVENT_H

#include "games/game.h"
#include "referee/result.h"
#include "referee/seat_clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum referee_event_kind {
    EVENT_SENT,  // one or more messages were sent to `seat`: `bytes`
    EVENT_GOT,   // one whole message came from `seat`: `bytes`
    EVENT_MOVED, // `seat` played `move` in the position `before`
    EVENT_NOTE,  // a remark about `seat`, which changes nothing in the game: `words`
    EVENT_OVER,  // the game is over: `result`
};

// The pointers are valid only while the event is told.
struct referee_event {
    enum referee_event_kind kind;
    int seat;
    int64_t at_ns; // since the game began
    const char *bytes;
    size_t length;
    bool as_text; // EVENT_GOT, EVENT_SENT: it is a line of an engine, or malformed, and perhaps not
                  // even JSON: the record has it as a string
    move move;
    bool forced; // EVENT_MOVED: the referee played it, since the protocol does not ask for it
    const position *before;
    const struct charge *charge; // EVENT_MOVED: the time of the move; NULL if it was forced
    const char *words;
    const struct result *result;
};

#endif
