// The drawing of a board cut into lines, and lines with colours cut to the columns of a terminal.
// Pure.
#ifndef AGON_CLI_BOARD_LINES_H
#define AGON_CLI_BOARD_LINES_H

#include "games/game.h"

enum { BOARD_LINES_MOST = 40 };

// What stands below an empty line is text, which may be wider.
struct board_lines {
    char bytes[DRAWING_BYTES];
    const char *lines[BOARD_LINES_MOST];
    size_t lengths[BOARD_LINES_MOST];
    int count;
    int columns; // of the drawing without that text
    int free;    // the number of lines from the top that are not wider
};

void board_lines_draw(
    struct board_lines *b, const struct game *game, const position *p, const struct drawing *style);

// As columns_clip, for a line of our own that may have colours in it. What is behind the last
// column is dropped, except for its colours: so none is left on.
int board_lines_clip(struct text *out, const char *line, size_t length, int columns);
// How many columns such a line takes.
int board_lines_columns(const char *line, size_t length);

#endif
