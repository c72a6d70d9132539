#include "cli/letters.h"

#include <limits.h>

int text_clipped(struct text *out, const char *string, int columns)
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
