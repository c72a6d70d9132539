// A text that is being built: every function of agon that prints appends to one.
//
// There are two kinds of the same type. A fixed text lives in an array of the caller and never
// allocates memory: what does not fit is left out, and `cut` says so. A growing text owns its bytes
// and must be destroyed. The bytes are always ended by a NUL, which `length` does not count.
#ifndef AGON_BASE_TEXT_H
#define AGON_BASE_TEXT_H

#include "base/letter.h"

#include <string.h>

struct text {
    char *bytes;
    size_t length;
    size_t capacity;
    bool grows;
    bool cut; // something is missing: it did not fit (fixed), or memory ran out (growing)
};

// Makes a fixed, empty text in the array `bytes`, which has `capacity` bytes, at least one.
struct text text_fixed(char *bytes, size_t capacity);
#define TEXT_IN(array) text_fixed((array), sizeof(array))

struct text text_growing(void);
void text_destroy(struct text *t); // frees a growing text; harmless on a fixed one
void text_clear(struct text *t);   // makes it empty; it keeps its memory

// Do not call: the slow part of text_bytes, for what does not fit without more memory.
void text_bytes_beyond(struct text *t, const char *bytes, size_t length);

// Appends `length` bytes. Inline, because every message and every line of a record is made of many
// small pieces; so the compiler knows the length of a literal.
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

void text_number(struct text *t, int64_t number); // in decimal digits
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Appends a text that came from outside (a bot, a file) in a form that every terminal can show on
// one line: each letter whose `shown` is false becomes an escape such as "\n", "\t", "\u009b",
// "\U000e0041", or "\xff" for a byte that is not UTF-8.
void text_visible(struct text *out, const char *bytes, size_t length);
// The same for the one letter at `bytes`, which is `letter`. Returns how many columns it takes.
int text_visible_letter(struct text *out, const char *bytes, struct letter letter);

// Both append a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD. Letters that a
// terminal must not be sent (base/letter.h) become escapes, which mean the same to every program.
void text_json(struct text *t, const char *string);
void text_json_bytes(struct text *t, const char *bytes, size_t length);
// Appends a text that is JSON already. Letters in its strings that a terminal must not be sent
// become the same escapes.
void text_json_copy(struct text *t, const char *json, size_t length);

#endif
