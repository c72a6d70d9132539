#include "games/picture.h"

#include <math.h>
#include <string.h>

enum { CAPTION_HEIGHT = 34, CAPTION_SIZE = 17, CAPTION_WEIGHT = 600, CAPTION_COLOUR = 0x3a3f47 };
enum { FRAME = 22, FRAME_SMALL = 6, LABEL_SIZE = 13, LABEL_WEIGHT = 500 };

// --- Shapes ---

void picture_circle(
    struct picture *p, double x, double y, double radius, struct picture_paint paint)
{
    const struct picture_shape circle = {
        .kind = PICTURE_ELLIPSE, .x = x, .y = y, .width = radius, .height = radius, .paint = paint};
    p->put(p, &circle);
}

void picture_shadow(struct picture *p, double x, double y, double rx, double ry)
{
    const struct picture_paint paint = {
        .fill = 0x000000, .fill_clear = .74, .stroke = PICTURE_NONE};
    const struct picture_shape shadow = {
        .kind = PICTURE_ELLIPSE, .x = x, .y = y, .width = rx, .height = ry, .paint = paint};
    p->put(p, &shadow);
}

void picture_box(struct picture *p, double x, double y, double width, double height, double round,
    struct picture_paint paint)
{
    const struct picture_shape box = {.kind = PICTURE_BOX,
        .x = x,
        .y = y,
        .width = width,
        .height = height,
        .round = round,
        .paint = paint};
    p->put(p, &box);
}

void picture_polygon(
    struct picture *p, const struct picture_point *points, int count, struct picture_paint paint)
{
    const struct picture_shape polygon = {
        .kind = PICTURE_POLYGON, .points = points, .point_count = count, .paint = paint};
    p->put(p, &polygon);
}

void picture_text(
    struct picture *p, double x, double y, double size, int weight, int colour, const char *text)
{
    const struct picture_shape shape = {.kind = PICTURE_TEXT,
        .x = x,
        .y = y,
        .size = size,
        .weight = weight,
        .text = text,
        .paint = PICTURE_FILL(colour)};
    p->put(p, &shape);
}

void picture_put_arrow(struct picture *p, const struct picture_arrow *a)
{
    enum { POINTS = 7 };
    const double dx = a->to.x - a->from.x, dy = a->to.y - a->from.y, length = hypot(dx, dy);
    const double ux = length > 0 ? dx / length : 1, uy = length > 0 ? dy / length : 0;
    const double tip = fmax(length - a->end, a->start + a->head), neck = tip - a->head;
    const double half = a->width / 2, wing = a->head * .62;
    const double along[POINTS] = {a->start, neck, neck, tip, neck, neck, a->start};
    const double aside[POINTS] = {half, half, wing, 0, -wing, -half, -half};
    const struct picture_paint paint = {.fill = PICTURE_ARROW,
        .fill_clear = .18,
        .stroke = PICTURE_WHITE,
        .stroke_clear = .45,
        .stroke_width = 1.2};
    struct picture_point points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i].x = a->from.x + ux * along[i] - uy * aside[i];
        points[i].y = a->from.y + uy * along[i] + ux * aside[i];
    }
    picture_polygon(p, points, POINTS, paint);
}

// --- Square boards ---

struct picture_point picture_centre(int size, bool flipped, int x, int y)
{
    return (struct picture_point){((flipped ? size - 1 - x : x) + .5) * PICTURE_CELL,
        ((flipped ? size - 1 - y : y) + .5) * PICTURE_CELL};
}

void picture_frame(struct picture *p, int size, const struct drawing *style, int colour,
    picture_label *column, picture_label *row)
{
    const double frame = style->small ? FRAME_SMALL : FRAME;
    const double side = size * PICTURE_CELL + 2 * frame;
    picture_begin(p, -frame, -frame, side, side);
    picture_box(p, -frame, -frame, side, side, style->small ? 5 : 9, PICTURE_FILL(colour));
    for (int i = 0; i < size && !style->small; i++) {
        char text[4];
        const struct picture_point at = picture_centre(size, style->flipped, i, i);
        column(text, i);
        picture_text(p, at.x, -frame / 2, LABEL_SIZE, LABEL_WEIGHT, PICTURE_ON_FRAME, text);
        row(text, i);
        picture_text(p, -frame / 2, at.y, LABEL_SIZE, LABEL_WEIGHT, PICTURE_ON_FRAME, text);
    }
}

// --- All of it ---

void picture_begin(struct picture *p, double left, double top, double width, double height)
{
    p->left = left;
    p->top = top;
    p->width = width;
    p->height = height + (p->caption ? CAPTION_HEIGHT : 0);
    p->begin(p);
}

void picture_draw(
    struct picture *to, const struct game *game, const position *p, const struct drawing *style)
{
    game->picture(p, style, to);
    if (to->caption)
        picture_text(to, to->left + to->width / 2, to->top + to->height - CAPTION_HEIGHT / 2.0,
            CAPTION_SIZE, CAPTION_WEIGHT, CAPTION_COLOUR, to->caption);
}
