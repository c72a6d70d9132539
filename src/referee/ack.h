// What a bot still has to acknowledge when its game (S7) or its contest (S8) is over. Whatever it
// answers, the result stands; only its own next game waits for the answer, which has the time of
// any other. Pure: the stream, the time and the kernel's figures come in as arguments.
#ifndef AGON_REFEREE_ACK_H
#define AGON_REFEREE_ACK_H

#include "referee/seat_clock.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    // Where requests have less time, an acknowledgement has this much: the bot may still think
    // about the move by which it ran out of time.
    ACK_LEAST_MS = 500,
    ACK_OF_BYTES = 40,
};

struct ack {
    struct seat_clock clock; // runs while the acknowledgement is owed
    struct budget budget;    // a copy: the seat outlives the game that the budget is of
    char of[ACK_OF_BYTES];
    const char *rule; // that asks for it
};

enum ack_state {
    ACK_CLEAR, // nothing is owed
    ACK_OWED,
    ACK_WRONG, // something else came; the fault has words for it
};

// The kernel's figures for the bot, as in struct referee_ops.
typedef void ack_usage(void *user, bool mark, struct usage *u);

// The bot was just told the end of something: `of` is "the end of game 3". Does nothing where the
// wire asks for no acknowledgement.
void ack_await(struct ack *a, const struct wire_seat *w, const struct budget *budget,
    int64_t lag_ns, const char *of, struct moment now);
bool ack_is_owed(const struct ack *a);
// Reads the messages that have come, up to the acknowledgement.
enum ack_state ack_read(struct ack *a, struct wire_seat *w, struct fault *why);
// To be asked every few milliseconds. True: its time is over, and `why` has words for it.
bool ack_is_late(struct ack *a, ack_usage *usage, void *user, struct moment now, struct fault *why);

#endif
