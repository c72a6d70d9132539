#include "cli/board_lines.h"

#include <limits.h>
#include <string.h>

// The length of the colour that stands at the beginning of a text; 0: none does.
static size_t board_lines_colour_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[')
        return 0;
    size_t length = 2 + strspn(text + 2, "0123456789;");
    return text[length] == 'm' ? length + 1 : 0;
}

int board_lines_clip(struct text *out, const char *line, size_t length, int columns)
{
    int used = 0;
    bool full = false;
    for (size_t at = 0; at < length;) {
        size_t colour = board_lines_colour_length(line + at);
        if (colour > 0) {
            text_bytes(out, line + at, colour);
            at += colour;
            continue;
        }
        struct letter letter = letter_at(line + at, length - at);
        full = full || used + letter.columns > columns;
        if (!full) {
            letter.shown ? text_bytes(out, line + at, letter.bytes) : text_char(out, '?');
            used += letter.columns;
        }
        at += letter.bytes;
    }
    return used;
}

int board_lines_columns(const char *line, size_t length)
{
    char none[1];
    struct text nowhere = TEXT_IN(none);
    return board_lines_clip(&nowhere, line, length, INT_MAX);
}

void board_lines_draw(
    struct board_lines *b, const struct game *game, const position *p, const struct drawing *style)
{
    struct text out = TEXT_IN(b->bytes);
    game->draw(p, style, &out);
    b->count = b->columns = 0;
    b->free = INT_MAX;
    bool text = false;
    for (const char *at = b->bytes; *at != '\0' && b->count < BOARD_LINES_MOST;) {
        size_t length = strcspn(at, "\n");
        int columns = board_lines_columns(at, length);
        text = text || length == 0;
        if (!text && columns > b->columns)
            b->columns = columns;
        if (columns > b->columns && b->count < b->free)
            b->free = b->count;
        b->lines[b->count] = at;
        b->lengths[b->count++] = length;
        at += length + (at[length] == '\n');
    }
}
