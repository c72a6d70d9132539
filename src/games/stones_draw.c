// The board of Game of Stones drawn for a terminal: rows run across, columns and diagonals slant,
// as the lines run on the board. Letters stand at the upper ends of the columns, numbers at both
// ends of theirs (rule T10: a row to the west of the hole, a diagonal to the east of it).
#include "games/stones_bits.h"
#include "games/stones_text.h"

enum {
    STEP = 6,                            // characters from a cell to the next in its row
    LEFT = STEP / 2 * STONES_CENTRE + 6, // where cell (0,0) stands
    WIDTH = LEFT + 6 * STEP + 6,         // cell (8,4) is the easternmost
    HEIGHT = 2 * STONES_LENGTH + 1, // rows, what joins them, and a line of labels on either side
};

enum tint { BLANK, LINE, LABEL, WHITE, BLACK, MARK, TINTS };

static const char *const tint_codes[TINTS] = {"0", "0;2", "0;2", "0;1;33", "0;1;36", "0;7"};

// What a character of the drawing shows; stacks and labels are ASCII anyway.
enum { EAST = 1, SLASH, BACKSLASH, DOT, ASCII };

static const char *const glyphs[2][ASCII] = {
    {" ", "-", "/", "\\", "."},
    {" ", "─", "╱", "╲", "·"},
};

struct stones_canvas {
    bool flipped;
    unsigned char glyph[HEIGHT][WIDTH]; // below ASCII: one of the above, else the character itself
    unsigned char tint[HEIGHT][WIDTH];
};

static int row_of(int y)
{
    return 2 * y + 1;
}

static int column_of(int x, int y)
{
    return LEFT + STEP * x - STEP / 2 * y;
}

static void canvas_put(struct stones_canvas *c, int row, int column, int glyph, enum tint tint)
{
    c->glyph[row][column] = (unsigned char)glyph;
    c->tint[row][column] = (unsigned char)tint;
}

// Where a place stands in the drawing, which may be turned by half a turn.
static void canvas_find(const struct stones_canvas *c, int x, int y, int *row, int *column)
{
    const int far = STONES_LENGTH - 1;
    *row = row_of(c->flipped ? far - y : y);
    *column = c->flipped ? column_of(far - x, far - y) : column_of(x, y);
}

// The board looks the same from both sides, without its stacks and labels.
static void put_lines(struct stones_canvas *c, int x, int y)
{
    const int row = row_of(y), column = column_of(x, y);
    if (stones_is_place(x + 1, y)) {
        for (int i = 2; i < STEP; i++)
            canvas_put(c, row, column + i, EAST, LINE);
    }
    if (stones_is_place(x, y + 1))
        canvas_put(c, row + 1, column - 1, SLASH, LINE);
    if (stones_is_place(x + 1, y + 1))
        canvas_put(c, row + 1, column + 2, BACKSLASH, LINE);
}

static void canvas_put_place(struct stones_canvas *c, const struct stones *s, int x, int y)
{
    const int cell = STONES_CELL(x, y), seat = stones_owner(s, cell);
    int row, column;
    canvas_find(c, x, y, &row, &column);
    if (seat == NOBODY) {
        canvas_put(c, row, column, DOT, LINE);
        canvas_put(c, row, column + 1, DOT, LINE);
        return;
    }
    char words[8];
    struct text t = TEXT_IN(words);
    text_format(&t, "%c%d", (seat == 0 ? 'A' : 'a') + stones_kind(s, cell), stones_height(s, cell));
    for (size_t i = 0; i < t.length; i++)
        canvas_put(c, row, column + (int)i, words[i], seat == 0 ? WHITE : BLACK);
}

// A label so many rows below a place and so many characters east of it. A place is two characters
// wide, so that half a turn puts what was 2 east of it 1 west of it.
static void put_label(struct stones_canvas *c, int x, int y, int below, int east, int letter)
{
    int row, column;
    canvas_find(c, x, y, &row, &column);
    canvas_put(c, c->flipped ? row - below : row + below,
        c->flipped ? column + 1 - east : column + east, letter, LABEL);
}

static void put_labels(struct stones_canvas *c)
{
    for (int x = 0; x < STONES_LENGTH; x++)
        put_label(c, x, x > STONES_CENTRE ? x - STONES_CENTRE : 0, -1, 2, 'A' + x);
    for (int y = 0; y < STONES_LENGTH; y++) {
        const int west = y > STONES_CENTRE ? y - STONES_CENTRE : 0;
        put_label(c, west, y, 0, -3, '1' + y);
        // The other end of the same number: down column I, then west along the last row.
        const int x = y > STONES_CENTRE ? STONES_LENGTH - 1 - west : STONES_LENGTH - 1;
        const int last = y > STONES_CENTRE ? STONES_LENGTH - 1 : y + STONES_CENTRE;
        put_label(c, x, last, 1, 2, '1' + y);
    }
}

static void put_brackets(struct stones_canvas *c, int x, int y, const char brackets[2])
{
    if (!stones_is_place(x, y))
        return;
    int row, column;
    canvas_find(c, x, y, &row, &column);
    const int width = c->glyph[row][column + 2] > ASCII ? 3 : 2; // three: a height of two digits
    canvas_put(c, row, column - 1, brackets[0], MARK);
    canvas_put(c, row, column + width, brackets[1], MARK);
}

static void put_last(struct stones_canvas *c, move last)
{
    struct stones_move m;
    if (!stones_unpack(last, &m) || m.type == STONES_PASS)
        return;
    put_brackets(c, m.from_x, m.from_y, "()");
    put_brackets(c, m.to_x, m.to_y, "[]");
}

static void set_tint(const struct drawing *style, enum tint tint, struct text *out)
{
    if (style->colour)
        text_format(out, "\033[%sm", tint_codes[tint]);
}

static void write_row(
    const struct stones_canvas *c, int row, const struct drawing *style, struct text *out)
{
    int end = WIDTH;
    while (end > 0 && c->glyph[row][end - 1] == 0)
        end--;
    enum tint tint = BLANK;
    for (int i = 0; i < end; i++) {
        if (c->tint[row][i] != tint) {
            tint = c->tint[row][i];
            set_tint(style, tint, out);
        }
        const unsigned char glyph = c->glyph[row][i];
        if (glyph < ASCII)
            text_string(out, glyphs[style->unicode][glyph]);
        else
            text_char(out, (char)glyph);
    }
    if (tint != BLANK)
        set_tint(style, BLANK, out);
    text_char(out, '\n');
}

// How many stacks of each type a side has: at none the game is lost.
static void write_stacks(
    const struct stones *s, int seat, const struct drawing *style, struct text *out)
{
    set_tint(style, seat == 0 ? WHITE : BLACK, out);
    text_string(out, game_stones.seat_names[seat]);
    set_tint(style, BLANK, out);
    for (int kind = 0; kind < STONES_KINDS; kind++)
        text_format(out, "  %d %c", __builtin_popcountll(s->side[seat] & s->kind[kind]),
            (seat == 0 ? 'A' : 'a') + kind);
}

static void write_state(const position *p, struct text *out)
{
    static const char *const asked[] = {
        [STONES_FIRST] = "attacks: the first turn is this one move",
        [STONES_MUST_ATTACK] = "attacks: the first move of the turn",
        [STONES_ANY] = "attacks, strengthens or passes: the second move of the turn",
    };
    const struct outcome end = game_stones.outcome(p);
    if (end.over)
        text_format(out, "%s has won: %s\n", game_stones.seat_names[end.winner], end.reason);
    else
        text_format(
            out, "%s %s\n", game_stones.seat_names[game_stones.turn(p)], asked[stones_phase(p)]);
}

void stones_draw(const position *p, const struct drawing *style, struct text *out)
{
    const struct stones s = stones_load(p);
    struct stones_canvas c = {.flipped = style->flipped};
    for (int cell = 0; cell < STONES_CELLS; cell++) {
        const int x = stones_slot[cell] % STONES_LENGTH, y = stones_slot[cell] / STONES_LENGTH;
        if (cell == STONES_HOLE)
            continue;
        put_lines(&c, x, y);
        canvas_put_place(&c, &s, x, y); // a height of two digits covers a bit of the line
    }
    put_labels(&c);
    put_last(&c, style->last);
    for (int row = 0; row < HEIGHT; row++)
        write_row(&c, row, style, out);
    text_char(out, '\n');
    write_stacks(&s, 0, style, out);
    text_string(out, "      ");
    write_stacks(&s, 1, style, out);
    text_char(out, '\n');
    write_state(p, out);
}
