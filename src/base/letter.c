#include "base/letter.h"

#include "base/letter_ranges.h"

// The range that the code point is in; NULL: in none.
static const struct letter_range *find_range(uint32_t code)
{
    size_t low = 0, high = LETTER_RANGES;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct letter_range *r = &letter_ranges[middle];
        if (code >= r->from && code <= r->to)
            return r;
        if (code < r->from)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

struct letter letter_at(const char *bytes, size_t left)
{
    static const int columns[] = {[H] = 1, [Z] = 0, [W] = 2};
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] < 0x80)
        return (struct letter){1, s[0], 1, s[0] >= 0x20 && s[0] < 0x7F};
    size_t length = text_utf8_length(bytes, left);
    if (length == 0)
        return (struct letter){1, s[0], 1, false};
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3F);
    const struct letter_range *r = find_range(code);
    return (struct letter){length, code, r ? columns[r->kind] : 1, !r || r->kind != H};
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
