#include "contest/file_writer.h"

#include "base/text.h"

// JSON's escapes would not do: YAML knows no pairs of surrogates.
static void write_escape(struct text *out, uint32_t code)
{
    if (code == '"' || code == '\\')
        text_format(out, "\\%c", (char)code);
    else if (code <= 0xFF)
        text_format(out, "\\x%02x", code);
    else
        text_format(out, code > 0xFFFF ? "\\U%08x" : "\\u%04x", code);
}

bool file_write_text(struct text *out, const char *text, struct error *e)
{
    text_char(out, '"');
    for (size_t left = strlen(text); left > 0;) {
        struct letter letter = letter_at(text, left);
        if (letter.bytes == 1 && letter.code >= 0x80)
            return error_set(e, "a contest file is UTF-8, and the byte 0x%02x is not", letter.code);
        if (letter.shown && letter.code != '"' && letter.code != '\\')
            text_bytes(out, text, letter.bytes);
        else
            write_escape(out, letter.code);
        text += letter.bytes;
        left -= letter.bytes;
    }
    text_char(out, '"');
    return true;
}

bool file_write_map(
    struct text *out, const struct file_write_pair *pairs, size_t count, struct error *e)
{
    const char *separator = "{";
    for (size_t i = 0; i < count; i++) {
        if (!pairs[i].value)
            continue;
        text_format(out, "%s%s: ", separator, pairs[i].key);
        if (!file_write_text(out, pairs[i].value, e))
            return false;
        separator = ", ";
    }
    text_char(out, '}');
    return true;
}
