// A board as pixels of a few colours. Edges are smoothed in few steps, so that the colours of a
// whole game fit into the palette of a GIF.
#ifndef AGON_REPORT_BOARD_RASTER_H
#define AGON_REPORT_BOARD_RASTER_H

#include "games/picture.h"

enum { BOARD_PALETTE_MOST = 256 };

// The colours so far, 0xRRGGBB. What does not fit any more becomes the nearest of them.
struct board_palette {
    int colours[BOARD_PALETTE_MOST];
    int count;
    // Where the colours are, by a hash of their value: an index plus one, or 0.
    unsigned short index[4 * BOARD_PALETTE_MOST];
};

struct board_raster {
    int width, height;
    unsigned char *pixels; // numbers of colours, row by row
};

// What is drawn.
struct board_scene {
    const struct game *game;
    const position *position;
    move last;           // that led here, or MOVE_NONE
    bool flipped;        // seen from the other side
    const char *caption; // a line below the board; NULL: none
};

// Draws with so many pixels for a unit of the picture. Corners that are round in an SVG are sharp.
// Returns false if memory runs out. Destroy `r` in both cases.
bool board_raster_draw(struct board_raster *r, const struct board_scene *scene, double scale,
    struct board_palette *palette, struct error *e);
void board_raster_destroy(struct board_raster *r);

#endif
