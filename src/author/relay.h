// A relay passes bytes between two ends, unchanged but for a name that is dropped, in both
// directions at once. When one end will
// write no more, the other is told so (half-close), and the opposite direction goes on. It never
// blocks and starts nothing: the caller polls.
#ifndef AGON_AUTHOR_RELAY_H
#define AGON_AUTHOR_RELAY_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RELAY_BUFFER_BYTES = 64 * 1024, // what may wait in one direction
    RELAY_POLLS = 4,
};

// What one talks to. Of a socket both are the same descriptor.
struct relay_end {
    int in;  // we read from it; -1: closed
    int out; // we write to it; -1: closed
};

struct relay_flow {
    struct relay_end *from, *to;
    bool ended; // `from` will write no more
    bool shut;  // `to` was told so, or reads no more
    uint64_t passed;
    uint64_t lost;     // bytes that `to` did not take,
    int error;         // because of this errno; 0: it took all so far
    size_t begin, end; // of what waits in `bytes`
    bool dropping;     // its first message is still to be looked at: see relay_drop_name
    size_t held;       // so many bytes before `end` wait for that
    char bytes[RELAY_BUFFER_BYTES];
};

struct relay {
    struct relay_end ends[2];
    struct relay_flow flows[2]; // flows[i] goes from ends[i] to the other
};

// The descriptors belong to the relay from now on. The relay must stay where it is.
void relay_init(struct relay *r, struct relay_end a, struct relay_end b);
// Puts bytes before all that will come from end 0. There must be room for them.
void relay_push(struct relay *r, const char *bytes, size_t length);

// The first message of end 0 is not passed on if it is {"name": ...}: the name was said before.
void relay_drop_name(struct relay *r);

// Fills in what is to be polled, and after the poll passes on what can be passed. Returns whether
// bytes moved.
void relay_polls(const struct relay *r, struct pollfd polls[RELAY_POLLS]);
bool relay_pass(struct relay *r, const struct pollfd polls[RELAY_POLLS]);

// Reads what is there from an end, although it does not say so by its end: for a program that has
// ended while others keep its pipe open.
void relay_drain(struct relay *r, int end);
// True if all that came from an end was passed on, and the other end knows that no more will come.
bool relay_is_done(const struct relay *r, int end);

// True if an end did not take all that came from the other, `end`, although it had not ended
// itself. One that has ended, and reads no more, has heard what it wanted.
bool relay_has_lost(const struct relay *r, int end);

// Closes all. A connection whose peer may still read our last bytes is not reset.
void relay_close(struct relay *r);

#endif
