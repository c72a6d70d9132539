// A piece of text under construction: every printer in agon writes into one.
//
// Two kinds, one type. A fixed text lives in an array of the caller's and never allocates: what
// does not fit is left out and `cut` says so. A growing text owns its bytes and is destroyed.
// The bytes are always ended by a NUL that is not counted in `length`.
#ifndef AGON_BASE_TEXT_H
#define AGON_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
    bool grows;
    bool cut; // something did not fit (fixed) or memory ran out (growing)
};

// A fixed text over the array `bytes` of `capacity` bytes (at least one).
struct text text_fixed(char *bytes, size_t capacity);
#define TEXT_IN(array) text_fixed((array), sizeof(array))

struct text text_growing(void);
void text_destroy(struct text *t); // frees a growing text; harmless on a fixed one
void text_clear(struct text *t);

// The same as text_bytes when it does not simply fit.
void text_bytes_beyond(struct text *t, const char *bytes, size_t length);

// Inline, since every message and every line of a record is made of many small pieces: the length
// of a literal is then known when the program is compiled.
static inline void text_bytes(struct text *t, const char *bytes, size_t length)
{
    if (length >= t->capacity - t->length) {
        text_bytes_beyond(t, bytes, length);
        return;
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

static inline void text_char(struct text *t, char c)
{
    text_bytes(t, &c, 1);
}

static inline void text_string(struct text *t, const char *string)
{
    text_bytes(t, string, strlen(string));
}

void text_number(struct text *t, int64_t number);
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The length of the UTF-8 character at `bytes`, or 0 when there is none (RFC 3629).
size_t text_utf8_length(const char *bytes, size_t left);

// A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. What a terminal must not
// be sent (base/letter.h) is written as an escape, which means the same to every reader of JSON.
void text_json(struct text *t, const char *string);
void text_json_bytes(struct text *t, const char *bytes, size_t length);

#endif
