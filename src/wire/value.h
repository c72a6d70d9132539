// Reads JSON in place: first the whole message is checked, then values are picked out of its text.
//
// value_check accepts exactly what G3 calls JSON. Plain messages (ASCII without escapes, small
// integers, few keys: nearly all there are) it judges by itself in about a nanosecond a byte;
// anything unusual goes to jansson. The other functions work on checked text only, allocate
// nothing, and keep the place of every value, so that a fault can point at it.
#ifndef AGON_WIRE_VALUE_H
#define AGON_WIRE_VALUE_H

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

// The whole message as a value; false with a fault (MALFORMED, G3) when it is not strict JSON.
bool value_check(const struct message *m, struct value *v, struct fault *fault);

enum value_kind value_kind(struct value v);

// G3: `1`, or `1.0` where integral. Beyond 18 digits it is the nearest number of 18 digits.
bool value_integer(struct value v, int64_t *number);
// The same, also in quotes: "1" (T4).
bool value_quotable_integer(struct value v, int64_t *number);
bool value_is_null(struct value v);
// Whether it is a string with exactly this text.
bool value_is(struct value v, const char *string);
// Copies a string, cut to what fits; false when it is none.
bool value_string(struct value v, char *bytes, size_t capacity);

// The parts of an array: fills up to `most` of them and returns how many there are, or -1 when it
// is no array.
int value_items(struct value v, struct value *items, int most);
// One part of an object; false when it is no object or has no such key.
bool value_member(struct value v, const char *key, struct value *member);

// A piece of a message for people: one line, at most `most` bytes, nothing that upsets a terminal.
struct text;
void value_show(struct text *out, const char *bytes, size_t length, size_t most);

#endif
