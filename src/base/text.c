#include "base/text.h"

#include "base/letter.h"

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

// No overlong forms, no surrogates, nothing above U+10FFFF.
size_t text_utf8_length(const char *bytes, size_t left)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (left == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    }
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
        (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
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
