// The picture of Reversi: felt, and stones of black and ivory. The last one has a dot.
#include "games/picture.h"
#include "games/reversi_text.h"

#include <stdio.h>

enum { FELT = 0x3d7d68, FELT_LINE = 0x2b5c4c, FELT_FRAME = 0x234a3d, LAST = 0xe2691c, RADIUS = 25 };

static void reversi_picture_column(char text[4], int number)
{
    snprintf(text, 4, "%c", 'a' + number % REVERSI_LENGTH);
}

static void reversi_picture_row(char text[4], int number)
{
    snprintf(text, 4, "%d", 1 + number % REVERSI_LENGTH);
}

static void reversi_picture_lines(struct picture *p, int size, bool small)
{
    struct picture_point points[4 * REVERSI_LENGTH];
    const double side = size * PICTURE_CELL;
    int count = 0;
    for (int i = 1; i < size; i++) {
        const double at = i * PICTURE_CELL;
        points[count++] = (struct picture_point){at, 0};
        points[count++] = (struct picture_point){at, side};
        points[count++] = (struct picture_point){0, at};
        points[count++] = (struct picture_point){side, at};
    }
    const struct picture_shape lines = {.kind = PICTURE_LINES,
        .points = points,
        .point_count = count,
        .paint = PICTURE_STROKE(FELT_LINE, small ? 2.5 : 1.5)};
    p->put(p, &lines);
}

static void reversi_picture_ground(struct picture *p, int size, const struct drawing *style)
{
    const double side = size * PICTURE_CELL;
    picture_frame(p, size, style, FELT_FRAME, reversi_picture_column, reversi_picture_row);
    picture_box(p, 0, 0, side, side, 2, PICTURE_FILL(FELT));
    reversi_picture_lines(p, size, style->small);
    for (int i = 0; i < 4 && size == REVERSI_LENGTH && !style->small; i++)
        picture_circle(p, (i / 2 == 0 ? 2 : 6) * PICTURE_CELL, (i % 2 == 0 ? 2 : 6) * PICTURE_CELL,
            3.6, PICTURE_FILL(FELT_LINE));
}

static void reversi_picture_stone(struct picture *p, struct picture_point at, int seat, bool small)
{
    const double x = at.x, y = at.y;
    if (!small)
        picture_shadow(p, x, y + 3.2, RADIUS, RADIUS - .4);
    picture_circle(p, x, y, RADIUS, PICTURE_FILL(seat == 0 ? PICTURE_BLACK : PICTURE_IVORY));
    picture_circle(p, x, y - 1.6, RADIUS - 2.6,
        PICTURE_FILL(seat == 0 ? PICTURE_BLACK_TOP : PICTURE_IVORY_TOP));
}

void reversi_picture(const position *board, const struct drawing *style, struct picture *p)
{
    const struct reversi r = reversi_load(board);
    reversi_picture_ground(p, r.size, style);
    for (int i = 0; i < r.size * r.size; i++) {
        const int x = i % r.size, y = i / r.size;
        const bitboard bit = UINT64_C(1) << (y * REVERSI_LENGTH + x);
        const struct picture_point at = picture_centre(r.size, style->flipped, x, y);
        for (int seat = 0; seat < SEATS; seat++) {
            if (r.stones[seat] & bit)
                reversi_picture_stone(p, at, seat, style->small);
        }
    }
    const int x = style->last % REVERSI_LENGTH, y = style->last / REVERSI_LENGTH;
    if (style->refused || x >= r.size || y >= r.size)
        return;
    const struct picture_point at = picture_centre(r.size, style->flipped, x, y);
    picture_circle(p, at.x, at.y, style->small ? 8 : 5.5, PICTURE_FILL(LAST));
}
