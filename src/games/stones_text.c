// Game of Stones in text: positions, moves, and the board drawn for a terminal. Rule T10.
#include "games/stones_text.h"

#include "games/stones_bits.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

static const char *const phase_words[] = {"first", "attack", "any"};
static const char side_letters[SEATS] = {'w', 'b'};

// The first Y of column X, or the first X of row Y: the board is the same both ways.
static int stones_first_of(int line)
{
    return line > STONES_CENTRE ? line - STONES_CENTRE : 0;
}

static int last_of(int line)
{
    return line < STONES_CENTRE ? line + STONES_CENTRE : STONES_LENGTH - 1;
}

const char *stones_place_name(int x, int y, char name[STONES_PLACE_BYTES])
{
    struct text t = text_fixed(name, STONES_PLACE_BYTES);
    if (x >= 0 && x < STONES_LENGTH && y >= stones_first_of(x) && y <= last_of(x))
        text_bytes(&t, (char[]){(char)('A' + x), (char)('1' + y - stones_first_of(x))}, 2);
    else
        text_format(&t, "(%d,%d)", x, y);
    return name;
}

// A text being read. Every error points at a byte of it.
struct stones_reader {
    const char *text;
    size_t at;
    struct error *error;
};

static char stones_peek(const struct stones_reader *r)
{
    return r->text[r->at];
}

// "expected ..., not ..."; `what` is what should stand here.
static bool stones_unexpected(const struct stones_reader *r, const char *what)
{
    const unsigned char c = (unsigned char)stones_peek(r);
    if (c == '\0')
        return error_at(r->error, r->at, "expected %s, but the text ends", what);
    if (c > ' ' && c < 0x7F)
        return error_at(r->error, r->at, "expected %s, not \"%c\"", what, c);
    return error_at(
        r->error, r->at, "expected %s, not %s", what, c == ' ' ? "a blank" : "this byte");
}

static bool stones_expect(struct stones_reader *r, char c)
{
    const char what[] = {'"', c, '"', '\0'};
    if (stones_peek(r) != c)
        return stones_unexpected(r, c == ' ' ? "a blank" : what);
    r->at++;
    return true;
}

// A number as JSON writes it: no plus, no zero in front.
static bool read_number(struct stones_reader *r, int *number)
{
    enum { DIGITS_MAX = 3 };
    size_t begin = r->at;
    const bool negative = stones_peek(r) == '-';
    if (negative)
        r->at++;
    if (!isdigit((unsigned char)stones_peek(r)))
        return stones_unexpected(r, "a number");
    const bool zero = stones_peek(r) == '0';
    int value = 0, digits = 0;
    for (; isdigit((unsigned char)stones_peek(r)) && digits <= DIGITS_MAX; digits++)
        value = value * 10 + (r->text[r->at++] - '0');
    if (digits > DIGITS_MAX)
        return error_at(r->error, begin, "the number is too large");
    if (zero && (negative || digits > 1))
        return error_at(r->error, begin, "the number has a needless sign or zero");
    *number = negative ? -value : value;
    return true;
}

// Puts the stack with the protocol's number on the place `slot` (STONES_SLOT). The number was read
// at the byte `at`; `stones` counts the stones of each side.
static bool put_number(
    struct stones_reader *r, size_t at, struct stones *s, int slot, int number, int stones[SEATS])
{
    if (number == 0)
        return true;
    const int x = slot % STONES_LENGTH, y = slot / STONES_LENGTH;
    const int seat = number < 0, kind = abs(number) % 4, height = abs(number) / 4;
    if (!stones_is_place(x, y))
        return error_at(r->error, at, "%d stands on X %d, Y %d, %s", number, x, y,
            x == STONES_CENTRE && y == STONES_CENTRE ? "the hole" : "which is off the board");
    if (kind == 0)
        return error_at(r->error, at, "%d is not a stack: its type is none", number);
    if (height == 0)
        return error_at(r->error, at, "%d is not a stack: its height is 0", number);
    stones[seat] += height;
    if (stones[seat] > STONES_PER_SIDE)
        return error_at(r->error, at, "with this stack %s has %d stones, more than %d",
            game_stones.seat_names[seat], stones[seat], STONES_PER_SIDE);
    stones_put(s, seat, kind - 1, height, STONES_CELL(x, y));
    return true;
}

// Between two items of a list, or after the last: a comma or the closing bracket.
static bool read_separator(struct stones_reader *r, int done, const char *items)
{
    const bool last = done == STONES_LENGTH;
    if (stones_peek(r) == (last ? ']' : ',')) {
        r->at++;
        return true;
    }
    if (stones_peek(r) == ']')
        return error_at(r->error, r->at, "%s: %d, not %d", items, done, STONES_LENGTH);
    if (stones_peek(r) == ',')
        return error_at(r->error, r->at, "more than %d %s", STONES_LENGTH, items);
    return stones_unexpected(r, last ? "\"]\"" : "\",\"");
}

static bool stones_text_board(struct stones_reader *r, struct stones *s)
{
    int stones[SEATS] = {0, 0};
    if (!stones_expect(r, '['))
        return false;
    for (int y = 0; y < STONES_LENGTH; y++) {
        if (!stones_expect(r, '['))
            return false;
        for (int x = 0; x < STONES_LENGTH; x++) {
            const size_t at = r->at;
            int number = 0;
            if (!read_number(r, &number) ||
                !put_number(r, at, s, STONES_SLOT(x, y), number, stones) ||
                !read_separator(r, x + 1, "columns in this row"))
                return false;
        }
        if (!read_separator(r, y + 1, "rows"))
            return false;
    }
    return true;
}

static bool stones_text_turn(struct stones_reader *r, struct stones *s)
{
    s->turn = stones_peek(r) == side_letters[1];
    if (stones_peek(r) != side_letters[s->turn])
        return stones_unexpected(r, "the side to move, \"w\" or \"b\"");
    r->at++;
    return true;
}

static bool read_phase(struct stones_reader *r, struct stones *s)
{
    const char *rest = r->text + r->at;
    int phase = STONES_FIRST;
    while (phase <= STONES_ANY && strncmp(rest, phase_words[phase], strlen(phase_words[phase])))
        phase++;
    if (phase > STONES_ANY)
        return stones_unexpected(r, "the phase, \"first\", \"attack\" or \"any\"");
    if (phase == STONES_FIRST && s->turn != 0)
        return error_at(r->error, r->at, "only White has a first turn of one move");
    s->phase = (uint8_t)phase;
    r->at += strlen(phase_words[phase]);
    return true;
}

static bool lacks_a_type(const struct stones *s, int seat)
{
    return !(s->side[seat] & s->kind[0]) || !(s->side[seat] & s->kind[1]) ||
        !(s->side[seat] & s->kind[2]);
}

bool stones_parse(position *p, const char *text, struct error *e)
{
    struct stones_reader r = {.text = text, .error = e};
    struct stones s = {0};
    if (!stones_text_board(&r, &s) || !stones_expect(&r, ' ') || !stones_text_turn(&r, &s) ||
        !stones_expect(&r, ' ') || !read_phase(&r, &s))
        return false;
    if (stones_peek(&r) != '\0')
        return stones_unexpected(&r, "the end of the text");
    if (lacks_a_type(&s, 0) && lacks_a_type(&s, 1))
        return error_at(e, 0, "both sides lack a type of stack: the game ended before");
    *p = stones_store(&s);
    return true;
}

void stones_print(const position *p, struct text *out)
{
    const struct stones s = stones_load(p);
    for (int y = 0; y < STONES_LENGTH; y++) {
        for (int x = 0; x < STONES_LENGTH; x++) {
            text_string(out, x > 0 ? "," : y > 0 ? ",[" : "[[");
            text_number(out, stones_cell(p, x, y));
        }
        text_char(out, ']');
    }
    text_format(out, "] %c %s", side_letters[s.turn], phase_words[s.phase]);
}

static void skip_blanks(struct stones_reader *r)
{
    while (stones_peek(r) == ' ' || stones_peek(r) == '\t')
        r->at++;
}

// Reads "D4": any cell of the board, the hole included.
static bool stones_text_place(struct stones_reader *r, const char *what, int *x, int *y)
{
    const int column = toupper((unsigned char)stones_peek(r)) - 'A';
    if (column < 0 || column >= STONES_LENGTH)
        return stones_unexpected(r, what);
    r->at++;
    const size_t at = r->at;
    if (!isdigit((unsigned char)stones_peek(r)))
        return stones_unexpected(r, "the number of a place");
    int number = 0;
    for (; isdigit((unsigned char)stones_peek(r)); r->at++)
        number = number > STONES_LENGTH ? number : number * 10 + (stones_peek(r) - '0');
    const int places = last_of(column) - stones_first_of(column) + 1;
    if (number < 1 || number > places)
        return error_at(r->error, at, "column %c has the places %c1 to %c%d", 'A' + column,
            'A' + column, 'A' + column, places);
    *x = column;
    *y = number - 1 + stones_first_of(column);
    return true;
}

static bool stones_is_pass(const char *text, size_t length)
{
    static const char *const words[] = {"pass", "p", "-", "--"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == length && strncasecmp(text, words[i], length) == 0)
            return true;
    }
    return false;
}

// The sign between the places says what is meant; without one, what stands on the target does.
static bool stones_text_type(struct stones_reader *r, enum stones_type *type, bool *given)
{
    skip_blanks(r);
    const char c = stones_peek(r);
    *given = c == 'x' || c == 'X' || c == '+';
    *type = c == '+' ? STONES_STRENGTHEN : STONES_ATTACK;
    if (*given || c == '-')
        r->at++;
    else if (c != '\0' && !isalpha((unsigned char)c))
        return stones_unexpected(r, "\"x\", \"+\" or a place");
    skip_blanks(r);
    return true;
}

bool stones_parse_move(const position *p, const char *text, move *m, struct error *e)
{
    struct stones_reader r = {.text = text, .error = e};
    struct stones_move taken = {.type = STONES_PASS};
    skip_blanks(&r);
    const size_t length = strcspn(text + r.at, " \t");
    if (stones_is_pass(text + r.at, length)) {
        r.at += length;
    } else {
        bool given;
        if (!stones_text_place(&r, "a move such as D4xC4 or pass", &taken.from_x, &taken.from_y) ||
            !stones_text_type(&r, &taken.type, &given) ||
            !stones_text_place(&r, "a place such as C4", &taken.to_x, &taken.to_y))
            return false;
        const int target = stones_cell(p, taken.to_x, taken.to_y);
        const int mine = stones_load(p).turn == 0 ? 1 : -1;
        if (!given && target * mine > 0)
            taken.type = STONES_STRENGTHEN;
    }
    skip_blanks(&r);
    if (stones_peek(&r) != '\0')
        return stones_unexpected(&r, "the end of the move");
    *m = stones_pack(&taken);
    return true;
}

void stones_print_move(const position *p, move m, struct text *out)
{
    (void)p;
    char from[STONES_PLACE_BYTES], to[STONES_PLACE_BYTES];
    struct stones_move taken;
    if (!stones_unpack(m, &taken) || taken.type == STONES_PASS) {
        text_string(out, "pass");
    } else {
        text_string(out, stones_place_name(taken.from_x, taken.from_y, from));
        text_char(out, taken.type == STONES_ATTACK ? 'x' : '+');
        text_string(out, stones_place_name(taken.to_x, taken.to_y, to));
    }
}

void stones_describe_move(const position *p, move m, struct text *out)
{
    (void)p;
    char from[STONES_PLACE_BYTES], to[STONES_PLACE_BYTES];
    struct stones_move taken;
    if (!stones_unpack(m, &taken) || taken.type == STONES_PASS) {
        text_string(out, "passes");
        return;
    }
    stones_place_name(taken.from_x, taken.from_y, from);
    stones_place_name(taken.to_x, taken.to_y, to);
    if (taken.type == STONES_ATTACK)
        text_format(out, "attacks %s from %s", to, from);
    else
        text_format(out, "puts the stack of %s on its own on %s", from, to);
}
