#include "base/columns.h"

#include <limits.h>

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
