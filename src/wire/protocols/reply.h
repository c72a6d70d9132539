// Reading a bot's message: what is wrong with it, in words, with its place.
#ifndef AGON_WIRE_PROTOCOLS_REPLY_H
#define AGON_WIRE_PROTOCOLS_REPLY_H

#include "games/game.h"
#include "wire/event.h"
#include "wire/value.h"

// A message that is being read, as strict JSON.
struct reply {
    const struct message *message;
    struct value root;
    struct fault *fault; // may be NULL
};

// All of these fill the fault and return WIRE_FAULT.
//
// `where` is the value that is wrong; the key in front of it, if any, is shown with it.
enum wire_event_kind reply_malformed(const struct reply *r, const char *rule, struct value where,
    const char *expected, ...) __attribute__((format(printf, 4, 5)));
enum wire_event_kind reply_illegal(const struct reply *r, const char *rule, struct value where,
    const char *expected, ...) __attribute__((format(printf, 4, 5)));
// A well-formed move that the game refuses.
enum wire_event_kind reply_refused(
    const struct reply *r, const struct refusal *why, struct value where);

#endif
