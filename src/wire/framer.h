// Cuts JSON values out of a stream of bytes (G1) within the limits of G2.
//
// The framer knows strings and brackets, and nothing else of JSON; value_check says whether a
// message is strict JSON. Some bytes can never become a value: text in front of one, a bracket that
// closes another kind of bracket, a control character inside a string. They are given out at once
// as a broken message, and the rest of their line is dropped. So a line of debug output is one
// message, and the next line is read as if nothing had happened.
//
// Or it cuts out lines (framer_init_lines), for the protocols of engines: a message is a line
// without its blanks at both ends. Lines that the protocol does not want are dropped, within a
// limit.
//
// Every byte is looked at once, whatever pieces the stream comes in. Only the bytes of messages are
// kept, and an empty framer owns at most FRAMER_KEPT_BYTES.
#ifndef AGON_WIRE_FRAMER_H
#define AGON_WIRE_FRAMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAMER_MESSAGE_BYTES = 65536,   // G2
    FRAMER_LEVELS = 32,             // G2
    FRAMER_QUEUE = 16,              // G2: the most messages that wait to be read
    FRAMER_KEPT_BYTES = 512,        // the memory that an empty framer keeps
    FRAMER_LINE_BYTES = 120,        // how much of a broken line is kept to be shown
    FRAMER_DROPPED_BYTES = 1 << 20, // G2: the most bytes of unwanted lines between two messages
};

struct message {
    const char *bytes; // not ended by a NUL; valid until the next framer_feed or framer_destroy
    size_t length;
    bool broken;   // it is not JSON: the byte at `bad_at` is wrong there. What follows is the
    size_t bad_at; // beginning of the rest of the line, to be shown to people
    bool early;    // it was complete when framer_mark was called last
};

enum framer_flood {
    FRAMER_NO_FLOOD,
    FRAMER_TOO_LONG,
    FRAMER_TOO_DEEP,
    FRAMER_TOO_MANY,
    FRAMER_TOO_MUCH, // of lines that are not wanted
    FRAMER_NO_MEMORY // the arena's fault, not the bot's
};

// Whether a line is wanted; it has no blanks at its ends, and is not empty.
typedef bool framer_wants(const char *line, size_t length);

struct framer {
    char *bytes; // the unread messages, one behind the other, then the unfinished one
    uint32_t capacity;
    uint32_t length; // of all these bytes
    uint32_t read;   // how many of them belong to messages that were taken
    struct {
        uint32_t length;
        uint32_t bad_at; // from the start of the message, or UINT32_MAX: not broken
    } queue[FRAMER_QUEUE];
    uint8_t queued, taken; // queue[taken .. queued) is unread
    uint8_t early;         // how many of the next messages are early
    uint8_t state;         // enum framer_state of framer.c
    uint8_t mark_bytes;    // of a byte order mark at the start of the stream
    uint8_t levels;        // open brackets
    bool scalars;          // numbers and words without brackets are messages, too
    bool lines;            // messages are lines:
    framer_wants *wants;   // those that are wanted; NULL: all
    uint32_t dropped;      // bytes of unwanted lines since the last message or request
    uint8_t flood;         // enum framer_flood; once it is set nothing more is read
    uint32_t size;         // length of the unfinished message
    uint32_t braces;       // bit i: level i was opened by a brace
};

// With `scalars`, a number or word without brackets is a message as soon as a delimiter follows it.
// Without, such a message is broken at its first byte: in no protocol does a bot send one.
void framer_init(struct framer *f, bool scalars);
// Cuts out lines instead. `wants` may be NULL: then every line is wanted that is not empty.
void framer_init_lines(struct framer *f, framer_wants *wants);
void framer_destroy(struct framer *f);

// Takes bytes of the stream. Returns false if the stream has broken a limit of G2, now or before:
// f->flood says which.
bool framer_feed(struct framer *f, const char *bytes, size_t length);
// Takes the oldest complete message. Returns false if there is none.
bool framer_next(struct framer *f, struct message *m);
// The same without taking it.
bool framer_peek(const struct framer *f, struct message *m);
// A request is sent now: messages that are complete already will be marked as early.
void framer_mark(struct framer *f);
// Shows what has come of an unfinished message. Returns false if there is nothing.
bool framer_rest(const struct framer *f, struct message *m);

#endif
