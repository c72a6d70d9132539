// The picture of Game of Stones: a hexagon of wood with its lines and its hole. A is plain, B has a
// ring, C has a ring and a crown; a stack shows its rims and its height. Names stand at the ends of
// the lines (T10), as in docs/rules/stones.md.
#include "games/picture.h"
#include "games/stones_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WOOD = 0xad8257,
    WOOD_LINE = 0x6d4a29,
    LABEL_COLOUR = 0x2b1b09,
    STEP = 56,
    EDGE = 62, // from the outermost places to the corner of the board
    EDGE_SMALL = 36,
    HOLE = 26, // from the middle to a corner of the hole
    RIMS_MOST = 4,
    CORNERS = 6,
    LINE_ENDS_MOST = 2 * 3 * STONES_CELLS,
};

static const double stones_row = STEP * 0.86602540378443865; // half the root of 3
static const double stones_radius = 21.5, stones_rim = 2.6;

// What the stacks of each seat are painted with.
static const struct {
    int top, rim, edge, sign;
} stones_paints[SEATS] = {{PICTURE_IVORY_TOP, PICTURE_IVORY, 0x5f553f, 0x2c261b},
    {PICTURE_BLACK_TOP, 0x454c57, 0x000000, 0xf3edde}};

// A place, which may lie beside the board, where a label stands.
static struct picture_point stones_picture_point(bool flipped, double x, double y)
{
    const double dx = (x - STONES_CENTRE - (y - STONES_CENTRE) / 2) * STEP;
    const double dy = (y - STONES_CENTRE) * stones_row;
    return flipped ? (struct picture_point){-dx, -dy} : (struct picture_point){dx, dy};
}

// --- The board ---

static void stones_picture_hexagon(double radius, struct picture_point points[CORNERS])
{
    for (int i = 0; i < CORNERS; i++) {
        points[i].x = radius * cos(i * acos(-1) / 3);
        points[i].y = radius * sin(i * acos(-1) / 3);
    }
}

static void stones_picture_wood(struct picture *p, double edge)
{
    struct picture_point outer[CORNERS], inner[CORNERS];
    stones_picture_hexagon(edge, outer);
    stones_picture_hexagon(HOLE, inner);
    const struct picture_shape hole = {.kind = PICTURE_POLYGON,
        .points = inner,
        .point_count = CORNERS,
        .round = 6,
        .paint = PICTURE_STROKE(WOOD_LINE, 2)};
    const struct picture_shape wood = {.kind = PICTURE_POLYGON,
        .points = outer,
        .point_count = CORNERS,
        .round = 26,
        .hole = &hole,
        .paint = PICTURE_FILL(WOOD)};
    p->put(p, &wood);
    p->put(p, &hole);
}

static void stones_picture_lines(struct picture *p, bool small)
{
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}};
    struct picture_point points[LINE_ENDS_MOST];
    int count = 0;
    for (int i = 0; i < STONES_LENGTH * STONES_LENGTH; i++) {
        const int x = i % STONES_LENGTH, y = i / STONES_LENGTH;
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            const int dx = steps[s][0], dy = steps[s][1];
            int length = 0;
            // A line begins where none comes from before.
            if (!stones_is_place(x, y) || stones_is_place(x - dx, y - dy))
                continue;
            while (stones_is_place(x + (length + 1) * dx, y + (length + 1) * dy))
                length++;
            if (length == 0)
                continue;
            points[count++] = stones_picture_point(false, x, y);
            points[count++] = stones_picture_point(false, x + length * dx, y + length * dy);
        }
    }
    const struct picture_shape lines = {.kind = PICTURE_LINES,
        .points = points,
        .point_count = count,
        .round_ends = true,
        .paint = PICTURE_STROKE(WOOD_LINE, small ? 2.5 : 1.6)};
    p->put(p, &lines);
}

static void stones_picture_label(struct picture *p, bool flipped, double x, double y, int letter)
{
    const char text[2] = {(char)letter, '\0'};
    const struct picture_point at = stones_picture_point(flipped, x, y);
    picture_text(p, at.x, at.y, 13, 500, LABEL_COLOUR, text);
}

static void stones_picture_labels(struct picture *p, bool flipped)
{
    const double off = .66;
    for (int i = 0; i < STONES_LENGTH; i++) {
        const int top = i > STONES_CENTRE ? i - STONES_CENTRE : 0;
        const int last = STONES_LENGTH - 1;
        stones_picture_label(p, flipped, i, top - off, 'A' + i);
        stones_picture_label(p, flipped, top - off, i, '1' + i);
        // The other end of the same number: down column I, then west along the last row.
        const int x = i > STONES_CENTRE ? last - top : last;
        const int y = i > STONES_CENTRE ? last : i + STONES_CENTRE;
        stones_picture_label(p, flipped, x + off, y + off, '1' + i);
    }
}

// --- Stacks ---

static void stones_picture_crown(struct picture *p, double x, double y, double scale, int colour)
{
    static const struct picture_point crown[7] = {
        {-9, 6.5}, {-10, -5}, {-4.6, -.2}, {0, -7.4}, {4.6, -.2}, {10, -5}, {9, 6.5}};
    struct picture_point points[7];
    for (int i = 0; i < 7; i++) {
        points[i].x = x + crown[i].x * scale;
        points[i].y = y + crown[i].y * scale;
    }
    picture_polygon(p, points, 7, PICTURE_FILL(colour));
}

static struct picture_paint stones_picture_edged(int seat, int fill, double width)
{
    return (struct picture_paint){
        .fill = fill, .stroke = stones_paints[seat].edge, .stroke_width = width};
}

// `kind` is 1 for A, 2 for B, 3 for C.
static void stones_picture_small(struct picture *p, struct picture_point at, int seat, int kind)
{
    const int sign = stones_paints[seat].sign;
    picture_circle(p, at.x, at.y, 24, stones_picture_edged(seat, stones_paints[seat].top, 2));
    if (kind == 2)
        picture_circle(p, at.x, at.y, 13, PICTURE_STROKE(sign, 5));
    if (kind == 3)
        picture_circle(p, at.x, at.y, 12, PICTURE_FILL(sign));
}

static void stones_picture_stack(
    struct picture *p, struct picture_point at, int seat, int kind, int height)
{
    const int rims = height - 1 < RIMS_MOST ? height - 1 : RIMS_MOST;
    const int sign = stones_paints[seat].sign;
    const double x = at.x, y = at.y - rims * stones_rim;
    picture_shadow(p, x, at.y + 3.4, stones_radius, stones_radius);
    for (int i = 0; i < rims; i++)
        picture_circle(p, x, at.y - i * stones_rim, stones_radius,
            stones_picture_edged(seat, stones_paints[seat].rim, 1.2));
    picture_circle(
        p, x, y, stones_radius, stones_picture_edged(seat, stones_paints[seat].top, 1.2));
    if (kind > 1)
        picture_circle(p, x, y, stones_radius - 4.6, PICTURE_STROKE(sign, 2));
    if (kind > 2)
        stones_picture_crown(p, x, height > 1 ? y - 8.2 : y, height > 1 ? .72 : 1.05, sign);
    if (height > 1) {
        char text[12];
        snprintf(text, sizeof text, "%d", height);
        picture_text(p, x, y + (kind > 2 ? 6 : .5), 18, 700, sign, text);
    }
}

static void stones_picture_last(struct picture *p, const struct drawing *style)
{
    struct stones_move m;
    if (style->last == MOVE_NONE || style->refused || !stones_unpack(style->last, &m) ||
        m.type == STONES_PASS)
        return;
    struct picture_arrow arrow = {.end = 26, .width = 10, .head = 18};
    if (!style->small)
        arrow =
            (struct picture_arrow){.start = 5, .end = stones_radius + 3, .width = 6, .head = 14};
    struct picture_paint tail = PICTURE_STROKE(PICTURE_ARROW, 2.5);
    tail.stroke_clear = .18;
    arrow.from = stones_picture_point(style->flipped, m.from_x, m.from_y);
    arrow.to = stones_picture_point(style->flipped, m.to_x, m.to_y);
    picture_put_arrow(p, &arrow);
    if (!style->small)
        picture_circle(p, arrow.from.x, arrow.from.y, 7.5, tail);
    picture_circle(p, arrow.to.x, arrow.to.y, style->small ? 27 : stones_radius + 2.5,
        PICTURE_STROKE(PICTURE_LIGHT, 4));
}

void stones_picture(const position *board, const struct drawing *style, struct picture *p)
{
    const double edge = STONES_CENTRE * STEP + (style->small ? EDGE_SMALL : EDGE);
    const double height = edge * stones_row / STEP;
    picture_begin(p, -edge - 1, -height - 1, 2 * edge + 2, 2 * height + 2);
    stones_picture_wood(p, edge);
    stones_picture_lines(p, style->small);
    if (!style->small)
        stones_picture_labels(p, style->flipped);
    stones_picture_last(p, style);
    for (int i = 0; i < STONES_LENGTH * STONES_LENGTH; i++) {
        const int x = i % STONES_LENGTH, y = i / STONES_LENGTH;
        // The protocol's number: owner * (height * 4 + type), where type 1 is A.
        const int cell = stones_is_place(x, y) ? stones_cell(board, x, y) : 0;
        const int seat = cell > 0 ? 0 : 1;
        if (cell == 0)
            continue;
        const struct picture_point at = stones_picture_point(style->flipped, x, y);
        if (style->small)
            stones_picture_small(p, at, seat, abs(cell) % 4);
        else
            stones_picture_stack(p, at, seat, abs(cell) % 4, abs(cell) / 4);
    }
}
