// Cuts JSON values out of a stream of bytes (G1) within the limits of G2.
//
// The framer knows strings and brackets, nothing else of JSON: whether a slice is a strict JSON
// value is for value_check to say. What can never become a value (text in front of one, a bracket
// that closes another kind, a control character inside a string) is handed out at once as a broken
// message, and the rest of its line is dropped, so that a line of debug output is one message and
// the next line starts afresh.
//
// Every byte is looked at once, however the stream is chopped. Only the bytes of messages are kept,
// and an empty framer owns at most FRAMER_KEPT_BYTES.
#ifndef AGON_WIRE_FRAMER_H
#define AGON_WIRE_FRAMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAMER_MESSAGE_BYTES = 65536, // G2
    FRAMER_LEVELS = 32,           // G2
    FRAMER_QUEUE = 16,            // G2: complete messages that nobody has read yet
    FRAMER_KEPT_BYTES = 512,      // memory that is not given back when the framer runs empty
    FRAMER_LINE_BYTES = 120       // how much of a broken line is kept to be shown
};

struct message {
    const char *bytes; // not ended by a NUL; valid until the next framer_feed or framer_destroy
    size_t length;
    bool broken;   // not JSON: the byte at `bad_at` cannot stand where it does. A part of the
    size_t bad_at; // line behind it follows, as far as it had come: for people, not for programs
    bool early;    // was complete when framer_mark was last called
};

enum framer_flood {
    FRAMER_NO_FLOOD,
    FRAMER_TOO_LONG,
    FRAMER_TOO_DEEP,
    FRAMER_TOO_MANY,
    FRAMER_NO_MEMORY // ours, not the bot's
};

struct framer {
    char *bytes; // the unread messages, one behind the other, then the unfinished one
    uint32_t capacity;
    uint32_t length; // all bytes held
    uint32_t read;   // of these, bytes of messages that were taken
    struct {
        uint32_t length;
        uint32_t bad_at; // from the start of the message, or UINT32_MAX: not broken
    } queue[FRAMER_QUEUE];
    uint8_t queued, taken; // queue[taken .. queued) is unread
    uint8_t early;         // how many of the next messages are early
    uint8_t state;         // enum framer_state of framer.c
    uint8_t mark_bytes;    // of a byte order mark at the start of the stream
    uint8_t levels;        // open brackets
    bool scalars;          // bare numbers and words are messages too
    uint8_t flood;         // enum framer_flood; once set the stream is dead
    uint32_t size;         // length of the unfinished message
    uint32_t braces;       // bit i: level i was opened by a brace
};

// With `scalars`, a bare number or word at the top level is a message once a delimiter follows it;
// without, it is broken at its first byte. No protocol has a bot send one.
void framer_init(struct framer *f, bool scalars);
void framer_destroy(struct framer *f);

// False when the stream has broken a limit of G2, now or before: f->flood says which.
bool framer_feed(struct framer *f, const char *bytes, size_t length);
// Takes the oldest complete message; false when there is none.
bool framer_next(struct framer *f, struct message *m);
// The same without taking it.
bool framer_peek(const struct framer *f, struct message *m);
// A request is sent now: what is complete already will be marked as early.
void framer_mark(struct framer *f);
// What has come of an unfinished message; false when there is nothing.
bool framer_rest(const struct framer *f, struct message *m);

#endif
