#include "base/columns.h"

#include <limits.h>

enum { COLUMNS_WORD_BYTES = 512 }; // a longer word is taken for two

int columns_clip(struct text *out, const char *string, int columns)
{
    int used = 0;
    for (size_t left = strlen(string); left > 0;) {
        struct letter letter = letter_at(string, left);
        char array[16];
        struct text visible = TEXT_IN(array);
        int width = text_visible_letter(&visible, string, letter);
        if (used + width > columns)
            break;
        text_bytes(out, array, visible.length);
        used += width;
        string += letter.bytes;
        left -= letter.bytes;
    }
    return used;
}

int columns_shorten(struct text *out, const char *string, int columns)
{
    if (columns_count(string) <= columns)
        return columns_clip(out, string, columns);
    int used = columns_clip(out, string, columns - 1);
    text_char(out, '~');
    return used + 1;
}

void columns_pad(struct text *out, const char *string, int columns)
{
    for (int used = columns_shorten(out, string, columns); used < columns; used++)
        text_char(out, ' ');
}

int columns_count(const char *string)
{
    char none[1];
    struct text nowhere = TEXT_IN(none);
    return columns_clip(&nowhere, string, INT_MAX / 2);
}

static void columns_break(struct text *out, int indent)
{
    text_char(out, '\n');
    for (int i = 0; i < indent; i++)
        text_char(out, ' ');
}

void columns_wrap(struct text *out, const char *string, int indent, int columns)
{
    int used = indent;
    for (const char *at = string + strspn(string, " "); *at != '\0';) {
        char word[COLUMNS_WORD_BYTES];
        size_t length = strcspn(at, " "), part = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, at, part);
        word[part] = '\0';
        int width = columns_count(word);
        if (used > indent && used + 1 + width > columns) {
            columns_break(out, indent);
            used = indent;
        }
        if (used > indent) {
            text_char(out, ' ');
            used++;
        }
        used += columns_clip(out, word, width);
        at += part;
        at += strspn(at, " ");
    }
}
