// Reversi in text: positions and moves read and written, the board drawn for a terminal.
#include "games/reversi_text.h"

#include "games/reversi_bits.h"

#include <string.h>
#include <strings.h>

// One character of a position's text for an empty square and for the stones of each seat.
static const char empty = '-';
static const char stones[SEATS] = {'X', 'O'};

// A byte of the input as an error names it: the character if it has a face, else its number.
struct quoted {
    char bytes[12];
};

static struct quoted quote(char c)
{
    struct quoted q;
    struct text t = TEXT_IN(q.bytes);
    if (c >= ' ' && c <= '~')
        text_format(&t, "\"%c\"", c);
    else
        text_format(&t, "byte 0x%02X", (unsigned char)c);
    return q;
}

static int seat_of(char c)
{
    return c == stones[0] ? 0 : c == stones[1] ? 1 : NOBODY;
}

// The size of the board whose squares are the first word of `text`; 0 and an error when there is
// no such board.
static int parse_size(const char *text, struct error *e)
{
    const size_t most = REVERSI_LENGTH * REVERSI_LENGTH;
    size_t length = 0;
    for (; text[length] != '\0' && text[length] != ' '; length++) {
        char c = text[length];
        if (c != empty && seat_of(c) == NOBODY) {
            error_at(e, length, "%s is not a square: X, O or - (capital letters)", quote(c).bytes);
            return 0;
        }
    }
    for (int size = 4; size <= REVERSI_LENGTH; size += 2) {
        if (length == (size_t)(size * size))
            return size;
    }
    size_t at = length < most ? length : most; // the first square that is missing or too many
    error_at(e, at, "a board has 64, 36 or 16 squares, this one has %zu", length);
    return 0;
}

bool reversi_parse(position *p, const char *text, struct error *e)
{
    int size = parse_size(text, e);
    if (size == 0)
        return false;
    struct reversi r = {.size = (uint8_t)size};
    for (int i = 0; i < size * size; i++) {
        int seat = seat_of(text[i]);
        if (seat != NOBODY)
            r.stones[seat] |= UINT64_C(1) << (i / size * REVERSI_LENGTH + i % size);
    }
    size_t at = (size_t)(size * size);
    if (text[at] == '\0' || text[at + 1] == '\0')
        return error_at(e, at + (text[at] != '\0'), "the side to move is missing: a space, X or O");
    int turn = seat_of(text[++at]);
    if (turn == NOBODY)
        return error_at(e, at, "%s is not a side to move: X or O", quote(text[at]).bytes);
    if (text[++at] != '\0')
        return error_at(e, at, "%s after the end of the position", quote(text[at]).bytes);
    r.turn = (uint8_t)turn;
    *p = reversi_store(&r);
    return true;
}

void reversi_print(const position *p, struct text *out)
{
    struct reversi r = reversi_load(p);
    for (int row = 0; row < r.size; row++) {
        for (int column = 0; column < r.size; column++) {
            int at = row * REVERSI_LENGTH + column;
            bool first = r.stones[0] >> at & 1, second = r.stones[1] >> at & 1;
            text_char(out, first ? stones[0] : second ? stones[1] : empty);
        }
    }
    text_char(out, ' ');
    text_char(out, stones[r.turn]);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_pass(const char *word, size_t length)
{
    static const char *const passes[] = {"--", "pass", "ps", "pa"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (length == strlen(passes[i]) && strncasecmp(word, passes[i], length) == 0)
            return true;
    }
    return false;
}

bool reversi_parse_move(const position *p, const char *text, move *m, struct error *e)
{
    (void)p; // whether the square is on this board is a question for the rules
    size_t at = 0, end = strlen(text);
    while (end > 0 && is_blank(text[end - 1]))
        end--;
    while (at < end && is_blank(text[at]))
        at++;
    if (at == end)
        return error_at(e, at, "no move: a square such as d3, or -- for a pass");
    if (is_pass(text + at, end - at)) {
        *m = REVERSI_PASS;
        return true;
    }
    int column = (text[at] | ('a' ^ 'A')) - 'a';
    if (column < 0 || column >= REVERSI_LENGTH)
        return error_at(e, at,
            "%s is not a column: a move is a square such as d3, or -- for a pass",
            quote(text[at]).bytes);
    if (++at == end)
        return error_at(e, at, "the row is missing: a number from 1 to 8");
    int row = text[at] - '1';
    if (row < 0 || row >= REVERSI_LENGTH)
        return error_at(e, at, "%s is not a row 1 to 8", quote(text[at]).bytes);
    if (++at != end)
        return error_at(e, at, "%s after the end of the move", quote(text[at]).bytes);
    *m = (move)(row * REVERSI_LENGTH + column);
    return true;
}

void reversi_print_square(int at, struct text *out)
{
    text_char(out, (char)('a' + at % REVERSI_LENGTH));
    text_char(out, (char)('1' + at / REVERSI_LENGTH));
}

void reversi_print_move(const position *p, move m, struct text *out)
{
    (void)p;
    if (m == REVERSI_PASS)
        text_string(out, "--");
    else
        reversi_print_square(m, out);
}

// What a board is drawn with.
struct glyphs {
    const char *stones[SEATS];
    const char *owners[SEATS];   // a stone and whose it is, before the number of such stones
    const char *target;          // an empty square where the side to move may place a stone
    const char *across, *down;   // the lines between squares
    const char *crossings[3][3]; // where lines meet: the top, each inner and the bottom line,
                                 // each at its left end, inside and at its right end
};

static const struct glyphs unicode = {
    .stones = {"●", "○"},
    .owners = {"● X", "○ O"},
    .target = "·",
    .across = "───",
    .down = "│",
    .crossings = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
};

static const struct glyphs ascii = {
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

struct canvas {
    struct text *out;
    const struct glyphs *glyphs;
    const struct paints *paints;
};

static void draw_painted(const struct canvas *c, const char *paint, const char *glyph)
{
    text_string(c->out, paint);
    text_string(c->out, glyph);
}

static void draw_line(const struct canvas *c, int size, const char *const ends[3])
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

static void draw_square(
    const struct canvas *c, const struct reversi *r, bitboard bit, bool target, bool last)
{
    if (((r->stones[0] | r->stones[1]) & bit) == 0) {
        text_char(c->out, ' ');
        draw_painted(c, c->paints->target, target ? c->glyphs->target : " ");
        text_char(c->out, ' ');
        return;
    }
    int seat = r->stones[0] & bit ? 0 : 1;
    draw_painted(c, c->paints->mark, last ? "(" : " ");
    draw_painted(c, c->paints->stones[seat], c->glyphs->stones[seat]);
    draw_painted(c, c->paints->mark, last ? ")" : " ");
}

static void draw_counts(const struct canvas *c, const struct reversi *r, bool passed)
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

void reversi_draw(const position *p, const struct drawing *style, struct text *out)
{
    struct reversi r = reversi_load(p);
    const struct canvas c = {
        .out = out,
        .glyphs = style->unicode ? &unicode : &ascii,
        .paints = style->colour ? &coloured : &uncoloured,
    };
    bitboard targets =
        reversi_mobility(r.stones[r.turn], r.stones[1 - r.turn], reversi_squares(r.size));
    text_string(out, "  ");
    for (int column = 0; column < r.size; column++)
        text_format(out, "   %c", 'a' + column);
    text_char(out, '\n');
    for (int row = 0; row < r.size; row++) {
        draw_line(&c, r.size, c.glyphs->crossings[row == 0 ? 0 : 1]);
        text_format(out, "%2d %s", row + 1, c.paints->board);
        for (int column = 0; column < r.size; column++) {
            int at = row * REVERSI_LENGTH + column;
            draw_painted(&c, c.paints->lines, c.glyphs->down);
            draw_square(&c, &r, UINT64_C(1) << at, targets >> at & 1, style->last == at);
        }
        draw_painted(&c, c.paints->lines, c.glyphs->down);
        draw_painted(&c, c.paints->none, "\n");
    }
    draw_line(&c, r.size, c.glyphs->crossings[2]);
    draw_counts(&c, &r, style->last == REVERSI_PASS);
}
