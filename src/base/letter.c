#include "base/letter.h"

#include "base/letter_ranges.h"

// Returns the range that the code point is in, or NULL.
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

// Refuses overlong forms, surrogates and everything above U+10FFFF.
size_t letter_utf8_length(const char *bytes, size_t left)
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

struct letter letter_at(const char *bytes, size_t left)
{
    static const int columns[] = {[H] = 1, [Z] = 0, [W] = 2};
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] < 0x80)
        return (struct letter){1, s[0], 1, s[0] >= 0x20 && s[0] < 0x7F};
    size_t length = letter_utf8_length(bytes, left);
    if (length == 0)
        return (struct letter){1, s[0], 1, false};
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3F);
    const struct letter_range *r = find_range(code);
    return (struct letter){length, code, r ? columns[r->kind] : 1, !r || r->kind != H};
}
