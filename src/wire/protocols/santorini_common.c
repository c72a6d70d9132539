#include "wire/protocols/santorini_common.h"

#include "wire/protocols/put.h"

#include <stdio.h>

// --- The arena's side ---

int santorini_placed(const position *p, struct santorini_spot spots[SANTORINI_PLACED])
{
    int count = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
        for (int seat = 0; seat < SEATS; seat++) {
            struct santorini_spot *spot = &spots[count];
            if (santorini_worker(p, seat, worker, &spot->x, &spot->y)) {
                spot->seat = seat;
                spot->worker = worker;
                count++;
            }
        }
    }
    return count;
}

const char *santorini_owner(const struct wire_stream *s, int seat)
{
    return seat == s->seat ? s->name : s->opponent;
}

static int santorini_square_height(const struct santorini *board, bitboard square)
{
    int height = 0;
    for (int k = 1; k <= SANTORINI_DOME; k++)
        height += (board->at_least[k] & square) != 0;
    return height;
}

// The worker on a square as the number 2 * seat + worker, or -1.
static int santorini_worker_at(const struct santorini *board, int square)
{
    for (int i = 0; i < SANTORINI_PLACED; i++) {
        if (board->workers[i / SANTORINI_WORKERS][i % SANTORINI_WORKERS] == square)
            return i;
    }
    return -1;
}

char *santorini_put_board(char *at, const struct wire_stream *s)
{
    struct santorini board = santorini_load(&s->asked);
    *at++ = '[';
    for (int y = 0; y < board.size; y++) {
        at = put_string(at, y > 0 ? ",[" : "[");
        for (int x = 0; x < board.size; x++) {
            int square = y * SANTORINI_ROW + x;
            int worker = santorini_worker_at(&board, square);
            if (x > 0)
                *at++ = ',';
            if (worker >= 0)
                *at++ = '"';
            *at++ = (char)('0' + santorini_square_height(&board, (bitboard)1 << square));
            if (worker >= 0) {
                at = put_string(at, santorini_owner(s, worker / SANTORINI_WORKERS));
                *at++ = (char)('1' + worker % SANTORINI_WORKERS);
                *at++ = '"';
            }
        }
        *at++ = ']';
    }
    *at++ = ']';
    return at;
}

static const char *const east_west_words[] = {"WEST", "PUT", "EAST"};
static const char *const north_south_words[] = {"NORTH", "PUT", "SOUTH"};

const char *santorini_east_west(int dx)
{
    return east_west_words[dx + 1];
}

const char *santorini_north_south(int dy)
{
    return north_south_words[dy + 1];
}

static bool santorini_read_step(struct value v, const char *const words[3], int *step)
{
    for (int i = 0; i < 3; i++) {
        if (value_is(v, words[i])) {
            *step = i - 1;
            return true;
        }
    }
    return false;
}

bool santorini_read_direction(
    const struct reply *r, struct value east_west, struct value north_south, int *dx, int *dy)
{
    if (!santorini_read_step(east_west, east_west_words, dx)) {
        reply_malformed(r, "S2", east_west, "\"EAST\", \"PUT\" or \"WEST\"");
        return false;
    }
    if (!santorini_read_step(north_south, north_south_words, dy)) {
        reply_malformed(r, "S2", north_south, "\"NORTH\", \"PUT\" or \"SOUTH\"");
        return false;
    }
    return true;
}

static enum wire_event_kind santorini_judge(struct wire_stream *s, const struct reply *r,
    const struct santorini_move *m, struct value where, struct wire_event *event)
{
    struct refusal why;
    move packed = santorini_pack(m);
    if (!game_santorini.legal(&s->asked, packed, &why))
        return reply_refused(r, &why, where);
    event->move = packed;
    return WIRE_MOVED;
}

enum wire_event_kind santorini_read_place(struct wire_stream *s, const struct reply *r,
    struct value x, struct value y, struct wire_event *event)
{
    int64_t numbers[2];
    struct value where[2] = {x, y};
    int size = santorini_size(&s->asked);
    for (int i = 0; i < 2; i++) {
        if (!value_integer(where[i], &numbers[i]))
            return reply_malformed(r, "S4", where[i], "%c to be an integer", "xy"[i]);
    }
    for (int i = 0; i < 2; i++) {
        if (numbers[i] < 0 || numbers[i] >= size)
            return reply_illegal(r, "S4", where[i], "%c from 0 to %d", "xy"[i], size - 1);
    }
    struct santorini_move m = {.places = true, .x = (int)numbers[0], .y = (int)numbers[1]};
    return santorini_judge(s, r, &m, x, event);
}

// Whether the step of `m` would be legal with another build, or without one.
static bool santorini_step_can_be_right(const position *p, struct santorini_move m)
{
    m.builds = false;
    m.bx = m.by = 0;
    if (game_santorini.legal(p, santorini_pack(&m), NULL))
        return true;
    m.builds = true;
    for (m.by = -1; m.by <= 1; m.by++) {
        for (m.bx = -1; m.bx <= 1; m.bx++) {
            if (game_santorini.legal(p, santorini_pack(&m), NULL))
                return true;
        }
    }
    return false;
}

enum wire_event_kind santorini_judge_turn(struct wire_stream *s, const struct reply *r,
    const struct santorini_move *m, struct value step, struct value build, struct wire_event *event)
{
    enum wire_event_kind kind = santorini_judge(s, r, m, step, event);
    if (kind == WIRE_FAULT && r->fault && santorini_step_can_be_right(&s->asked, *m))
        r->fault->at = (size_t)(build.at - r->message->bytes);
    return kind;
}

struct santorini_stream santorini_stream_load(const struct wire_stream *s)
{
    struct santorini_stream own;
    memcpy(&own, s->own.bytes, sizeof own);
    return own;
}

void santorini_stream_store(struct wire_stream *s, struct santorini_stream own)
{
    _Static_assert(sizeof own <= sizeof s->own.bytes, "it fits");
    memcpy(s->own.bytes, &own, sizeof own);
}

void santorini_stream_overtake(struct wire_stream *s, enum wire_wait overtaken)
{
    struct santorini_spot spots[SANTORINI_PLACED];
    struct santorini_stream own = santorini_stream_load(s);
    if (overtaken == WIRE_ACK)
        own.late_acks++;
    if (overtaken == WIRE_MOVE)
        own.late_reply = santorini_placed(&s->asked, spots) < SANTORINI_PLACED
            ? SANTORINI_PLACE_LATE
            : SANTORINI_TURN_LATE;
    santorini_stream_store(s, own);
}

// --- The bot's side ---

bool santorini_bot_name(struct value v, char name[WIRE_NAME_BYTES], struct error *e)
{
    char word[WIRE_NAME_BYTES + 1]; // one byte more, so that we notice a name that is too long
    if (!value_string(v, word, sizeof word) || !wire_name_fits(word))
        return error_set(e, "S1: a name is 1 to 32 letters a-z");
    memcpy(name, word, strlen(word) + 1);
    return true;
}

bool santorini_bot_placing(struct wire_bot *b, const int squares[][2], int count, struct error *e)
{
    position p;
    if (!game_santorini.start(&p, b->variant, e))
        return false;
    for (int i = 0; i < count; i++) {
        struct santorini_move m = {.places = true, .x = squares[i][0], .y = squares[i][1]};
        struct refusal why;
        if (m.x < 0 || m.x > 7 || m.y < 0 || m.y > 7)
            return error_set(e, "worker at (%d,%d)", m.x, m.y);
        if (!game_santorini.legal(&p, santorini_pack(&m), &why))
            return error_set(e, "%s: %s", why.rule, why.words);
        game_santorini.apply(&p, santorini_pack(&m));
    }
    b->position = p;
    b->seat = (int8_t)(count % 2); // S4: first, second, first, second
    return true;
}

struct board_cells {
    int size;
    char heights[SANTORINI_MAX_SIZE][SANTORINI_MAX_SIZE + 1];
    int x[SEATS][SANTORINI_WORKERS], y[SEATS][SANTORINI_WORKERS];
    int workers; // how many were found
};

// Reads a cell like "1ann2": the height of the building, the worker's owner, the worker's number.
static bool santorini_bot_read_worker(
    const struct wire_bot *b, struct value cell, int x, int y, struct board_cells *board)
{
    char word[WIRE_NAME_BYTES + 3];
    if (!value_string(cell, word, sizeof word))
        return false;
    size_t length = strlen(word);
    if (length < 3 || word[0] < '0' || word[0] > '4' || word[length - 1] < '1' ||
        word[length - 1] > '2')
        return false;
    int worker = word[length - 1] - '1';
    board->heights[y][x] = word[0];
    word[length - 1] = '\0';
    int own = b->seat == NOBODY ? 0 : b->seat;
    int seat = strcmp(word + 1, b->name) == 0 ? own : 1 - own;
    board->x[seat][worker] = x;
    board->y[seat][worker] = y;
    board->workers++;
    return true;
}

static bool santorini_bot_read_cell(
    const struct wire_bot *b, struct value cell, int x, int y, struct board_cells *board)
{
    int64_t height;
    if (value_kind(cell) == VALUE_STRING)
        return santorini_bot_read_worker(b, cell, x, y, board);
    if (!value_integer(cell, &height) || height < 0 || height > SANTORINI_DOME)
        return false;
    board->heights[y][x] = (char)('0' + height);
    return true;
}

static bool santorini_bot_read_board(
    const struct wire_bot *b, struct value v, struct board_cells *board)
{
    struct value rows[SANTORINI_MAX_SIZE], cells[SANTORINI_MAX_SIZE];
    int height = value_items(v, rows, board->size);
    if (height < 0 || height > board->size)
        return false;
    for (int y = 0; y < height; y++) {
        int width = value_items(rows[y], cells, board->size);
        if (width < 0 || width > board->size)
            return false;
        for (int x = 0; x < width; x++) {
            if (!santorini_bot_read_cell(b, cells[x], x, y, board))
                return false;
        }
    }
    return board->workers == SANTORINI_PLACED;
}

bool santorini_bot_board(struct wire_bot *b, struct value v, struct error *e)
{
    position start;
    if (!game_santorini.start(&start, b->variant, e))
        return false;
    struct board_cells board = {.size = santorini_size(&start)};
    for (int y = 0; y < board.size; y++)
        memset(board.heights[y], '0', (size_t)board.size); // S2: what is missing is 0
    memset(board.x, 0xFF, sizeof board.x);
    if (!santorini_bot_read_board(b, v, &board))
        return error_set(
            e, "S2: a board has %d rows of %d cells, with four workers", board.size, board.size);
    char words[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(words);
    for (int y = 0; y < board.size; y++)
        text_format(&text, "%s%s", y > 0 ? "/" : "", board.heights[y]);
    for (int seat = 0; seat < SEATS; seat++) {
        const int *x = board.x[seat], *y = board.y[seat];
        if (x[0] < 0 || x[1] < 0)
            return error_set(e, "S4: the board lacks a worker");
        text_format(&text, " %d%d,%d%d", x[0], y[0], x[1], y[1]);
    }
    b->seat = b->seat == NOBODY ? 0 : b->seat;
    text_format(&text, " %d", b->seat + 1);
    return game_santorini.parse(&b->position, words, e);
}
