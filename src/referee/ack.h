// The acknowledgement that a bot owes when its game (S7) or its contest (S8) is over. Whatever it
// answers, the result does not change; only its own next game waits for the answer. The time for it
// is that of any other answer. Pure: the stream, the time and the kernel's figures come in as
// arguments.
#ifndef AGON_REFEREE_ACK_H
#define AGON_REFEREE_ACK_H

#include "referee/seat_clock.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    // If requests have less time than this, an acknowledgement has this much: a bot that lost by
    // time may still be thinking about its move.
    ACK_LEAST_MS = 500,
    ACK_OF_BYTES = 40,
};

struct ack {
    struct seat_clock clock; // runs while the acknowledgement is owed
    struct budget budget;    // a copy: a session may live longer than the budgets of a game
    char of[ACK_OF_BYTES];   // what is to be acknowledged, in words
    const char *rule;        // the rule that asks for it
};

enum ack_state {
    ACK_CLEAR, // nothing is owed
    ACK_OWED,
    ACK_WRONG, // something else came, and the fault says what
};

// The kernel's figures for the bot, as in struct referee_ops.
typedef void ack_usage(void *user, bool mark, struct usage *u);

// The bot was just told the end of something: `of` says of what, "the end of game 3". Does nothing
// if the wire asks for no acknowledgement. `lag_ns` as in struct referee_ops.
void ack_await(struct ack *a, const struct wire_stream *w, const struct budget *budget,
    int64_t lag_ns, const char *of, struct moment now);
bool ack_is_owed(const struct ack *a);
// Reads the messages that have come, up to the acknowledgement. Fills `why` for ACK_WRONG.
enum ack_state ack_read(struct ack *a, struct wire_stream *w, struct fault *why);
// Call it every few milliseconds. Returns true and fills `why` if the time is over.
bool ack_is_late(struct ack *a, ack_usage *usage, void *user, struct moment now, struct fault *why);

#endif
