#include "wire/framer.h"

#include <stdlib.h>
#include <string.h>

// What the next byte belongs to.
enum framer_state {
    BETWEEN,   // outside any message
    INSIDE,    // inside brackets, outside strings
    STRING,    // inside a string, at any level
    ESCAPE,    // after a backslash in a string
    WORD,      // inside a number or word without brackets
    LINE_REST, // after a broken message: the rest of its line is dropped
};

enum { FIRST_CAPACITY = 256, MARK_BYTES = 3 };

static const uint32_t not_broken = UINT32_MAX;

static const char byte_order_mark[MARK_BYTES + 1] = "\xEF\xBB\xBF";

void framer_init(struct framer *f, bool scalars)
{
    *f = (struct framer){.scalars = scalars};
}

void framer_init_lines(struct framer *f, framer_wants *wants)
{
    *f = (struct framer){.lines = true, .wants = wants};
}

void framer_destroy(struct framer *f)
{
    free(f->bytes);
    *f = (struct framer){.scalars = f->scalars, .lines = f->lines, .wants = f->wants};
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static bool framer_ends_word(char c)
{
    return is_space(c) || c == '"' || c == '[' || c == ']' || c == '{' || c == '}' || c == ',' ||
        c == ':';
}

// Forgets what was read, and frees a big buffer when nothing is left in it.
static void framer_compact(struct framer *f)
{
    if (f->read > 0) {
        memmove(f->bytes, f->bytes + f->read, f->length - f->read);
        f->length -= f->read;
        f->read = 0;
    }
    if (f->taken > 0) {
        f->queued = (uint8_t)(f->queued - f->taken);
        memmove(f->queue, f->queue + f->taken, f->queued * sizeof *f->queue);
        f->taken = 0;
    }
    if (f->length == 0 && f->capacity > FRAMER_KEPT_BYTES) {
        free(f->bytes);
        f->bytes = NULL;
        f->capacity = 0;
    }
}

static void framer_append(struct framer *f, const char *bytes, size_t length)
{
    if (f->capacity - f->length < length) {
        uint32_t capacity = f->capacity > 0 ? f->capacity : FIRST_CAPACITY;
        while (capacity - f->length < length)
            capacity *= 2;
        char *grown = realloc(f->bytes, capacity);
        if (!grown) {
            f->flood = FRAMER_NO_MEMORY;
            return;
        }
        f->bytes = grown;
        f->capacity = capacity;
    }
    memcpy(f->bytes + f->length, bytes, length);
    f->length += (uint32_t)length;
    f->size += (uint32_t)length;
}

// The unfinished message is complete now.
static void framer_complete(struct framer *f, uint32_t bad_at)
{
    if (f->flood)
        return;
    if (f->queued == FRAMER_QUEUE) {
        f->flood = FRAMER_TOO_MANY;
        return;
    }
    f->queue[f->queued].length = f->size;
    f->queue[f->queued].bad_at = bad_at;
    f->queued++;
    f->size = 0;
    f->levels = 0;
}

static bool framer_open_bracket(struct framer *f, bool brace)
{
    if (f->levels == FRAMER_LEVELS) {
        f->flood = FRAMER_TOO_DEEP;
        return false;
    }
    uint32_t bit = UINT32_C(1) << f->levels++;
    f->braces = brace ? f->braces | bit : f->braces & ~bit;
    f->state = INSIDE;
    return true;
}

enum scan { SCAN_MORE, SCAN_COMPLETE, SCAN_BROKEN, SCAN_FLOOD };

// Looks at the next byte of a message, if it is not inside a string or word.
static enum scan framer_scan_outside_string(struct framer *f, char c)
{
    if (c == '"') {
        f->state = STRING;
    } else if (c == '{' || c == '[') {
        if (!framer_open_bracket(f, c == '{'))
            return SCAN_FLOOD;
    } else if (c == '}' || c == ']') {
        bool brace = f->levels > 0 && (f->braces >> (f->levels - 1) & 1);
        if (f->levels == 0 || brace != (c == '}'))
            return SCAN_BROKEN;
        if (--f->levels == 0)
            return SCAN_COMPLETE;
    } else if (f->levels == 0) {
        if (!f->scalars || framer_ends_word(c))
            return SCAN_BROKEN;
        f->state = WORD;
    }
    return SCAN_MORE;
}

static enum scan framer_scan_in_string(struct framer *f, char c)
{
    if ((unsigned char)c < ' ')
        return SCAN_BROKEN;
    if (f->state == ESCAPE) {
        f->state = STRING;
    } else if (c == '\\') {
        f->state = ESCAPE;
    } else if (c == '"') {
        f->state = INSIDE;
        if (f->levels == 0)
            return SCAN_COMPLETE;
    }
    return SCAN_MORE;
}

// Skips the bytes that cannot change the state: nearly all.
static size_t framer_skip_plain(const struct framer *f, const char *bytes, size_t at, size_t limit)
{
    if (f->state == STRING) {
        while (
            at < limit && bytes[at] != '"' && bytes[at] != '\\' && (unsigned char)bytes[at] >= ' ')
            at++;
    } else if (f->state == INSIDE) {
        while (at < limit && bytes[at] != '"' && bytes[at] != '[' && bytes[at] != ']' &&
            bytes[at] != '{' && bytes[at] != '}')
            at++;
    } else if (f->state == WORD) {
        while (at < limit && !framer_ends_word(bytes[at]))
            at++;
    }
    return at;
}

// Goes on with a message, or starts one; the first byte is not a space. Returns how many bytes
// belong to the message: all of them, unless it ended or broke.
static size_t framer_scan_message(struct framer *f, const char *bytes, size_t length)
{
    size_t most = FRAMER_MESSAGE_BYTES - f->size;
    size_t limit = length < most ? length : most;
    enum scan found = SCAN_MORE;
    size_t at = 0;
    while (found == SCAN_MORE && (at = framer_skip_plain(f, bytes, at, limit)) < limit) {
        if (f->state == WORD) {
            found = SCAN_COMPLETE; // the delimiter is not a part of the word
        } else {
            bool in_string = f->state == STRING || f->state == ESCAPE;
            found = in_string ? framer_scan_in_string(f, bytes[at])
                              : framer_scan_outside_string(f, bytes[at]);
            at++;
        }
    }
    if (found == SCAN_MORE && at == most)
        f->flood = FRAMER_TOO_LONG;
    framer_append(f, bytes, at);
    if (found == SCAN_COMPLETE) {
        f->state = BETWEEN;
        framer_complete(f, not_broken);
    } else if (found == SCAN_BROKEN) {
        // If a string was broken by the end of its line, there is no rest of the line to drop.
        f->state = bytes[at - 1] == '\n' ? BETWEEN : LINE_REST;
        framer_complete(f, f->size - 1);
    }
    return at;
}

// Drops the rest of a broken line, but keeps the beginning of it to be shown to people.
static size_t framer_skip_line(struct framer *f, const char *bytes, size_t length)
{
    const char *newline = memchr(bytes, '\n', length);
    size_t used = newline ? (size_t)(newline - bytes) : length;
    // The broken message is the last one in the queue, if it was not taken yet.
    if (f->queued > f->taken && f->queue[f->queued - 1].length < FRAMER_LINE_BYTES) {
        size_t most = FRAMER_LINE_BYTES - f->queue[f->queued - 1].length;
        framer_append(f, bytes, used < most ? used : most);
        f->queue[f->queued - 1].length += f->size;
        f->size = 0;
    }
    if (newline) {
        f->state = BETWEEN;
        used++;
    }
    return used;
}

// Skips a byte order mark at the start of the stream. If only its first bytes are there, they are
// text, and text in front of a value is broken.
static size_t framer_skip_mark(struct framer *f, const char *bytes, size_t length)
{
    size_t used = 0;
    while (used < length && f->mark_bytes < MARK_BYTES) {
        if (bytes[used] != byte_order_mark[f->mark_bytes]) {
            uint8_t seen = f->mark_bytes;
            f->mark_bytes = MARK_BYTES;
            if (seen > 0)
                framer_scan_message(f, byte_order_mark, seen);
            break;
        }
        f->mark_bytes++;
        used++;
    }
    return used;
}

// --- Lines ---

static void framer_drop(struct framer *f, size_t bytes)
{
    f->dropped += (uint32_t)bytes;
    if (f->dropped > FRAMER_DROPPED_BYTES)
        f->flood = FRAMER_TOO_MUCH;
}

// The unfinished line is complete, without its newline: it becomes a message or is dropped.
static void framer_end_line(struct framer *f)
{
    const char *line = f->bytes + f->length - f->size;
    while (f->size > 0 && is_space(line[f->size - 1])) {
        f->size--;
        f->length--;
    }
    if (f->size > 0 && (!f->wants || f->wants(line, f->size))) {
        framer_complete(f, not_broken);
        f->dropped = 0;
        return;
    }
    framer_drop(f, f->size + 1);
    f->length -= f->size;
    f->size = 0;
}

// Takes bytes up to the end of a line. Returns how many.
static size_t framer_take_line(struct framer *f, const char *bytes, size_t length)
{
    size_t at = 0;
    while (f->size == 0 && at < length && is_space(bytes[at]))
        at++;
    framer_drop(f, at);
    if (at == length || f->flood)
        return at;
    const char *newline = memchr(bytes + at, '\n', length - at);
    size_t end = newline ? (size_t)(newline - bytes) : length;
    if (end - at > FRAMER_MESSAGE_BYTES - f->size) {
        f->flood = FRAMER_TOO_LONG;
        return length;
    }
    framer_append(f, bytes + at, end - at);
    if (newline && !f->flood)
        framer_end_line(f);
    return newline ? end + 1 : end;
}

bool framer_feed(struct framer *f, const char *bytes, size_t length)
{
    if (f->flood)
        return false;
    framer_compact(f);
    for (size_t taken = 0; f->lines && taken < length && !f->flood;)
        taken += framer_take_line(f, bytes + taken, length - taken);
    if (f->lines)
        return !f->flood;
    size_t at = f->mark_bytes < MARK_BYTES ? framer_skip_mark(f, bytes, length) : 0;
    while (at < length && !f->flood) {
        if (f->state == LINE_REST)
            at += framer_skip_line(f, bytes + at, length - at);
        else if (f->state == BETWEEN && is_space(bytes[at]))
            at++;
        else
            at += framer_scan_message(f, bytes + at, length - at);
    }
    return !f->flood;
}

bool framer_peek(const struct framer *f, struct message *m)
{
    if (f->taken == f->queued)
        return false;
    uint32_t bad_at = f->queue[f->taken].bad_at;
    *m = (struct message){.bytes = f->bytes + f->read,
        .length = f->queue[f->taken].length,
        .broken = bad_at != not_broken,
        .bad_at = bad_at != not_broken ? bad_at : 0,
        .early = f->early > 0};
    return true;
}

bool framer_next(struct framer *f, struct message *m)
{
    if (!framer_peek(f, m))
        return false;
    f->read += f->queue[f->taken].length;
    f->taken++;
    if (f->early > 0)
        f->early--;
    return true;
}

void framer_mark(struct framer *f)
{
    f->early = (uint8_t)(f->queued - f->taken);
    f->dropped = 0;
}

bool framer_rest(const struct framer *f, struct message *m)
{
    if (f->size == 0)
        return false;
    *m = (struct message){.bytes = f->bytes + f->length - f->size, .length = f->size};
    return true;
}
