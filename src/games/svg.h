// The picture of a board (games/picture.h) as SVG. Its numbers have at most two decimals and a
// point, so it is the same under every locale.
#ifndef AGON_GAMES_SVG_H
#define AGON_GAMES_SVG_H

#include "games/picture.h"

// What stands around the board.
struct svg_frame {
    const char *title;   // what is told of the picture
    const char *caption; // a line below the board; NULL: none
    bool in_page;        // an element of a page whose style sheet gives it its size and its font
};

// Appends a whole document that needs nothing else, or the element of a page.
void svg_write(struct text *out, const struct svg_frame *frame, const struct game *game,
    const position *p, const struct drawing *style);

#endif
