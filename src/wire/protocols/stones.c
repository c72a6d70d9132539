// Game of Stones: T1 to T7 of docs/rulings.md, with plain or quoted integers (T4).
#include "games/stones.h"
#include "games/stones_text.h"
#include "wire/protocols/protocol.h"
#include "wire/protocols/put.h"
#include "wire/wire.h"

enum { MESSAGE_BYTES = 768, WHITE = 1, BLACK = -1, NONE = 0 };

// T1: cells that are at most this far from the diagonal belong to the board.
enum { RADIUS = 4 };

static int stones_colour_of(int seat)
{
    return seat == 0 ? WHITE : seat == 1 ? BLACK : NONE;
}

// Writes an integer that the quoted dialect puts into quotes.
static char *stones_put_quotable(char *at, const struct wire *w, int number)
{
    bool quoted = w->option == STONES_QUOTED;
    if (quoted)
        *at++ = '"';
    at = put_small(at, number);
    if (quoted)
        *at++ = '"';
    return at;
}

static char *stones_put_location(char *at, int x, int y)
{
    at = put_string(at, "{\"X\":");
    at = put_small(at, x);
    at = put_string(at, ",\"Y\":");
    at = put_small(at, y);
    *at++ = '}';
    return at;
}

static char *stones_put_move(char *at, const struct wire *w, move m)
{
    struct stones_move parts;
    stones_unpack(m, &parts);
    at = stones_put_quotable(put_string(at, "{\"Type\":"), w, (int)parts.type);
    if (parts.type == STONES_PASS)
        return put_string(at, ",\"From\":null,\"To\":null}");
    at = stones_put_location(put_string(at, ",\"From\":"), parts.from_x, parts.from_y);
    at = stones_put_location(put_string(at, ",\"To\":"), parts.to_x, parts.to_y);
    *at++ = '}';
    return at;
}

static void stones_put_out(struct text *out, const char *message, char *end)
{
    *end++ = '\n';
    text_bytes(out, message, (size_t)(end - message));
}

// --- The arena's side ---

// Bots read in a fixed order (T3), which begins with one single request to White.
static bool stones_can_begin(const position *p, struct error *e)
{
    return (game_stones.turn(p) == 0 && stones_phase(p) == STONES_FIRST) ||
        error_set(e, "bots of this wire expect one single request to White first (T3)");
}

static void stones_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    (void)g;
    char message[MESSAGE_BYTES];
    char *at =
        stones_put_quotable(put_string(message, "{\"Color\":"), s->wire, stones_colour_of(s->seat));
    stones_put_out(out, message, put_string(at, "}"));
}

// The stack on a cell as one number: its height * 4 + its type.
static int stones_stack_number(const struct stones *s, bitboard cell)
{
    int height = 1, type = 0;
    for (int i = 0; i < STONES_PLANES; i++)
        height += s->tall[i] & cell ? 1 << i : 0;
    while (!(s->kind[type] & cell))
        type++;
    return height * 4 + type + 1;
}

// Writes the board as the published array, row by row (Y). Cells are numbered in the same order.
// The hole in the middle and what lies outside the board are always 0.
static char *stones_put_board(char *at, const struct stones *s)
{
    bitboard cell = 1;
    for (int y = 0; y < STONES_LENGTH; y++) {
        at = put_string(at, y > 0 ? ",[" : "[");
        for (int x = 0; x < STONES_LENGTH; x++) {
            if (x > 0)
                *at++ = ',';
            bool on_board = x - y <= RADIUS && y - x <= RADIUS;
            if (!on_board || !((s->side[0] | s->side[1]) & cell)) {
                *at++ = '0';
            } else {
                if (s->side[1] & cell)
                    *at++ = '-';
                at = put_small(at, stones_stack_number(s, cell));
            }
            if (on_board)
                cell <<= 1;
        }
        *at++ = ']';
    }
    return at;
}

static void stones_ask(struct wire_stream *s, struct text *out)
{
    char message[MESSAGE_BYTES];
    struct stones board = stones_load(&s->asked);
    char *at = stones_put_board(put_string(message, "{\"Board\":{\"state\":["), &board);
    at = put_string(at, "]},\"AllowedMoves\":[");
    if (board.phase == STONES_ANY) {
        at = stones_put_quotable(at, s->wire, STONES_PASS);
        *at++ = ',';
        at = stones_put_quotable(at, s->wire, STONES_ATTACK);
        *at++ = ',';
        at = stones_put_quotable(at, s->wire, STONES_STRENGTHEN);
    } else {
        at = stones_put_quotable(at, s->wire, STONES_ATTACK);
    }
    stones_put_out(out, message, put_string(at, "]}"));
}

static void stones_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out)
{
    char message[MESSAGE_BYTES];
    char *at = put_string(message, "{\"Player\":");
    at = stones_put_quotable(at, s->wire, stones_colour_of(game_stones.turn(before)));
    at = stones_put_move(put_string(at, ",\"Move\":"), s->wire, m);
    struct outcome outcome = game_stones.outcome(after);
    at = put_string(at, ",\"Winner\":");
    at = stones_put_quotable(at, s->wire, outcome.over ? stones_colour_of(outcome.winner) : NONE);
    stones_put_out(out, message, put_string(at, "}"));
}

struct stones_reply {
    struct value type, from, to;
    bool has_from, has_to; // the message has it, and it is not null
    struct stones_move move;
};

// Reads one location. Returns false and fills the fault if it is wrong.
static bool stones_read_location(
    const struct reply *r, const char *key, struct value location, int *x, int *y)
{
    static const char *const axes[] = {"X", "Y"};
    for (int i = 0; i < 2; i++) {
        struct value axis;
        int64_t number;
        if (!value_member(location, axes[i], &axis)) {
            reply_malformed(r, "T4", location, "\"%s\" to be {\"X\": 0..8, \"Y\": 0..8}", key);
            return false;
        }
        if (!value_quotable_integer(axis, &number)) {
            reply_malformed(r, "T4", axis, "\"%s\" of \"%s\" to be an integer", axes[i], key);
            return false;
        }
        if (number < 0 || number >= STONES_LENGTH) {
            reply_illegal(r, "T1", axis, "\"%s\" of \"%s\" to be 0 to 8", axes[i], key);
            return false;
        }
        *(i == 0 ? x : y) = (int)number;
    }
    return true;
}

static bool stones_read_type(const struct reply *r, struct stones_reply *reply)
{
    int64_t type;
    if (!value_member(r->root, "Type", &reply->type)) {
        reply_malformed(r, "T4", r->root, "an object with \"Type\", \"From\" and \"To\"");
        return false;
    }
    if (!value_quotable_integer(reply->type, &type)) {
        reply_malformed(r, "T4", reply->type, "\"Type\" to be 0, 1 or 2");
        return false;
    }
    if (type < STONES_PASS || type > STONES_STRENGTHEN) {
        reply_illegal(r, "T3", reply->type, "\"Type\" to be 0, 1 or 2");
        return false;
    }
    reply->move.type = (enum stones_type)type;
    return true;
}

static bool stones_read_reply(const struct reply *r, struct stones_reply *reply)
{
    if (!stones_read_type(r, reply))
        return false;
    reply->from = reply->to = r->root;
    reply->has_from = value_member(r->root, "From", &reply->from) && !value_is_null(reply->from);
    reply->has_to = value_member(r->root, "To", &reply->to) && !value_is_null(reply->to);
    if (reply->move.type == STONES_PASS) {
        if (!reply->has_from && !reply->has_to)
            return true;
        reply_illegal(r, "T4", reply->has_from ? reply->from : reply->to,
            "\"From\" and \"To\" of a pass to be null or absent");
        return false;
    }
    if (!reply->has_from || !reply->has_to) {
        reply_malformed(r, "T4", reply->has_from ? reply->to : reply->from,
            "\"%s\" to be {\"X\": 0..8, \"Y\": 0..8}", reply->has_from ? "To" : "From");
        return false;
    }
    struct stones_move *m = &reply->move;
    return stones_read_location(r, "From", reply->from, &m->from_x, &m->from_y) &&
        stones_read_location(r, "To", reply->to, &m->to_x, &m->to_y);
}

// The part of a refused move that is wrong.
static struct value stones_culprit(const struct wire_stream *s, const struct stones_reply *reply)
{
    const struct stones_move *m = &reply->move;
    if (m->type != STONES_ATTACK && stones_phase(&s->asked) != STONES_ANY)
        return reply->type;
    if (m->type == STONES_PASS)
        return reply->type;
    bool is_own = stones_is_place(m->from_x, m->from_y) &&
        stones_cell(&s->asked, m->from_x, m->from_y) * stones_colour_of(s->seat) > 0;
    return is_own ? reply->to : reply->from;
}

static enum wire_event_kind stones_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct stones_reply reply = {0};
    if (!stones_read_reply(r, &reply))
        return WIRE_FAULT;
    struct refusal why;
    move m = stones_pack(&reply.move);
    if (!game_stones.legal(&s->asked, m, &why))
        return reply_refused(r, &why, stones_culprit(s, &reply));
    event->move = m;
    return WIRE_MOVED;
}

// --- A refused move ---

// "From" and "To" as they were sent, which may be off the board.
struct stones_sent {
    int64_t type, from_x, from_y, to_x, to_y;
};

static bool stones_sent_location(struct value root, const char *key, int64_t *x, int64_t *y)
{
    struct value location, axis[2];
    return value_member(root, key, &location) && value_member(location, "X", &axis[0]) &&
        value_member(location, "Y", &axis[1]) && value_quotable_integer(axis[0], x) &&
        value_quotable_integer(axis[1], y);
}

static bool stones_is_coordinate(int64_t number)
{
    return number >= 0 && number < STONES_LENGTH;
}

// Returns MOVE_NONE if the game has no such move.
static move stones_sent_move(struct stones_sent s)
{
    bool is_move = (s.type == STONES_ATTACK || s.type == STONES_STRENGTHEN) &&
        stones_is_coordinate(s.from_x) && stones_is_coordinate(s.from_y) &&
        stones_is_coordinate(s.to_x) && stones_is_coordinate(s.to_y);
    return is_move ? stones_pack(&(struct stones_move){(enum stones_type)s.type, (int)s.from_x,
                         (int)s.from_y, (int)s.to_x, (int)s.to_y})
                   : MOVE_NONE;
}

static struct stones_sent stones_shifted(struct stones_sent s, int by)
{
    return (struct stones_sent){s.type, s.from_x + by, s.from_y + by, s.to_x + by, s.to_y + by};
}

static void stones_say_place(struct text *out, const char *word, int x, int y)
{
    char name[STONES_PLACE_BYTES];
    bool hole = x == RADIUS && y == RADIUS;
    text_format(out, "%s X %d, Y %d, which is %s", word, x, y,
        stones_is_place(x, y) ? stones_place_name(x, y, name)
            : hole            ? "the hole"
                              : "off the board");
}

static void stones_attempt(const struct wire_stream *seat, struct value root, struct attempt *a)
{
    (void)seat;
    struct value type;
    struct stones_sent s;
    if (!value_member(root, "Type", &type) || !value_quotable_integer(type, &s.type))
        return;
    if (!stones_sent_location(root, "From", &s.from_x, &s.from_y) ||
        !stones_sent_location(root, "To", &s.to_x, &s.to_y))
        return; // a pass has no slips
    a->move = stones_sent_move(s);
    if (a->move != MOVE_NONE) {
        stones_say_place(&a->meaning, "from", (int)s.from_x, (int)s.from_y);
        stones_say_place(&a->meaning, ", to", (int)s.to_x, (int)s.to_y);
    }
    attempt_try(a, SLIP_STALE, a->move);
    attempt_try(a, SLIP_SWAPPED,
        stones_sent_move((struct stones_sent){s.type, s.from_y, s.from_x, s.to_y, s.to_x}));
    attempt_try(a, SLIP_TOO_HIGH, stones_sent_move(stones_shifted(s, -1)));
    attempt_try(a, SLIP_TYPE,
        stones_sent_move((struct stones_sent){3 - s.type, s.from_x, s.from_y, s.to_x, s.to_y}));
    attempt_try(a, SLIP_OTHER_PLAYER, a->move);
    attempt_try(a, SLIP_REVERSED,
        stones_sent_move((struct stones_sent){s.type, s.to_x, s.to_y, s.from_x, s.from_y}));
    attempt_try(a, SLIP_TOO_LOW, stones_sent_move(stones_shifted(s, 1)));
}

static void stones_imagine(position *board, const position *request, int seat)
{
    struct stones s = stones_load(board);
    s.phase = stones_load(request).phase;
    s.turn = (uint8_t)seat;
    *board = stones_store(&s);
}

// --- The bot's side ---

static void stones_bot_move(struct wire_bot *b, move m, struct text *out)
{
    char message[MESSAGE_BYTES];
    stones_put_out(out, message, stones_put_move(message, b->wire, m));
}

static bool stones_member_integer(struct value root, const char *key, int64_t *number)
{
    struct value member;
    return value_member(root, key, &member) && value_quotable_integer(member, number);
}

// What a bot remembers: whether a move of this game has been processed.
static bool stones_has_moved(const struct wire_bot *b)
{
    return b->own.bytes[0] != 0;
}

static void stones_set_moved(struct wire_bot *b, bool moved)
{
    b->own.bytes[0] = moved;
}

static bool stones_bot_colour(
    struct wire_bot *b, struct value root, struct wire_bot_event *event, struct error *e)
{
    int64_t colour;
    if (!stones_member_integer(root, "Color", &colour) || (colour != WHITE && colour != BLACK))
        return error_set(e, "\"Color\" is 1 or -1");
    b->seat = colour == WHITE ? 0 : 1;
    stones_set_moved(b, false);
    b->wire->game->start(&b->position, b->variant, NULL);
    event->kind = BOT_GAME;
    return true;
}

// Writes the board of a request in the text form of the game: the array, the side to move, the
// phase.
static bool stones_read_board(const struct wire_bot *b, struct value root, struct text *out)
{
    struct value board, state, allowed, kinds[3];
    if (!value_member(root, "Board", &board) || !value_member(board, "state", &state) ||
        !value_member(root, "AllowedMoves", &allowed) || value_kind(state) != VALUE_ARRAY)
        return false;
    int count = value_items(allowed, kinds, 3);
    if (count != 1 && count != 3)
        return false;
    for (const char *c = state.at; c < state.end; c++) {
        if (*c != ' ' && *c != '\n' && *c != '\r' && *c != '\t')
            text_char(out, *c);
    }
    bool first = count == 1 && b->seat == 0 && !stones_has_moved(b);
    text_format(out, " %c %s", b->seat == 0 ? 'w' : 'b',
        first            ? "first"
            : count == 1 ? "attack"
                         : "any");
    return true;
}

static bool stones_bot_request(
    struct wire_bot *b, struct value root, struct wire_bot_event *event, struct error *e)
{
    char words[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(words);
    if (b->seat == NOBODY)
        return error_set(e, "a request came before \"Color\"");
    if (!stones_read_board(b, root, &text) || text.cut)
        return error_set(e, "a request has \"Board\" with \"state\", and \"AllowedMoves\"");
    if (!game_stones.parse(&b->position, words, e))
        return false;
    event->kind = BOT_TURN;
    return true;
}

static bool stones_bot_location(struct value m, const char *key, int *x, int *y)
{
    struct value location;
    int64_t x_number, y_number;
    if (!value_member(m, key, &location) || !stones_member_integer(location, "X", &x_number) ||
        !stones_member_integer(location, "Y", &y_number) || x_number < 0 || y_number < 0 ||
        x_number >= STONES_LENGTH || y_number >= STONES_LENGTH)
        return false;
    *x = (int)x_number;
    *y = (int)y_number;
    return true;
}

static bool stones_bot_read_move(struct value root, struct stones_move *m)
{
    struct value value;
    int64_t type;
    if (!value_member(root, "Move", &value) || !stones_member_integer(value, "Type", &type) ||
        type < STONES_PASS || type > STONES_STRENGTHEN)
        return false;
    *m = (struct stones_move){.type = (enum stones_type)type};
    return type == STONES_PASS ||
        (stones_bot_location(value, "From", &m->from_x, &m->from_y) &&
            stones_bot_location(value, "To", &m->to_x, &m->to_y));
}

static bool stones_bot_processed(
    struct wire_bot *b, struct value root, struct wire_bot_event *event, struct error *e)
{
    struct stones_move parts;
    int64_t winner;
    if (!stones_bot_read_move(root, &parts) || !stones_member_integer(root, "Winner", &winner))
        return error_set(e, "a processed move has \"Player\", \"Move\" and \"Winner\"");
    event->move = stones_pack(&parts);
    stones_set_moved(b, true);
    // The next request brings the whole board, so it does no harm if the move is illegal on ours.
    if (game_stones.legal(&b->position, event->move, NULL))
        game_stones.apply(&b->position, event->move);
    event->kind = winner == NONE ? BOT_PLAYED : BOT_OVER;
    event->verdict = VERDICT_WON;
    event->score = winner == NONE ? 0 : winner == stones_colour_of(b->seat) ? 1 : -1;
    return true;
}

static bool stones_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    (void)out;
    struct value ignored;
    if (value_member(root, "Color", &ignored))
        return stones_bot_colour(b, root, event, e);
    if (value_member(root, "Board", &ignored))
        return stones_bot_request(b, root, event, e);
    return stones_bot_processed(b, root, event, e);
}

const struct protocol protocol_stones = {
    .can_begin = stones_can_begin,
    .begin = stones_begin,
    .ask = stones_ask,
    .tell = stones_tell,
    // No `over` (T7): the last processed move said who won, and after a fault nothing more is sent.
    .read = stones_read,
    .attempt = stones_attempt,
    .imagine = stones_imagine,
    .bot_move = stones_bot_move,
    .bot_read = stones_bot_read,
};
