// The text of a player that speaks an engine protocol, taken apart: "nboard:depth=16:./engine x" is
// the command "./engine x", which speaks NBoard and is asked to search 16 moves deep. Pure: nothing
// here knows the protocols but their names.
#ifndef AGON_BASE_BRIDGE_TEXT_H
#define AGON_BASE_BRIDGE_TEXT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What an engine is told about how long to think. 0: nothing is said.
struct bridge_limits {
    int64_t depth;       // moves ahead
    int64_t nodes;       // positions; only UGI has that
    int64_t movetime_ms; // for each move; only UGI has that
    int64_t contempt;    // the value of a draw in hundredths; only NBoard has that
    // The engine's own options, which begin with a capital letter ("Hash=64"), among the others; in
    // the text itself. 0 bytes: there are none. Only UGI has that.
    const char *settings;
    size_t settings_bytes;
};

// One of the engine's own options.
struct bridge_setting {
    const char *name, *value; // not ended by a NUL
    size_t name_bytes, value_bytes;
};

struct bridge_text {
    const char *protocol; // "nboard" or "ugi", a constant; NULL: the player speaks no such protocol
    struct bridge_limits limits;
    const char *command; // what is behind the protocol and its options, in the text itself
};

// True if the text begins with the name of an engine protocol and a colon.
bool bridge_text_is(const char *text);
// Any other text is read as a command without a protocol. Returns false and fills `e` if the
// options are wrong or no command follows.
bool bridge_text_read(struct bridge_text *b, const char *text, struct error *e);
// Takes the next of the engine's own options out of `l`. Returns false if there is none.
bool bridge_text_next_setting(struct bridge_limits *l, struct bridge_setting *s);
// The command alone: `text` itself if it speaks no engine protocol or cannot be read.
const char *bridge_text_command(const char *text);

#endif
