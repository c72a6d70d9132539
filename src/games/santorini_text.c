// Santorini in words: positions and moves, read and written. The notation is described in
// docs/rules/santorini.md.
#include "games/santorini_text.h"

#include "games/santorini_bits.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MIN = 5 };

struct santorini_reader {
    const char *text;
    size_t at;
    struct error *e; // may be NULL
};

static char santorini_peek(const struct santorini_reader *r)
{
    return r->text[r->at];
}

static bool santorini_accept(struct santorini_reader *r, char c)
{
    if (santorini_peek(r) != c)
        return false;
    r->at++;
    return true;
}

static bool santorini_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Says what was expected where the reader stands.
static bool santorini_fail(const struct santorini_reader *r, const char *expected)
{
    const char c = santorini_peek(r);
    if (c == '\0')
        return error_at(r->e, r->at, "the text ends where %s is expected", expected);
    if (c < ' ' || c > '~')
        return error_at(r->e, r->at, "%s is expected here", expected);
    return error_at(r->e, r->at, "%s is expected, not \"%c\"", expected, c);
}

// Positions

static void set_height(struct santorini *s, int square, int height)
{
    for (int level = 0; level <= height; level++)
        s->at_least[level] |= santorini_bit(square);
}

static bool read_rows(struct santorini_reader *r, struct santorini *s)
{
    const size_t length = strspn(r->text, "0123456789");
    if (length < SIZE_MIN || length > SANTORINI_MAX_SIZE)
        return error_at(r->e, length < SIZE_MIN ? length : SANTORINI_MAX_SIZE,
            "a row has 5 or 6 heights, the first one here has %zu", length);
    s->size = (uint8_t)length;
    for (int y = 0; y < s->size; y++) {
        if (y > 0 && !santorini_accept(r, '/'))
            return error_at(
                r->e, r->at, "a board of %d columns has %d rows, joined by /", s->size, s->size);
        for (int x = 0; x < s->size; x++) {
            if (santorini_peek(r) < '0' || santorini_peek(r) > '0' + SANTORINI_DOME)
                return santorini_fail(r, "a height from 0 to 4");
            set_height(s, santorini_square(x, y), r->text[r->at++] - '0');
        }
        if (santorini_is_digit(santorini_peek(r)))
            return error_at(r->e, r->at, "row %d is longer than row 0", y);
    }
    if (santorini_peek(r) == '/')
        return error_at(
            r->e, r->at, "a board of %d columns has no more than %d rows", s->size, s->size);
    return true;
}

// A worker as xy, or a dash for one that is not placed yet.
static bool santorini_text_worker(struct santorini_reader *r, struct santorini *s, uint8_t *worker)
{
    if (santorini_accept(r, '-'))
        return true;
    const size_t at = r->at;
    if (!santorini_is_digit(santorini_peek(r)))
        return santorini_fail(r, "a worker's square as two digits, or a dash,");
    const int x = r->text[r->at++] - '0';
    if (!santorini_is_digit(santorini_peek(r)))
        return santorini_fail(r, "the second digit of a worker's square");
    const int y = r->text[r->at++] - '0';
    if (x >= s->size || y >= s->size)
        return error_at(r->e, at, "(%d,%d) is off the board, which ends at (%d,%d)", x, y,
            s->size - 1, s->size - 1);
    const int square = santorini_square(x, y);
    if ((santorini_occupied(s) & santorini_bit(square)) != 0)
        return error_at(r->e, at, "two workers stand on (%d,%d)", x, y);
    if (santorini_height_at(s, square) == SANTORINI_DOME)
        return error_at(r->e, at, "a worker stands on a dome, (%d,%d)", x, y);
    *worker = (uint8_t)square;
    return true;
}

static bool read_workers(struct santorini_reader *r, struct santorini *s, int seat)
{
    uint8_t *workers = s->workers[seat];
    if (!santorini_text_worker(r, s, &workers[0]))
        return false;
    if (!santorini_accept(r, ','))
        return true;
    const size_t at = r->at;
    if (!santorini_text_worker(r, s, &workers[1]))
        return false;
    if (workers[0] == SANTORINI_OFF && workers[1] != SANTORINI_OFF)
        return error_at(r->e, at, "worker 2 is placed and worker 1 is not");
    return true;
}

static int santorini_count_placed(const struct santorini *s, int seat)
{
    int count = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++)
        count += s->workers[seat][worker] != SANTORINI_OFF;
    return count;
}

// Workers are placed in turns: the counts and the side to move have to fit. `workers_at` and
// `turn_at` are where they stand in the text.
static bool check_placing(
    const struct santorini_reader *r, const struct santorini *s, size_t workers_at, size_t turn_at)
{
    const int first = santorini_count_placed(s, 0), second = santorini_count_placed(s, 1);
    if (first != second && first != second + 1)
        return error_at(r->e, workers_at,
            "%d and %d workers are placed, but they are placed in turns and first begins", first,
            second);
    if (santorini_placing(s) && s->turn != first - second)
        return error_at(r->e, turn_at, "%s places the next worker, not %s",
            game_santorini.seat_names[!s->turn], game_santorini.seat_names[s->turn]);
    const int missing = SEATS * SANTORINI_WORKERS - first - second;
    if (santorini_count(santorini_places(s)) < missing)
        return error_at(r->e, workers_at,
            "%d workers are still to be placed, and too few squares are below level 3", missing);
    return true;
}

static bool stands_on_win(const struct santorini *s, int seat)
{
    bool stands = false;
    for (int worker = 0; worker < santorini_count_placed(s, seat); worker++)
        stands |= santorini_height_at(s, s->workers[seat][worker]) == SANTORINI_WIN;
    return stands;
}

// Reads whether the game is won. If it is the opponent's turn, a worker on level 3 got there by the
// step that won the game; but a position set up by hand may have put one up there, which wins
// nothing. Then a plus says that the game goes on.
static bool read_won(struct santorini_reader *r, struct santorini *s, size_t workers_at)
{
    if (santorini_placing(s) && (stands_on_win(s, 0) || stands_on_win(s, 1)))
        return error_at(r->e, workers_at, "a worker stands on level 3 before all are placed");
    s->won = stands_on_win(s, !s->turn);
    if (santorini_peek(r) == '+' && !s->won)
        return error_at(r->e, r->at, "a plus is for a game that goes on although %s is on level 3",
            game_santorini.seat_names[!s->turn]);
    if (santorini_accept(r, '+'))
        s->won = 0;
    return true;
}

bool santorini_parse(position *p, const char *text, struct error *e)
{
    struct santorini_reader r = {.text = text, .e = e};
    struct santorini s = {0};
    memset(s.workers, SANTORINI_OFF, sizeof s.workers);
    if (!read_rows(&r, &s))
        return false;
    const size_t workers_at = r.at + 1;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!santorini_accept(&r, ' '))
            return santorini_fail(&r, "a space");
        if (!read_workers(&r, &s, seat))
            return false;
    }
    if (!santorini_accept(&r, ' '))
        return santorini_fail(&r, "a space");
    const size_t turn_at = r.at;
    if (santorini_peek(&r) != '1' && santorini_peek(&r) != '2')
        return santorini_fail(&r, "the side to move, 1 or 2,");
    s.turn = (uint8_t)(text[r.at++] - '1');
    if (!check_placing(&r, &s, workers_at, turn_at) || !read_won(&r, &s, workers_at))
        return false;
    if (santorini_peek(&r) != '\0')
        return santorini_fail(&r, "the end");
    *p = santorini_store(&s);
    return true;
}

static void print_square(int square, struct text *out)
{
    text_char(out, (char)('0' + santorini_x(square)));
    text_char(out, (char)('0' + santorini_y(square)));
}

void santorini_print(const position *p, struct text *out)
{
    const struct santorini s = santorini_load(p);
    for (int y = 0; y < s.size; y++) {
        if (y > 0)
            text_char(out, '/');
        for (int x = 0; x < s.size; x++)
            text_char(out, (char)('0' + santorini_height_at(&s, santorini_square(x, y))));
    }
    for (int seat = 0; seat < SEATS; seat++) {
        text_char(out, ' ');
        if (santorini_count_placed(&s, seat) > 0) {
            print_square(s.workers[seat][0], out);
            text_char(out, ',');
        }
        if (santorini_count_placed(&s, seat) == SANTORINI_WORKERS)
            print_square(s.workers[seat][1], out);
        else
            text_char(out, '-');
    }
    text_char(out, ' ');
    text_char(out, (char)('1' + s.turn));
    if (!s.won && stands_on_win(&s, !s.turn))
        text_char(out, '+');
}

// Moves

static const struct {
    const char *name;
    int dx, dy;
} directions[] = {
    {"n", 0, -1},
    {"ne", 1, -1},
    {"e", 1, 0},
    {"se", 1, 1},
    {"s", 0, 1},
    {"sw", -1, 1},
    {"w", -1, 0},
    {"nw", -1, -1},
};

// Skips any of these characters; whether there were any.
static bool santorini_skip(struct santorini_reader *r, const char *separators)
{
    const size_t length = strspn(r->text + r->at, separators);
    r->at += length;
    return length > 0;
}

static char santorini_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool santorini_read_compass(struct santorini_reader *r, int *dx, int *dy)
{
    char word[4] = "";
    size_t length = 0;
    for (char c; (c = santorini_lower(r->text[r->at + length])) >= 'a' && c <= 'z'; length++) {
        if (length < sizeof word - 1)
            word[length] = c;
    }
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        if (strcmp(directions[i].name, word) == 0) {
            *dx = directions[i].dx;
            *dy = directions[i].dy;
            r->at += length;
            return true;
        }
    }
    return santorini_fail(r, "a direction (n ne e se s sw w nw)");
}

// The rest of what a person types for a turn: `se n` after the worker's number.
static bool read_directions(struct santorini_reader *r, struct santorini_move *m)
{
    if (!santorini_read_compass(r, &m->dx, &m->dy))
        return false;
    bool separated = santorini_skip(r, " \t");
    if (santorini_peek(r) == '\0')
        return true;
    separated |= santorini_skip(r, "+,");
    santorini_skip(r, " \t");
    if (!separated)
        return santorini_fail(r, "a blank, or the end,");
    m->builds = true;
    return santorini_read_compass(r, &m->bx, &m->by);
}

struct spot {
    size_t at; // in the text
    int x, y;
};

// A move's number has room for 0 to 7; which of them are on the board is for the rules to say.
static bool read_coordinate(struct santorini_reader *r, int *coordinate)
{
    if (!santorini_is_digit(santorini_peek(r)))
        return santorini_fail(r, "a coordinate");
    if (santorini_peek(r) >= '0' + SANTORINI_ROW)
        return santorini_fail(r, "a coordinate of the board");
    *coordinate = r->text[r->at++] - '0';
    return true;
}

static bool read_spot(struct santorini_reader *r, struct spot *spot)
{
    spot->at = r->at;
    if (!read_coordinate(r, &spot->x))
        return false;
    santorini_skip(r, " \t,");
    return read_coordinate(r, &spot->y);
}

// Reads a square next to `from`, and the direction it lies in.
static bool read_neighbour(
    struct santorini_reader *r, const struct spot *from, struct spot *to, int *dx, int *dy)
{
    if (!read_spot(r, to))
        return false;
    *dx = to->x - from->x;
    *dy = to->y - from->y;
    if (abs(*dx) > 1 || abs(*dy) > 1)
        return error_at(
            r->e, to->at, "(%d,%d) is not a neighbour of (%d,%d)", to->x, to->y, from->x, from->y);
    return true;
}

// The rest of a turn as it is printed: `-12+22` after the worker's square.
static bool read_squares(struct santorini_reader *r, const position *p, const struct spot *from,
    struct santorini_move *m)
{
    const int seat = santorini_load(p).turn;
    int x, y;
    while (m->worker < SANTORINI_WORKERS &&
        (!santorini_worker(p, seat, m->worker, &x, &y) || x != from->x || y != from->y))
        m->worker++;
    if (m->worker == SANTORINI_WORKERS)
        return error_at(r->e, from->at, "%s has no worker on (%d,%d)",
            game_santorini.seat_names[seat], from->x, from->y);
    struct spot to, at;
    if (!read_neighbour(r, from, &to, &m->dx, &m->dy))
        return false;
    santorini_skip(r, " \t");
    m->builds = santorini_accept(r, '+');
    santorini_skip(r, " \t");
    return !m->builds || read_neighbour(r, &to, &at, &m->bx, &m->by);
}

// What follows the first digit tells the three forms apart.
static bool santorini_read_move(
    struct santorini_reader *r, const position *p, struct santorini_move *m)
{
    santorini_skip(r, " \t");
    const size_t begin = r->at;
    if (!santorini_is_digit(santorini_peek(r)))
        return santorini_fail(r, "a worker's number or a square");
    const int worker = r->text[r->at++] - '0';
    santorini_skip(r, " \t,");
    if (!santorini_is_digit(santorini_peek(r)) && santorini_peek(r) != '\0') {
        if (worker < 1 || worker > SANTORINI_WORKERS)
            return error_at(r->e, begin, "a worker's number is 1 or 2, not %d", worker);
        m->worker = worker - 1;
        return read_directions(r, m);
    }
    struct spot from;
    r->at = begin;
    if (!read_spot(r, &from))
        return false;
    santorini_skip(r, " \t");
    if (santorini_accept(r, '-')) {
        santorini_skip(r, " \t");
        return read_squares(r, p, &from, m);
    }
    m->places = true;
    m->x = from.x;
    m->y = from.y;
    return true;
}

bool santorini_parse_move(const position *p, const char *text, move *m, struct error *e)
{
    struct santorini_reader r = {.text = text, .e = e};
    struct santorini_move parts = {0};
    if (!santorini_read_move(&r, p, &parts))
        return false;
    santorini_skip(&r, " \t");
    if (santorini_peek(&r) != '\0')
        return santorini_fail(&r, "the end");
    *m = santorini_pack(&parts);
    return true;
}

void santorini_print_move(const position *p, move m, struct text *out)
{
    const struct santorini s = santorini_load(p);
    struct santorini_move parts;
    santorini_unpack(m, &parts);
    if (parts.places) {
        print_square(santorini_square(parts.x, parts.y), out);
        return;
    }
    const int from = s.workers[s.turn][parts.worker];
    const int to = from + santorini_square(parts.dx, parts.dy);
    print_square(from, out);
    text_char(out, '-');
    print_square(to, out);
    if (parts.builds) {
        text_char(out, '+');
        print_square(to + santorini_square(parts.bx, parts.by), out);
    }
}

void santorini_describe_move(const position *p, move m, struct text *out)
{
    const struct santorini s = santorini_load(p);
    struct santorini_move parts;
    santorini_unpack(m, &parts);
    if (parts.places) {
        text_format(out, "places a worker on (%d,%d)", parts.x, parts.y);
        return;
    }
    int x, y;
    santorini_worker(p, s.turn, parts.worker, &x, &y);
    text_format(out, "moves worker %d from (%d,%d) to (%d,%d)", parts.worker + 1, x, y,
        x + parts.dx, y + parts.dy);
    if (parts.builds)
        text_format(
            out, " and builds on (%d,%d)", x + parts.dx + parts.bx, y + parts.dy + parts.by);
    else
        text_string(out, ", up to level 3");
}
