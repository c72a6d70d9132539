// Reversi drawn for a terminal.
#include "games/reversi_bits.h"
#include "games/reversi_text.h"

// What a board is drawn with.
struct reversi_glyphs {
    const char *stones[SEATS];
    const char *owners[SEATS];   // a stone and whose it is, before the number of such stones
    const char *target;          // an empty square where the side to move may place a stone
    const char *across, *down;   // the lines between squares
    const char *crossings[3][3]; // where lines meet: the top, each inner and the bottom line,
                                 // each at its left end, inside and at its right end
};

static const struct reversi_glyphs unicode = {
    .stones = {"●", "○"},
    .owners = {"● X", "○ O"},
    .target = "·",
    .across = "───",
    .down = "│",
    .crossings = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
};

static const struct reversi_glyphs ascii = {
    .stones = {"X", "O"},
    .owners = {"X", "O"},
    .target = ".",
    .across = "---",
    .down = "|",
    .crossings = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
};

// The colours of a real set: black and white stones on a green board.
struct paints {
    const char *board, *lines, *stones[SEATS], *target, *mark, *none;
};

static const struct paints coloured = {
    .board = "\033[48;5;29m",
    .lines = "\033[38;5;23m",
    .stones = {"\033[38;5;16m", "\033[38;5;231m"},
    .target = "\033[38;5;115m",
    .mark = "\033[38;5;222m",
    .none = "\033[0m",
};

static const struct paints uncoloured = {"", "", {"", ""}, "", "", ""};

struct reversi_canvas {
    struct text *out;
    const struct reversi_glyphs *glyphs;
    const struct paints *paints;
};

static void draw_painted(const struct reversi_canvas *c, const char *paint, const char *glyph)
{
    text_string(c->out, paint);
    text_string(c->out, glyph);
}

static void draw_line(const struct reversi_canvas *c, int size, const char *const ends[3])
{
    text_string(c->out, "   ");
    text_string(c->out, c->paints->board);
    draw_painted(c, c->paints->lines, ends[0]);
    for (int column = 0; column < size; column++) {
        text_string(c->out, c->glyphs->across);
        text_string(c->out, ends[column == size - 1 ? 2 : 1]);
    }
    draw_painted(c, c->paints->none, "\n");
}

// Only a move that was refused can be marked on an empty square.
static void draw_square(
    const struct reversi_canvas *c, const struct reversi *r, bitboard bit, bool target, bool last)
{
    draw_painted(c, c->paints->mark, last ? "(" : " ");
    if (((r->stones[0] | r->stones[1]) & bit) != 0) {
        int seat = r->stones[0] & bit ? 0 : 1;
        draw_painted(c, c->paints->stones[seat], c->glyphs->stones[seat]);
    } else {
        draw_painted(c, last ? c->paints->mark : c->paints->target,
            last         ? "?"
                : target ? c->glyphs->target
                         : " ");
    }
    draw_painted(c, c->paints->mark, last ? ")" : " ");
}

static void draw_counts(const struct reversi_canvas *c, const struct reversi *r, bool passed)
{
    for (int seat = 0; seat < SEATS; seat++) {
        text_string(c->out, "   ");
        text_string(c->out, c->paints->board);
        draw_painted(c, c->paints->stones[seat], c->glyphs->owners[seat]);
        text_format(c->out, " %d", bits_count(r->stones[seat]));
        text_string(c->out, c->paints->none);
    }
    if (passed)
        text_format(c->out, "   %s passed", game_reversi.seat_names[1 - r->turn]);
    text_char(c->out, '\n');
}

// Which row or column stands in place `i` of the drawing.
static int seen_from(int i, int size, const struct drawing *style)
{
    return style->flipped ? size - 1 - i : i;
}

void reversi_draw(const position *p, const struct drawing *style, struct text *out)
{
    struct reversi r = reversi_load(p);
    const struct reversi_canvas c = {
        .out = out,
        .glyphs = style->unicode ? &unicode : &ascii,
        .paints = style->colour ? &coloured : &uncoloured,
    };
    bitboard targets =
        reversi_mobility(r.stones[r.turn], r.stones[1 - r.turn], reversi_squares(r.size));
    text_string(out, "  ");
    for (int column = 0; column < r.size; column++)
        text_format(out, "   %c", 'a' + seen_from(column, r.size, style));
    text_char(out, '\n');
    for (int i = 0; i < r.size; i++) {
        int row = seen_from(i, r.size, style);
        draw_line(&c, r.size, c.glyphs->crossings[i == 0 ? 0 : 1]);
        text_format(out, "%2d %s", row + 1, c.paints->board);
        for (int column = 0; column < r.size; column++) {
            int at = row * REVERSI_LENGTH + seen_from(column, r.size, style);
            draw_painted(&c, c.paints->lines, c.glyphs->down);
            draw_square(&c, &r, UINT64_C(1) << at, targets >> at & 1, style->last == at);
        }
        draw_painted(&c, c.paints->lines, c.glyphs->down);
        draw_painted(&c, c.paints->none, "\n");
    }
    draw_line(&c, r.size, c.glyphs->crossings[2]);
    draw_counts(&c, &r, style->last == REVERSI_PASS && !style->refused);
}
