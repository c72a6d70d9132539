// Reversi in text: positions and moves, read and written.
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

static struct quoted reversi_quote(char c)
{
    struct quoted q;
    struct text t = TEXT_IN(q.bytes);
    if (c >= ' ' && c <= '~')
        text_format(&t, "\"%c\"", c);
    else
        text_format(&t, "byte 0x%02X", (unsigned char)c);
    return q;
}

static int reversi_seat_of(char c)
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
        if (c != empty && reversi_seat_of(c) == NOBODY) {
            error_at(e, length, "%s is not a square: X, O or - (capital letters)",
                reversi_quote(c).bytes);
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
        int seat = reversi_seat_of(text[i]);
        if (seat != NOBODY)
            r.stones[seat] |= UINT64_C(1) << (i / size * REVERSI_LENGTH + i % size);
    }
    size_t at = (size_t)(size * size);
    if (text[at] == '\0' || text[at + 1] == '\0')
        return error_at(e, at + (text[at] != '\0'), "the side to move is missing: a space, X or O");
    int turn = reversi_seat_of(text[++at]);
    if (turn == NOBODY)
        return error_at(e, at, "%s is not a side to move: X or O", reversi_quote(text[at]).bytes);
    if (text[++at] != '\0')
        return error_at(e, at, "%s after the end of the position", reversi_quote(text[at]).bytes);
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

static bool reversi_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool reversi_is_pass(const char *word, size_t length)
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
    while (end > 0 && reversi_is_blank(text[end - 1]))
        end--;
    while (at < end && reversi_is_blank(text[at]))
        at++;
    if (at == end)
        return error_at(e, at, "no move: a square such as d3, or -- for a pass");
    if (reversi_is_pass(text + at, end - at)) {
        *m = REVERSI_PASS;
        return true;
    }
    int column = (text[at] | ('a' ^ 'A')) - 'a';
    if (column < 0 || column >= REVERSI_LENGTH)
        return error_at(e, at,
            "%s is not a column: a move is a square such as d3, or -- for a pass",
            reversi_quote(text[at]).bytes);
    if (++at == end)
        return error_at(e, at, "the row is missing: a number from 1 to 8");
    int row = text[at] - '1';
    if (row < 0 || row >= REVERSI_LENGTH)
        return error_at(e, at, "%s is not a row 1 to 8", reversi_quote(text[at]).bytes);
    if (++at != end)
        return error_at(e, at, "%s after the end of the move", reversi_quote(text[at]).bytes);
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

void reversi_describe_move(const position *p, move m, struct text *out)
{
    if (m == REVERSI_PASS) {
        text_string(out, "has no move and passes");
        return;
    }
    const struct reversi before = reversi_load(p);
    position next = *p;
    game_reversi.apply(&next, m);
    const struct reversi after = reversi_load(&next);
    text_string(out, "puts a stone on ");
    reversi_print_square(m, out);
    text_format(out, " and turns %d",
        bits_count(before.stones[1 - before.turn]) - bits_count(after.stones[1 - before.turn]));
}
