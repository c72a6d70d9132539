// A board as plain shapes, in the style of the pages for browsers (web/style/boards.css): felt,
// sandstone on grass, wood. The same shapes become an SVG (games/svg.h) and the pixels of a GIF.
// The modules in web/js/boards draw the same board, with motion; a test of the pages compares both.
#ifndef AGON_GAMES_PICTURE_H
#define AGON_GAMES_PICTURE_H

#include "games/game.h"

enum { PICTURE_NONE = -1 }; // instead of a colour

struct picture_paint {
    int fill, stroke; // 0xRRGGBB or PICTURE_NONE
    double stroke_width;
    double fill_clear, stroke_clear; // how much of what lies below is seen: 0 nothing, 1 all
};

#define PICTURE_FILL(colour) ((struct picture_paint){.fill = (colour), .stroke = PICTURE_NONE})
#define PICTURE_STROKE(colour, width)                                                              \
    ((struct picture_paint){.fill = PICTURE_NONE, .stroke = (colour), .stroke_width = (width)})

// A place in the picture. x grows to the right, y downwards.
struct picture_point {
    double x, y;
};

enum picture_kind {
    PICTURE_ELLIPSE, // around (x, y), with the radii `width` and `height`
    PICTURE_BOX,     // from (x, y) on, with corners of radius `round`
    PICTURE_POLYGON, // through all points; `round` of each edge goes into a round corner
    PICTURE_LINES,   // from each point with an even index to the one after it
    PICTURE_TEXT     // in the middle of (x, y)
};

struct picture_shape {
    enum picture_kind kind;
    double x, y, width, height, round;
    const struct picture_point *points;
    int point_count;
    const struct picture_shape *hole; // a polygon that is cut out of a polygon, or NULL
    bool round_ends;                  // of lines
    const char *text;
    double size; // of its letters
    int weight;  // of its letters: 500, 700
    struct picture_paint paint;
};

// Whoever takes the shapes. The fields up to `height` are set by picture_begin.
struct picture {
    double left, top, width, height;
    const char *caption; // a line below the board; NULL: none
    // Called once, when the size is known, and then for each shape, from the lowest to the
    // uppermost. A shape is gone when `put` returns.
    void (*begin)(struct picture *p);
    void (*put)(struct picture *p, const struct picture_shape *shape);
};

// Draws a board. Of the style `last`, `flipped` and `small` matter; a move that was refused is not
// marked.
void picture_draw(
    struct picture *to, const struct game *game, const position *p, const struct drawing *style);

// --- For the boards of the games ---

// The colours that several boards have.
enum {
    PICTURE_ON_FRAME = 0xf1ecdd,
    PICTURE_BLACK = 0x15181c,
    PICTURE_BLACK_TOP = 0x2a2f37,
    PICTURE_IVORY = 0xd3c8ae,
    PICTURE_IVORY_TOP = 0xfaf5e8,
    PICTURE_LIGHT = 0xffc94d, // the last move
    PICTURE_ARROW = 0x16191d,
    PICTURE_WHITE = 0xffffff,
};

void picture_begin(struct picture *p, double left, double top, double width, double height);
void picture_circle(
    struct picture *p, double x, double y, double radius, struct picture_paint paint);
void picture_shadow(struct picture *p, double x, double y, double rx, double ry);
void picture_box(struct picture *p, double x, double y, double width, double height, double round,
    struct picture_paint paint);
void picture_polygon(
    struct picture *p, const struct picture_point *points, int count, struct picture_paint paint);
void picture_text(
    struct picture *p, double x, double y, double size, int weight, int colour, const char *text);

// An arrow from a place to another, whose ends keep `start` and `end` away from their middles.
struct picture_arrow {
    struct picture_point from, to;
    double start, end, width, head;
};
void picture_put_arrow(struct picture *p, const struct picture_arrow *arrow);

// --- Square boards ---

enum { PICTURE_CELL = 60 };

typedef void picture_label(char text[4], int number);
// Begins the picture: the frame, and on a large board the names of columns and rows.
void picture_frame(struct picture *p, int size, const struct drawing *style, int colour,
    picture_label *column, picture_label *row);
// The middle of a square.
struct picture_point picture_centre(int size, bool flipped, int x, int y);

#endif
