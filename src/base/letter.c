#include "base/letter.h"

#include <unicode/uchar.h>

// Hangul vowels and final consonants are drawn into the square of the letter before them.
static bool joins_syllable(uint32_t code)
{
    return (code >= 0x1160 && code <= 0x11FF) || (code >= 0xD7B0 && code <= 0xD7FF);
}

static int count_columns(uint32_t code, uint32_t mask)
{
    if ((mask & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0 || joins_syllable(code))
        return 0;
    int width = u_getIntPropertyValue((UChar32)code, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

struct letter letter_at(const char *bytes, size_t left)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] >= 0x20 && s[0] < 0x7F)
        return (struct letter){1, s[0], 1, true};
    size_t length = text_utf8_length(bytes, left);
    if (length == 0)
        return (struct letter){1, s[0], 1, false};
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t code = s[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3F);
    uint32_t mask = U_GET_GC_MASK((UChar32)code);
    bool hidden = (mask &
                      (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CN_MASK | U_GC_ZL_MASK |
                          U_GC_ZP_MASK)) != 0;
    return (struct letter){length, code, hidden ? 1 : count_columns(code, mask), !hidden};
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
