// The picture of Santorini from above: plinths that shrink and brighten with their height, a dome
// with its ribs, workers with their numbers. An arrow is the last step, a glow what was built.
#include "games/picture.h"
#include "games/santorini.h"
#include "games/santorini_text.h"

#include <stdio.h>

enum {
    GRASS = 0x7e9874,
    GRASS_EVEN = 0x87a17d,
    GRASS_FRAME = 0x3f523b,
    DOME = 0x4d86c4,
    DOME_WALL = 0x1e4a80,
    HEIGHT_COLOUR = 0x3d3524,
};

static const int santorini_tops[] = {0, 0xc3b8a1, 0xddd5c3, 0xfdfbf5};
static const int santorini_walls[] = {0, 0x85795f, 0x9c9078, 0xb3a88f};
static const int santorini_workers[SEATS] = {0x1f4f9c, 0xb34c12};
static const double santorini_sides[] = {60, 54, 41, 28.5}; // of the top at each height
static const double santorini_rounds[] = {0, 5, 4.5, 4};    // of its corners
static const double santorini_lift = 2.5; // how much further up the top of each level is drawn
static const double santorini_worker_radius = 13.5, santorini_worker_small = 19;

static void santorini_picture_label(char text[4], int number)
{
    snprintf(text, 4, "%d", number % 10);
}

static void santorini_picture_ground(struct picture *p, int size, const struct drawing *style)
{
    const double side = size * PICTURE_CELL;
    picture_frame(p, size, style, GRASS_FRAME, santorini_picture_label, santorini_picture_label);
    picture_box(p, 0, 0, side, side, 2, PICTURE_FILL(GRASS));
    for (int i = 0; i < size * size; i++) {
        const int x = i % size, y = i / size;
        if ((x + y) % 2 == 0)
            picture_box(p, x * PICTURE_CELL, y * PICTURE_CELL, PICTURE_CELL, PICTURE_CELL, 0,
                PICTURE_FILL(GRASS_EVEN));
    }
}

// --- Towers ---

static int santorini_picture_level(int height)
{
    return height < SANTORINI_WIN ? height : SANTORINI_WIN;
}

// The middle of the top of the tower on a square.
static struct picture_point santorini_picture_top(
    const position *board, const struct drawing *style, int x, int y)
{
    const int size = santorini_size(board);
    struct picture_point at = picture_centre(size, style->flipped, x, y);
    if (x >= 0 && y >= 0 && x < size && y < size && !style->small)
        at.y -= santorini_lift * santorini_picture_level(santorini_height(board, x, y));
    return at;
}

// On a small board two broad ribs, so that the shape tells a dome from the disc of a worker.
static void santorini_picture_ribs(struct picture *p, double x, double y, double r, bool small)
{
    const double d = r * .7;
    const struct picture_point points[] = {{x - d, y - d}, {x + d, y + d}, {x + d, y - d},
        {x - d, y + d}, {x - r, y}, {x + r, y}, {x, y - r}, {x, y + r}};
    struct picture_paint paint = PICTURE_STROKE(PICTURE_WHITE, small ? 4.5 : 1.1);
    paint.stroke_clear = small ? 0 : .55;
    const struct picture_shape ribs = {
        .kind = PICTURE_LINES, .points = points, .point_count = small ? 4 : 8, .paint = paint};
    p->put(p, &ribs);
}

static void santorini_picture_dome(struct picture *p, double x, double y, bool small)
{
    const double r = small ? 18 : 13.5;
    const struct picture_paint body = {
        .fill = DOME, .stroke = DOME_WALL, .stroke_width = small ? 4 : 2};
    const struct picture_paint tip = {
        .fill = PICTURE_WHITE, .stroke = DOME_WALL, .stroke_width = 1};
    picture_circle(p, x, y, r, body);
    santorini_picture_ribs(p, x, y, r, small);
    picture_circle(p, x, y, small ? 5 : 3.2, small ? PICTURE_FILL(PICTURE_WHITE) : tip);
}

static void santorini_picture_tower(
    struct picture *p, struct picture_point at, int height, bool small)
{
    const double x = at.x, y = at.y, lift = small ? 0 : santorini_lift;
    for (int level = 1; level <= santorini_picture_level(height); level++) {
        const double side = santorini_sides[level], round = santorini_rounds[level];
        const double left = x - side / 2, top = y - side / 2 - lift * level;
        if (!small)
            picture_box(
                p, left, top, side, side + lift, round, PICTURE_FILL(santorini_walls[level]));
        picture_box(p, left, top, side, side, round, PICTURE_FILL(santorini_tops[level]));
    }
    if (height == SANTORINI_DOME)
        santorini_picture_dome(p, x, y - SANTORINI_WIN * lift, small);
    if (height > 0 && !small) {
        char text[4];
        santorini_picture_label(text, height);
        picture_text(p, x + 21.2, y + 18.2, 11.5, 700, HEIGHT_COLOUR, text);
    }
}

// --- The last move ---

// Around the top of a tower; of height 0 around the square.
static void santorini_picture_glow(
    struct picture *p, const struct drawing *style, int size, int x, int y, int height)
{
    const int level = santorini_picture_level(height);
    const double side = santorini_sides[level] + (level == 0 ? -6 : 1);
    struct picture_point at = picture_centre(size, style->flipped, x, y);
    at.y -= style->small ? 0 : santorini_lift * level;
    picture_box(p, at.x - side / 2, at.y - side / 2, side, side, 5,
        PICTURE_STROKE(PICTURE_LIGHT, style->small ? 7 : 3.5));
}

static void santorini_picture_step(struct picture *p, const position *board,
    const struct drawing *style, const int from[2], const int to[2])
{
    struct picture_arrow arrow = {.end = 20, .width = 9, .head = 20};
    if (!style->small)
        arrow = (struct picture_arrow){
            .start = 5, .end = santorini_worker_radius + 6, .width = 5.5, .head = 14};
    struct picture_paint tail = PICTURE_STROKE(PICTURE_ARROW, 2.5);
    tail.stroke_clear = .18;
    arrow.from = santorini_picture_top(board, style, from[0], from[1]);
    arrow.to = santorini_picture_top(board, style, to[0], to[1]);
    picture_put_arrow(p, &arrow);
    if (!style->small)
        picture_circle(p, arrow.from.x, arrow.from.y, 7, tail);
}

static void santorini_picture_last(
    struct picture *p, const position *board, const struct drawing *style)
{
    struct santorini_move m;
    int to[2];
    const struct santorini s = santorini_load(board);
    if (style->last == MOVE_NONE || style->refused || !santorini_unpack(style->last, &m))
        return;
    if (m.places && m.x < s.size && m.y < s.size) {
        santorini_picture_glow(p, style, s.size, m.x, m.y, 0);
        return;
    }
    if (m.places || !santorini_worker(board, 1 - s.turn, m.worker, &to[0], &to[1]))
        return;
    const int from[2] = {to[0] - m.dx, to[1] - m.dy}, bx = to[0] + m.bx, by = to[1] + m.by;
    if (m.builds && bx >= 0 && by >= 0 && bx < s.size && by < s.size)
        santorini_picture_glow(p, style, s.size, bx, by, santorini_height(board, bx, by));
    santorini_picture_step(p, board, style, from, to);
}

// --- Workers ---

static void santorini_picture_worker(
    struct picture *p, struct picture_point at, int seat, int worker, bool small)
{
    const double x = at.x, y = at.y, r = small ? santorini_worker_small : santorini_worker_radius;
    const double d = r * 1.3;
    const struct picture_point diamond[] = {{x, y - d}, {x + d, y}, {x, y + d}, {x - d, y}};
    const struct picture_paint paint = {
        .fill = santorini_workers[seat], .stroke = PICTURE_WHITE, .stroke_width = small ? 5 : 2.5};
    if (!small)
        picture_shadow(p, x, y + 4, r + 1.5, r);
    if (seat == 0)
        picture_circle(p, x, y, r, paint);
    else
        picture_polygon(p, diamond, 4, paint);
    if (small)
        return;
    char text[4];
    santorini_picture_label(text, worker + 1);
    picture_text(p, x, y, 15, 700, PICTURE_WHITE, text);
}

void santorini_picture(const position *board, const struct drawing *style, struct picture *p)
{
    const int size = santorini_size(board);
    int x, y;
    santorini_picture_ground(p, size, style);
    for (int i = 0; i < size * size; i++) {
        santorini_picture_tower(p, picture_centre(size, style->flipped, i % size, i / size),
            santorini_height(board, i % size, i / size), style->small);
    }
    santorini_picture_last(p, board, style);
    for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
        const int seat = i / SANTORINI_WORKERS, worker = i % SANTORINI_WORKERS;
        if (!santorini_worker(board, seat, worker, &x, &y))
            continue;
        santorini_picture_worker(
            p, santorini_picture_top(board, style, x, y), seat, worker, style->small);
    }
}
