// Reads JSON in place: first the whole message is checked, then values are picked out of its text.
//
// value_check accepts exactly what G3 calls JSON. Nearly all messages are plain: ASCII without
// escapes, small integers, few keys. It checks those itself, in about a nanosecond for each byte;
// jansson checks the others. The other functions work on checked text only. They allocate nothing,
// and a value keeps its place in the message, so that a fault can point at it.
#ifndef AGON_WIRE_VALUE_H
#define AGON_WIRE_VALUE_H

#include "base/text.h"
#include "wire/framer.h"
#include "wire/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A value is the text from `at` to `end`, without any space around it.
struct value {
    const char *at, *end;
};

enum value_kind { VALUE_OBJECT, VALUE_ARRAY, VALUE_STRING, VALUE_NUMBER, VALUE_WORD };

// Appends the name and the version of the library behind it: "jansson 2.14".
void value_library(struct text *out);

// Makes the whole message a value. Returns false and fills `fault` (MALFORMED, G3) if the message
// is not strict JSON; `fault` may be NULL.
bool value_check(const struct message *m, struct value *v, struct fault *fault);

enum value_kind value_kind(struct value v);

// Reads an integer: `1` or `1.0` (G3). A longer number becomes the nearest one of 18 digits.
// Returns false if the value is something else.
bool value_integer(struct value v, int64_t *number);
// The same; the integer may also stand in quotes: "1" (T4).
bool value_quotable_integer(struct value v, int64_t *number);
bool value_is_null(struct value v);
// Whether it is a string with exactly this text.
bool value_is(struct value v, const char *string);
// Copies a string, and cuts it if it is too long. Returns false if the value is not a string.
bool value_string(struct value v, char *bytes, size_t capacity);

// The parts of an array: fills up to `most` of them and returns how many there are, or -1 if the
// value is not an array.
int value_items(struct value v, struct value *items, int most);
// One part of an object. Returns false if the value is not an object or has no such key.
bool value_member(struct value v, const char *key, struct value *member);

// Writes a piece of a message for people: one line, at most `most` bytes, nothing that a terminal
// would take for a command.
struct text;
void value_show(struct text *out, const char *bytes, size_t length, size_t most);

#endif
