#include "cli/letters.h"

#include <limits.h>

// Ranges of letters that take no column, or two. Not all there are; those that names are made of.
static const struct {
    uint32_t from, to;
    int columns;
} widths[] = {
    {0x300, 0x36F, 0},     // accents that are put on the letter before
    {0x200B, 0x200F, 0},   // marks without a face
    {0x20D0, 0x20FF, 0},   //
    {0xFE00, 0xFE0F, 0},   //
    {0x1100, 0x115F, 2},   // Hangul
    {0x2E80, 0xA4CF, 2},   // Chinese, Japanese, Yi
    {0xAC00, 0xD7A3, 2},   // Hangul
    {0xF900, 0xFAFF, 2},   // Chinese
    {0xFE30, 0xFE6F, 2},   //
    {0xFF00, 0xFF60, 2},   // letters as wide as Chinese ones
    {0xFFE0, 0xFFE6, 2},   //
    {0x1F300, 0x1F64F, 2}, // pictures
    {0x1F680, 0x1F6FF, 2}, //
    {0x1F900, 0x1FAFF, 2}, //
    {0x20000, 0x3FFFD, 2}, // Chinese
};

static uint32_t decode(const unsigned char *s, size_t length)
{
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3F);
    return code;
}

struct letter letter_at(const char *bytes, size_t left)
{
    size_t length = text_utf8_length(bytes, left);
    if (length == 0)
        return (struct letter){1, 1, false};
    uint32_t code = decode((const unsigned char *)bytes, length);
    if (code < 0x20 || (code >= 0x7F && code < 0xA0))
        return (struct letter){length, 1, false};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (code >= widths[i].from && code <= widths[i].to)
            return (struct letter){length, widths[i].columns, true};
    }
    return (struct letter){length, 1, true};
}

int text_clipped(struct text *out, const char *string, int columns)
{
    int used = 0;
    for (size_t left = strlen(string); left > 0;) {
        struct letter letter = letter_at(string, left);
        if (used + letter.columns > columns)
            break;
        letter.shown ? text_bytes(out, string, letter.bytes) : text_char(out, '?');
        used += letter.columns;
        string += letter.bytes;
        left -= letter.bytes;
    }
    return used;
}

int text_shortened(struct text *out, const char *string, int columns)
{
    if (text_columns(string) <= columns)
        return text_clipped(out, string, columns);
    int used = text_clipped(out, string, columns - 1);
    text_char(out, '~');
    return used + 1;
}

void text_padded(struct text *out, const char *string, int columns)
{
    for (int used = text_shortened(out, string, columns); used < columns; used++)
        text_char(out, ' ');
}

int text_columns(const char *string)
{
    char none[1];
    struct text nowhere = TEXT_IN(none);
    return text_clipped(&nowhere, string, INT_MAX / 2);
}
