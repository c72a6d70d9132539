// A bot's message while a protocol reads it, and the faults that it can have: each in words, with
// its place in the message.
#ifndef AGON_WIRE_PROTOCOLS_REPLY_H
#define AGON_WIRE_PROTOCOLS_REPLY_H

#include "games/game.h"
#include "wire/event.h"
#include "wire/value.h"

// A message that is strict JSON; of an engine it is a line, and `root` the whole of it.
struct reply {
    const struct message *message;
    struct value root;
    struct fault *fault; // may be NULL
};

// All of these fill r->fault and return WIRE_FAULT. `where` is the value that is wrong; the fault
// shows it together with its key, if it has one. `expected` says what should be there.
enum wire_event_kind reply_malformed(const struct reply *r, const char *rule, struct value where,
    const char *expected, ...) __attribute__((format(printf, 4, 5)));
enum wire_event_kind reply_illegal(const struct reply *r, const char *rule, struct value where,
    const char *expected, ...) __attribute__((format(printf, 4, 5)));
// For a well-formed move that the rules do not allow.
enum wire_event_kind reply_refused(
    const struct reply *r, const struct refusal *why, struct value where);

#endif
