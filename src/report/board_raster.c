#include "report/board_raster.h"

#include "report/glyphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BACKGROUND = 0xffffff,
    COVERAGE_STEPS = 4, // between nothing and all of a pixel
    LETTER_STEP = GLYPH_COLUMNS + 1,
};

// --- Distances: how far a point is outside of a shape; negative inside ---

// Not hypot, which is several times slower and guards against numbers that are not here.
static double raster_length(double x, double y)
{
    return sqrt(x * x + y * y);
}

static double raster_segment(double x, double y, struct picture_point a, struct picture_point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return raster_length(x - a.x - t * dx, y - a.y - t * dy);
}

static double raster_polygon(const struct picture_point *points, int count, double x, double y)
{
    double nearest = INFINITY;
    bool inside = false;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        const struct picture_point a = points[i], b = points[j];
        nearest = fmin(nearest, raster_segment(x, y, a, b));
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside ? -nearest : nearest;
}

static double raster_box(const struct picture_shape *s, double x, double y)
{
    const double dx = fabs(x - s->x - s->width / 2) - s->width / 2 + s->round;
    const double dy = fabs(y - s->y - s->height / 2) - s->height / 2 + s->round;
    return raster_length(fmax(dx, 0), fmax(dy, 0)) + fmin(fmax(dx, dy), 0) - s->round;
}

// The ellipses of the boards are nearly circles.
static double raster_ellipse(const struct picture_shape *s, double x, double y)
{
    const double scale = s->width / s->height;
    return raster_length(x - s->x, (y - s->y) * scale) - s->width;
}

static double raster_distance(const struct picture_shape *s, double x, double y)
{
    switch (s->kind) {
    case PICTURE_ELLIPSE:
        return raster_ellipse(s, x, y);
    case PICTURE_BOX:
        return raster_box(s, x, y);
    case PICTURE_POLYGON:
        return fmax(raster_polygon(s->points, s->point_count, x, y),
            s->hole ? -raster_polygon(s->hole->points, s->hole->point_count, x, y) : -INFINITY);
    case PICTURE_LINES: // one of them
        return raster_segment(x, y, s->points[0], s->points[1]);
    case PICTURE_TEXT:
        break;
    }
    return INFINITY;
}

// --- Pixels ---

struct raster_canvas {
    struct picture picture; // the first member
    int width, height;
    int *colours; // NULL: there is no memory
    double scale;
};

static int raster_mix(int below, int above, double coverage)
{
    const double share = floor(coverage * COVERAGE_STEPS + .5) / COVERAGE_STEPS;
    int mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const double b = below >> shift & 255, a = above >> shift & 255;
        mixed |= (int)(b + (a - b) * share + .5) << shift;
    }
    return mixed;
}

// `distance` is in pixels; `clear` is how much of what lies below is seen.
static void raster_put(int *pixel, int colour, double clear, double distance)
{
    const double coverage = fmin(.5 - distance, 1) * (1 - clear);
    if (coverage >= 1)
        *pixel = colour;
    else if (coverage > 0)
        *pixel = raster_mix(*pixel, colour, coverage);
}

struct raster_area {
    int left, top, right, bottom;
};

static struct raster_area raster_clip(
    const struct raster_canvas *c, double left, double top, double right, double bottom)
{
    const double x = c->picture.left, y = c->picture.top;
    const struct raster_area area = {(int)floor((left - x) * c->scale) - 1,
        (int)floor((top - y) * c->scale) - 1, (int)ceil((right - x) * c->scale) + 1,
        (int)ceil((bottom - y) * c->scale) + 1};
    return (struct raster_area){area.left < 0 ? 0 : area.left, area.top < 0 ? 0 : area.top,
        area.right > c->width ? c->width : area.right,
        area.bottom > c->height ? c->height : area.bottom};
}

static struct raster_area raster_area_of(
    const struct raster_canvas *c, const struct picture_shape *s)
{
    const double more = s->paint.stroke_width;
    if (s->kind == PICTURE_ELLIPSE)
        return raster_clip(c, s->x - s->width - more, s->y - s->height - more,
            s->x + s->width + more, s->y + s->height + more);
    if (s->kind == PICTURE_BOX)
        return raster_clip(
            c, s->x - more, s->y - more, s->x + s->width + more, s->y + s->height + more);
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (int i = 0; i < s->point_count; i++) {
        left = fmin(left, s->points[i].x);
        right = fmax(right, s->points[i].x);
        top = fmin(top, s->points[i].y);
        bottom = fmax(bottom, s->points[i].y);
    }
    return raster_clip(c, left - more, top - more, right + more, bottom + more);
}

static void raster_shape(const struct raster_canvas *c, const struct picture_shape *s)
{
    const struct raster_area area = raster_area_of(c, s);
    const struct picture_paint *paint = &s->paint;
    for (int y = area.top; y < area.bottom; y++) {
        for (int x = area.left; x < area.right; x++) {
            int *pixel = &c->colours[y * c->width + x];
            const double d = raster_distance(
                s, c->picture.left + (x + .5) / c->scale, c->picture.top + (y + .5) / c->scale);
            if (paint->fill != PICTURE_NONE)
                raster_put(pixel, paint->fill, paint->fill_clear, d * c->scale);
            if (paint->stroke != PICTURE_NONE)
                raster_put(pixel, paint->stroke, paint->stroke_clear,
                    (fabs(d) - paint->stroke_width / 2) * c->scale);
        }
    }
}

// --- Letters ---

static void raster_dot(
    const struct raster_canvas *c, int colour, double left, double top, double side)
{
    const struct picture_shape dot = {.kind = PICTURE_BOX,
        .x = left,
        .y = top,
        .width = side,
        .height = side,
        .paint = PICTURE_FILL(colour)};
    raster_shape(c, &dot);
}

// A letter is as high as seven dots; letters of other scripts, one for each of their characters,
// are question marks.
static void raster_text(const struct raster_canvas *c, const struct picture_shape *s)
{
    const double side = s->size * .75 / GLYPH_ROWS;
    size_t length = strlen(s->text);
    int letters = 0;
    for (size_t at = 0; at < length; at += letter_at(s->text + at, length - at).bytes)
        letters++;
    double left = s->x - (letters * LETTER_STEP - 1) * side / 2;
    const double top = s->y - GLYPH_ROWS * side / 2;
    for (size_t at = 0; at < length; at += letter_at(s->text + at, length - at).bytes) {
        for (int i = 0; i < GLYPH_COLUMNS * GLYPH_ROWS; i++) {
            const int column = i % GLYPH_COLUMNS, row = i / GLYPH_COLUMNS;
            if (glyph_dot(s->text[at], column, row))
                raster_dot(c, s->paint.fill, left + column * side, top + row * side, side);
        }
        left += LETTER_STEP * side;
    }
}

// --- Colours ---

static int raster_nearest(const struct board_palette *palette, int colour)
{
    int best = 0;
    long least = -1;
    for (int i = 0; i < palette->count; i++) {
        long far = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            long d = (colour >> shift & 255) - (palette->colours[i] >> shift & 255);
            far += d * d;
        }
        if (least < 0 || far < least) {
            least = far;
            best = i;
        }
    }
    return best;
}

static unsigned char raster_colour(struct board_palette *palette, int colour)
{
    const unsigned size = sizeof palette->index / sizeof *palette->index;
    unsigned slot = (unsigned)colour * 2654435761u % size;
    while (palette->index[slot] != 0) {
        if (palette->colours[palette->index[slot] - 1] == colour)
            return (unsigned char)(palette->index[slot] - 1);
        slot = (slot + 1) % size;
    }
    if (palette->count == BOARD_PALETTE_MOST)
        return (unsigned char)raster_nearest(palette, colour);
    palette->colours[palette->count++] = colour;
    palette->index[slot] = (unsigned short)palette->count;
    return (unsigned char)(palette->count - 1);
}

// --- All of it ---

static void raster_begin(struct picture *p)
{
    struct raster_canvas *c = (struct raster_canvas *)p;
    c->width = (int)ceil(p->width * c->scale);
    c->height = (int)ceil(p->height * c->scale);
    const size_t count = (size_t)c->width * (size_t)c->height;
    c->colours = malloc(count * sizeof *c->colours);
    for (size_t i = 0; i < count && c->colours; i++)
        c->colours[i] = BACKGROUND;
}

static void raster_take(struct picture *p, const struct picture_shape *shape)
{
    const struct raster_canvas *c = (struct raster_canvas *)p;
    if (!c->colours)
        return;
    if (shape->kind == PICTURE_TEXT) {
        raster_text(c, shape);
    } else if (shape->kind == PICTURE_LINES) {
        struct picture_shape line = *shape;
        line.point_count = 2;
        for (int i = 0; i + 1 < shape->point_count; i += 2, line.points += 2)
            raster_shape(c, &line);
    } else {
        raster_shape(c, shape);
    }
}

bool board_raster_draw(struct board_raster *r, const struct board_scene *scene, double scale,
    struct board_palette *palette, struct error *e)
{
    struct raster_canvas c = {.scale = scale,
        .picture = {.caption = scene->caption, .begin = raster_begin, .put = raster_take}};
    const struct drawing style = {.last = scene->last, .flipped = scene->flipped};
    picture_draw(&c.picture, scene->game, scene->position, &style);
    const size_t count = (size_t)c.width * (size_t)c.height;
    *r = (struct board_raster){c.width, c.height, malloc(count)};
    const bool well = c.colours && r->pixels;
    for (size_t i = 0; i < count && well; i++)
        r->pixels[i] = raster_colour(palette, c.colours[i]);
    free(c.colours);
    return well || error_set(e, "no memory for a picture");
}

void board_raster_destroy(struct board_raster *r)
{
    free(r->pixels);
}
