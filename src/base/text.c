#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

struct text text_fixed(char *bytes, size_t capacity)
{
    bytes[0] = '\0';
    return (struct text){.bytes = bytes, .capacity = capacity};
}

struct text text_growing(void)
{
    // An empty growing text points at this byte, so that `bytes` is a string from the start.
    static char nothing[1];
    return (struct text){.bytes = nothing, .grows = true};
}

void text_destroy(struct text *t)
{
    if (t->grows && t->capacity > 0)
        free(t->bytes);
    *t = text_growing();
}

void text_clear(struct text *t)
{
    t->length = 0;
    t->cut = false;
    if (t->capacity > 0)
        t->bytes[0] = '\0';
}

// Makes room for `more` bytes and the NUL, as far as possible; returns how many bytes fit.
static size_t text_room(struct text *t, size_t more)
{
    if (t->length + more < t->capacity)
        return more;
    if (t->grows) {
        size_t capacity = t->capacity > 0 ? t->capacity : FIRST_CAPACITY;
        while (capacity <= t->length + more)
            capacity *= 2;
        char *bytes = realloc(t->capacity > 0 ? t->bytes : NULL, capacity);
        if (bytes) {
            t->bytes = bytes;
            t->capacity = capacity;
            return more;
        }
    }
    t->cut = true;
    return t->capacity > 0 ? t->capacity - 1 - t->length : 0;
}

void text_bytes_beyond(struct text *t, const char *bytes, size_t length)
{
    size_t fits = text_room(t, length);
    if (t->capacity == 0)
        return;
    memcpy(t->bytes + t->length, bytes, fits);
    t->length += fits;
    t->bytes[t->length] = '\0';
}

void text_number(struct text *t, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    text_bytes(t, digits + at, sizeof digits - at);
}

void text_format(struct text *t, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char small[256];
    int length = vsnprintf(small, sizeof small, format, arguments);
    if (length < 0) {
        t->cut = true;
    } else if ((size_t)length < sizeof small) {
        text_bytes(t, small, (size_t)length);
    } else {
        // vsnprintf writes its NUL at the end of what fits, which is where ours belongs too.
        size_t fits = text_room(t, (size_t)length);
        if (t->capacity > 0) {
            vsnprintf(t->bytes + t->length, fits + 1, format, again);
            t->length += fits;
        }
    }
    va_end(again);
    va_end(arguments);
}

int text_visible_letter(struct text *out, const char *bytes, struct letter letter)
{
    if (letter.shown) {
        text_bytes(out, bytes, letter.bytes);
        return letter.columns;
    }
    char array[16];
    struct text escape = TEXT_IN(array);
    if (letter.code == '\n' || letter.code == '\t')
        text_string(&escape, letter.code == '\n' ? "\\n" : "\\t");
    else if (letter.bytes == 1 && letter.code >= 0x80)
        text_format(&escape, "\\x%02x", letter.code);
    else
        text_format(&escape, letter.code > 0xFFFF ? "\\U%08x" : "\\u%04x", letter.code);
    text_bytes(out, array, escape.length);
    return (int)escape.length;
}

void text_visible(struct text *out, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        struct letter letter = letter_at(bytes + at, length - at);
        text_visible_letter(out, bytes + at, letter);
        at += letter.bytes;
    }
}

// One character that cannot stand as it is; returns how many bytes it took.
static size_t json_character(struct text *t, const unsigned char *s, size_t left)
{
    struct letter letter = letter_at((const char *)s, left);
    size_t length = letter.bytes;
    if (length == 1 && *s >= 0x80)
        text_string(t, "\\ufffd");
    else if (*s == '"' || *s == '\\')
        text_bytes(t, (char[]){'\\', (char)*s}, 2);
    else if (*s == '\n')
        text_string(t, "\\n");
    else if (letter.shown)
        text_bytes(t, (const char *)s, length);
    else if (letter.code > 0xFFFF)
        text_format(
            t, "\\u%04x\\u%04x", 0xD7C0 + (letter.code >> 10), 0xDC00 + (letter.code & 0x3FF));
    else
        text_format(t, "\\u%04x", letter.code);
    return letter.bytes;
}

static bool text_is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void text_json_bytes(struct text *t, const char *bytes, size_t length)
{
    const unsigned char *s = (const unsigned char *)bytes, *end = s + length;
    text_char(t, '"');
    while (s < end) {
        const unsigned char *run = s;
        while (run < end && text_is_plain(*run))
            run++;
        text_bytes(t, (const char *)s, (size_t)(run - s));
        s = run;
        if (s < end)
            s += json_character(t, s, (size_t)(end - s));
    }
    text_char(t, '"');
}

void text_json(struct text *t, const char *string)
{
    text_json_bytes(t, string, strlen(string));
}

// Quotes, escapes and the blanks between values stay as they are.
static bool text_is_plain_json(unsigned char c)
{
    return (c >= 0x20 && c < 0x7F) || c == '\t' || c == '\n' || c == '\r';
}

void text_json_copy(struct text *t, const char *json, size_t length)
{
    const unsigned char *s = (const unsigned char *)json, *end = s + length;
    while (s < end) {
        const unsigned char *run = s;
        while (run < end && text_is_plain_json(*run))
            run++;
        text_bytes(t, (const char *)s, (size_t)(run - s));
        s = run;
        if (s < end)
            s += json_character(t, s, (size_t)(end - s));
    }
}
