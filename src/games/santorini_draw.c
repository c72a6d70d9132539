// Santorini's board for the terminal.
//
// A square shows its tower (a shade that grows with the height, and the height) and the worker on
// it. Of the last move, brackets mark where the worker is and where it came from, a plus what was
// built; of a move that was refused, where the worker is and wanted to go, and what to build on.
#include "games/santorini_text.h"

#include "games/santorini_bits.h"

enum { CELL_COLUMNS = 8 };

struct santorini_glyphs {
    const char *across, *down;
    const char *top[3], *middle[3], *bottom[3]; // left end, crossing, right end
    const char *towers[SANTORINI_DOME + 1];     // two columns each
    const char *workers[SEATS];                 // one column each, before the worker's number
};

static const struct santorini_glyphs plain_glyphs = {
    .across = "-",
    .down = "|",
    .top = {"+", "+", "+"},
    .middle = {"+", "+", "+"},
    .bottom = {"+", "+", "+"},
    .towers = {" .", "_1", "=2", "#3", "^4"},
    .workers = {"A", "B"},
};

static const struct santorini_glyphs unicode_glyphs = {
    .across = "─",
    .down = "│",
    .top = {"┌", "┬", "┐"},
    .middle = {"├", "┼", "┤"},
    .bottom = {"└", "┴", "┘"},
    .towers = {" ·", "░1", "▒2", "▓3", "▲4"},
    .workers = {"●", "○"},
};

// ANSI: what grows higher gets warmer, the dome is blue as it is on the island.
static const char *const tower_colours[] = {
    "\033[90m", "\033[37m", "\033[33m", "\033[1;33m", "\033[1;34m"};
static const char *const worker_colours[SEATS] = {"\033[1;31m", "\033[1;36m"};
static const char *const frame_colour = "\033[90m";
static const char *const mark_colour = "\033[1;32m";
static const char *const no_colour = "\033[0m";

struct santorini_screen {
    const struct drawing *style;
    const struct santorini_glyphs *glyphs;
    struct text *out;
};

static void draw_put(const struct santorini_screen *pic, const char *colour, const char *string)
{
    if (pic->style->colour)
        text_string(pic->out, colour);
    text_string(pic->out, string);
    if (pic->style->colour)
        text_string(pic->out, no_colour);
}

// The squares of the last move, -1 where it has none.
struct marks {
    int to, from, built;
};

static struct marks find_marks(const struct santorini *s, move last, bool refused)
{
    struct marks marks = {.to = -1, .from = -1, .built = -1};
    struct santorini_move parts;
    if (last == MOVE_NONE || !santorini_unpack(last, &parts))
        return marks;
    if (parts.places) {
        marks.to = santorini_square(parts.x, parts.y);
        return marks;
    }
    int step = santorini_square(parts.dx, parts.dy);
    int stands = s->workers[refused ? s->turn : !s->turn][parts.worker];
    marks.from = refused ? stands : stands - step;
    marks.to = marks.from + step;
    if (parts.builds)
        marks.built = marks.to + santorini_square(parts.bx, parts.by);
    return marks;
}

static void draw_worker(const struct santorini_screen *pic, const struct santorini *s, int square)
{
    for (int seat = 0; seat < SEATS; seat++) {
        for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
            if (s->workers[seat][worker] != square)
                continue;
            char label[8];
            struct text t = TEXT_IN(label);
            text_string(&t, pic->glyphs->workers[seat]);
            text_number(&t, worker + 1);
            draw_put(pic, worker_colours[seat], label);
            return;
        }
    }
    text_string(pic->out, "  ");
}

static void draw_cell(const struct santorini_screen *pic, const struct santorini *s,
    const struct marks *marks, int square)
{
    const int height = santorini_height_at(s, square);
    const bool built = square == marks->built;
    const bool bracketed = !built && (square == marks->to || square == marks->from);
    text_char(pic->out, ' ');
    draw_put(pic, tower_colours[height], pic->glyphs->towers[height]);
    if (built || bracketed)
        draw_put(pic, mark_colour, built ? "+" : "[");
    else
        text_char(pic->out, ' ');
    draw_worker(pic, s, square);
    if (bracketed)
        draw_put(pic, mark_colour, "]");
    else
        text_char(pic->out, ' ');
    text_char(pic->out, ' ');
}

static void draw_rule(const struct santorini_screen *pic, const char *const ends[3], int size)
{
    char line[512];
    struct text t = TEXT_IN(line);
    for (int x = 0; x < size; x++) {
        text_string(&t, ends[x == 0 ? 0 : 1]);
        for (int i = 0; i < CELL_COLUMNS; i++)
            text_string(&t, pic->glyphs->across);
    }
    text_string(&t, ends[2]);
    text_string(pic->out, "   ");
    draw_put(pic, frame_colour, line);
    text_char(pic->out, '\n');
}

void santorini_draw(const position *p, const struct drawing *style, struct text *out)
{
    const struct santorini s = santorini_load(p);
    const struct marks marks = find_marks(&s, style->last, style->refused);
    const struct santorini_screen pic = {
        .style = style,
        .glyphs = style->unicode ? &unicode_glyphs : &plain_glyphs,
        .out = out,
    };
    const int far = s.size - 1; // the last row and column
    text_string(out, "  ");
    for (int x = 0; x < s.size; x++)
        text_format(out, x == 0 ? "     %d" : "        %d", style->flipped ? far - x : x);
    text_char(out, '\n');
    for (int i = 0; i < s.size; i++) {
        const int y = style->flipped ? far - i : i;
        draw_rule(&pic, i == 0 ? pic.glyphs->top : pic.glyphs->middle, s.size);
        text_format(out, " %d ", y);
        for (int x = 0; x < s.size; x++) {
            draw_put(&pic, frame_colour, pic.glyphs->down);
            draw_cell(&pic, &s, &marks, santorini_square(style->flipped ? far - x : x, y));
        }
        draw_put(&pic, frame_colour, pic.glyphs->down);
        text_char(out, '\n');
    }
    draw_rule(&pic, pic.glyphs->bottom, s.size);
}
