#include "referee/recorded_words.h"

#include "referee/recorded_line.h"
#include "wire/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Appends a JSON string, decoded.
static void recorded_words_add_string(struct text *out, struct value v)
{
    size_t capacity = (size_t)(v.end - v.at) + 1; // decoded it is not longer
    char *bytes = malloc(capacity);
    if (bytes && value_string(v, bytes, capacity))
        text_string(out, bytes);
    free(bytes);
}

// A message stands in a record as JSON, or, if it is not JSON, as a text.
static void recorded_words_take_message(struct text *out, struct value line)
{
    struct value v;
    text_clear(out);
    if (value_member(line, "message", &v))
        text_bytes(out, v.at, (size_t)(v.end - v.at));
    else if (value_member(line, "text", &v))
        recorded_words_add_string(out, v);
}

static void recorded_words_take_stderr(struct text *out, struct value line)
{
    struct value v;
    int64_t dropped_bytes = 0;
    if (value_member(line, "text", &v))
        recorded_words_add_string(out, v);
    if (value_member(line, "dropped_bytes", &v) && value_integer(v, &dropped_bytes))
        text_format(out, "\n(%" PRId64 " bytes are left out)\n", dropped_bytes);
    if (value_member(line, "tail", &v))
        recorded_words_add_string(out, v);
}

static void recorded_words_take_json(struct recorded_words *w, const char *bytes, size_t length)
{
    const struct message message = {.bytes = bytes, .length = length};
    struct value line, type, seat;
    struct fault fault;
    int64_t number;
    if (!value_check(&message, &line, &fault) || !value_member(line, "type", &type) ||
        !value_member(line, "seat", &seat) || !value_integer(seat, &number) || number < 0 ||
        number >= SEATS)
        return;
    if (value_is(type, "from"))
        recorded_words_take_message(&w->last_message[number], line);
    else if (value_is(type, "stderr"))
        recorded_words_take_stderr(&w->stderr_text[number], line);
}

static void recorded_words_take_line(struct recorded_words *w, const char *bytes, size_t length)
{
    struct text mended = text_growing();
    if (recorded_line_without_nul(&mended, bytes, length))
        recorded_words_take_json(w, mended.bytes, mended.length);
    else
        recorded_words_take_json(w, bytes, length);
    text_destroy(&mended);
}

void recorded_words_read(struct recorded_words *w, const char *bytes, size_t length)
{
    for (int seat = 0; seat < SEATS; seat++)
        w->last_message[seat] = w->stderr_text[seat] = text_growing();
    for (const char *end = bytes + length; bytes < end;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (!newline)
            return;
        recorded_words_take_line(w, bytes, (size_t)(newline - bytes));
        bytes = newline + 1;
    }
}

void recorded_words_destroy(struct recorded_words *w)
{
    for (int seat = 0; seat < SEATS; seat++) {
        text_destroy(&w->last_message[seat]);
        text_destroy(&w->stderr_text[seat]);
    }
}
