// Reversi over the Hacker Games Protocol: R1 to R7 of docs/rulings.md.
//
// Seats and player ids are not the same: seat 0 always moves first, and the coin decides which id
// it has. The board in a message shows ids, as board[row][column].
#include "games/reversi.h"
#include "games/reversi_text.h"
#include "wire/protocols/protocol.h"
#include "wire/protocols/put.h"
#include "wire/wire.h"

#include <stdio.h>

enum {
    STATUS_RUNNING,
    STATUS_WON,
    STATUS_DRAW,
    STATUS_DISCONNECT,
    STATUS_MALFORMED,
    STATUS_ILLEGAL,
    STATUSES,
};

enum { MESSAGE_BYTES = 512, EMPTY = -1 };

// R5: the status for each verdict.
static const int status_of[VERDICTS] = {
    [VERDICT_WON] = STATUS_WON,
    [VERDICT_DRAW] = STATUS_DRAW,
    [VERDICT_MALFORMED] = STATUS_MALFORMED,
    [VERDICT_ILLEGAL] = STATUS_ILLEGAL,
    [VERDICT_TIMEOUT] = STATUS_DISCONNECT,
    [VERDICT_DISCONNECT] = STATUS_DISCONNECT,
    [VERDICT_CRASH] = STATUS_DISCONNECT,
    [VERDICT_FLOOD] = STATUS_MALFORMED,
    [VERDICT_NO_START] = STATUS_DISCONNECT,
    [VERDICT_LIMIT] = STATUS_DISCONNECT,
};

static const enum verdict verdict_of[STATUSES] = {
    [STATUS_WON] = VERDICT_WON,
    [STATUS_DRAW] = VERDICT_DRAW,
    [STATUS_DISCONNECT] = VERDICT_DISCONNECT,
    [STATUS_MALFORMED] = VERDICT_MALFORMED,
    [STATUS_ILLEGAL] = VERDICT_ILLEGAL,
};

// What the arena remembers of a bot's stream, in struct wire_own.
struct hgp_stream {
    int8_t id;  // its player id in the running game
    bool spoke; // its first message has been read
};

static struct hgp_stream hgp_stream_load(const struct wire_stream *s)
{
    struct hgp_stream own;
    memcpy(&own, s->own.bytes, sizeof own);
    return own;
}

static void hgp_stream_store(struct wire_stream *s, struct hgp_stream own)
{
    _Static_assert(sizeof own <= sizeof s->own.bytes, "it fits");
    memcpy(s->own.bytes, &own, sizeof own);
}

static int hgp_id_of(const struct wire_stream *s, int seat)
{
    int id = hgp_stream_load(s).id;
    return seat == s->seat ? id : 1 - id;
}

// The seat that will place the next stone; a seat that has to pass is skipped. When nobody can move
// any more, it is the seat that has just moved (R4).
static int hgp_next_mover(const struct reversi *r)
{
    bitboard mine = r->stones[r->turn], theirs = r->stones[1 - r->turn];
    bool can_move = reversi_mobility(mine, theirs, reversi_squares(r->size)) != 0;
    return can_move ? r->turn : 1 - r->turn;
}

// R1: the coin says which player id the first seat has; the other seat has the other.
static int hgp_id_by_coin(int seat, int coin)
{
    return seat == 0 ? coin : 1 - coin;
}

// The owner of the upper left of the four stones in the centre.
static int hgp_corner_owner(const position *p)
{
    struct reversi r = reversi_load(p);
    int corner = (r.size / 2 - 1) * (REVERSI_LENGTH + 1);
    return r.stones[0] >> corner & 1 ? 0 : 1;
}

// R2: that stone belongs to player 0, whoever begins. The two starts are reflections of each other.
static void hgp_turn_start(position *p, int coin)
{
    int first_id = hgp_id_by_coin(0, coin);
    position start;
    if (!game_reversi.start(&start, game_reversi.variant(p), NULL) || !position_equal(p, &start))
        return;
    for (int k = 0; k < game_reversi.symmetries && hgp_corner_owner(p) != first_id; k++)
        *p = game_reversi.symmetry(&start, k);
}

// --- The arena's side ---

static void hgp_open(struct wire_stream *s, struct text *out)
{
    static const char *const openings[] = {
        [HGP_VERSION_OBJECT] = "{\"version\":\"0.2.1\"}\n",
        [HGP_VERSION_LINE] = "0.2\n",
        [HGP_SILENT] = "",
    };
    text_string(out, openings[s->wire->option]);
}

static void hgp_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    struct reversi r = reversi_load(g->start);
    struct hgp_stream own = hgp_stream_load(s);
    own.id = (int8_t)hgp_id_by_coin(g->seat, g->coin);
    hgp_stream_store(s, own);
    char message[MESSAGE_BYTES];
    char *at = put_string(message, "{\"board\":[");
    for (int row = 0; row < r.size; row++) {
        at = put_string(at, row > 0 ? ",[" : "[");
        for (int column = 0; column < r.size; column++) {
            bitboard square = (bitboard)1 << (row * REVERSI_LENGTH + column);
            int owner = r.stones[0] & square ? hgp_id_of(s, 0)
                : r.stones[1] & square       ? hgp_id_of(s, 1)
                                             : EMPTY;
            if (column > 0)
                *at++ = ',';
            at = put_small(at, owner);
        }
        *at++ = ']';
    }
    at = put_string(at, "],\"next_turn\":");
    at = put_small(at, hgp_id_of(s, hgp_next_mover(&r)));
    at = put_string(at, ",\"you\":");
    at = put_small(at, own.id);
    at = put_string(at, "}\n");
    text_bytes(out, message, (size_t)(at - message));
}

static char *hgp_put_square(char *at, int square)
{
    *at++ = '[';
    at = put_small(at, square / REVERSI_LENGTH);
    *at++ = ',';
    at = put_small(at, square % REVERSI_LENGTH);
    *at++ = ']';
    return at;
}

static char *hgp_put_update_end(char *at, int by, int next_turn, int status)
{
    at = put_string(at, "],\"by\":");
    at = put_small(at, by);
    at = put_string(at, ",\"next_turn\":");
    at = put_small(at, next_turn);
    at = put_string(at, ",\"game_status\":");
    at = put_small(at, status);
    return put_string(at, "}\n");
}

static void hgp_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out)
{
    if (m == REVERSI_PASS)
        return;
    struct reversi r = reversi_load(before), then = reversi_load(after);
    int mover = r.turn;
    char message[MESSAGE_BYTES];
    char *at = hgp_put_square(put_string(message, "{\"changed\":["), m);
    bitboard turned = reversi_flips(r.stones[mover], r.stones[1 - mover], m);
    for (; turned != 0; turned &= turned - 1) {
        *at++ = ',';
        at = hgp_put_square(at, __builtin_ctzll(turned));
    }
    struct outcome outcome = game_reversi.outcome(after);
    int status = !outcome.over     ? STATUS_RUNNING
        : outcome.winner == NOBODY ? STATUS_DRAW
                                   : STATUS_WON;
    at = hgp_put_update_end(at, hgp_id_of(s, mover), hgp_id_of(s, hgp_next_mover(&then)), status);
    text_bytes(out, message, (size_t)(at - message));
}

// If the game ended by its rules, the update of the last move has told that already.
static void hgp_over(
    struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken, struct text *out)
{
    (void)overtaken;
    if (!verdict_is_fault(end->verdict))
        return;
    char message[MESSAGE_BYTES];
    int by = hgp_id_of(s, end->blame);
    char *at = put_string(message, "{\"changed\":[");
    at = hgp_put_update_end(at, by, by, status_of[end->verdict]);
    text_bytes(out, message, (size_t)(at - message));
}

static bool hgp_read_placed(struct value root, struct value *placed)
{
    return value_member(root, "placed", placed) || value_member(root, "to", placed);
}

// R7: the very first message may be a name.
static bool hgp_unasked(const struct wire_stream *s, struct value root)
{
    struct value name, placed;
    return !hgp_stream_load(s).spoke && value_member(root, "name", &name) &&
        !hgp_read_placed(root, &placed);
}

static enum wire_event_kind hgp_read_name(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value name = r->root;
    value_member(r->root, "name", &name);
    char wanted[2 * WIRE_NAME_BYTES]; // so long that we notice a name that is too long
    if (!value_string(name, wanted, sizeof wanted))
        return reply_malformed(r, "R7", name, "\"name\" to be a string");
    size_t length = strlen(wanted), letters = 0;
    bool printable = true;
    for (size_t i = 0; i < length; i++) {
        letters += ((unsigned char)wanted[i] & 0xC0) != 0x80;
        printable = printable && (unsigned char)wanted[i] >= ' ' && wanted[i] != 0x7F;
    }
    if (letters == 0 || letters > WIRE_NAME_LETTERS || !printable)
        return reply_malformed(r, "R7", name, "\"name\" to be 1 to 32 printable characters");
    memcpy(s->wanted, wanted, length + 1);
    event->name = s->wanted;
    return WIRE_NAMED;
}

static enum wire_event_kind hgp_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    bool names = hgp_unasked(s, r->root);
    struct hgp_stream own = hgp_stream_load(s);
    own.spoke = true;
    hgp_stream_store(s, own);
    if (names)
        return hgp_read_name(s, r, event);
    struct value placed, part[2];
    if (!hgp_read_placed(r->root, &placed))
        return reply_malformed(r, "R3", r->root, "{\"placed\": [row, column]}");
    int64_t row, column;
    if (value_items(placed, part, 2) != 2)
        return reply_malformed(r, "R3", placed, "\"placed\" to be a list of two integers");
    for (int i = 0; i < 2; i++) {
        if (!value_integer(part[i], i == 0 ? &row : &column))
            return reply_malformed(r, "R3", part[i], "\"placed\" to be a list of two integers");
    }
    int size = reversi_load(&s->asked).size;
    for (int i = 0; i < 2; i++) {
        int64_t number = i == 0 ? row : column;
        if (number < 0 || number >= size)
            return reply_illegal(r, "R2", part[i], "coordinates from 0 to %d", size - 1);
    }
    struct refusal why;
    move m = (move)(row * REVERSI_LENGTH + column);
    if (!game_reversi.legal(&s->asked, m, &why))
        return reply_refused(r, &why, placed);
    event->move = m;
    return WIRE_MOVED;
}

// --- A refused move ---

// Returns MOVE_NONE if the board has no such square.
static move hgp_square_of(int size, int64_t row, int64_t column)
{
    bool on_board = row >= 0 && row < size && column >= 0 && column < size;
    return on_board ? (move)(row * REVERSI_LENGTH + column) : MOVE_NONE;
}

static void hgp_attempt(const struct wire_stream *s, struct value root, struct attempt *a)
{
    struct value placed, part[2];
    int64_t row, column;
    if (!hgp_read_placed(root, &placed) || value_items(placed, part, 2) != 2 ||
        !value_integer(part[0], &row) || !value_integer(part[1], &column))
        return;
    int size = reversi_load(&s->asked).size;
    a->move = hgp_square_of(size, row, column);
    if (a->move != MOVE_NONE) {
        text_format(&a->meaning, "row %d, column %d is ", (int)row, (int)column);
        reversi_print_square(a->move, &a->meaning);
    }
    attempt_try(a, SLIP_STALE, a->move);
    attempt_try(a, SLIP_SWAPPED, hgp_square_of(size, column, row));
    attempt_try(a, SLIP_TOO_HIGH, hgp_square_of(size, row - 1, column - 1));
    attempt_try(a, SLIP_OTHER_PLAYER, a->move);
    attempt_try(a, SLIP_TOO_LOW, hgp_square_of(size, row + 1, column + 1));
}

static void hgp_imagine(position *board, const position *request, int seat)
{
    (void)request;
    struct reversi r = reversi_load(board);
    r.turn = (uint8_t)seat;
    *board = reversi_store(&r);
}

// --- The bot's side: the position is ours to keep, the arena only tells what changed ---

static void hgp_bot_open(struct wire_bot *b, struct text *out)
{
    if (b->name[0] == '\0')
        return;
    text_string(out, "{\"name\":");
    text_json(out, b->name);
    text_string(out, "}\n");
}

static void hgp_bot_move(struct wire_bot *b, move m, struct text *out)
{
    (void)b;
    char message[MESSAGE_BYTES];
    char *at = hgp_put_square(put_string(message, "{\"placed\":"), m);
    at = put_string(at, "}\n");
    text_bytes(out, message, (size_t)(at - message));
}

static bool hgp_member_integer(struct value root, const char *key, int64_t *number)
{
    struct value member;
    return value_member(root, key, &member) && value_integer(member, number);
}

static bool hgp_member_id(struct value root, const char *key, int *id)
{
    int64_t number;
    if (!hgp_member_integer(root, key, &number) || (number != 0 && number != 1))
        return false;
    *id = (int)number;
    return true;
}

// Reads the board into bitboards by player id.
static bool hgp_read_board(struct value board, bitboard stones[SEATS], int *size)
{
    struct value rows[REVERSI_LENGTH], cells[REVERSI_LENGTH];
    *size = value_items(board, rows, REVERSI_LENGTH);
    if (*size != 4 && *size != 6 && *size != 8)
        return false;
    for (int row = 0; row < *size; row++) {
        if (value_items(rows[row], cells, REVERSI_LENGTH) != *size)
            return false;
        for (int column = 0; column < *size; column++) {
            int64_t owner;
            if (!value_integer(cells[column], &owner) || owner < EMPTY || owner > 1)
                return false;
            if (owner != EMPTY)
                stones[owner] |= (bitboard)1 << (row * REVERSI_LENGTH + column);
        }
    }
    return true;
}

// What a bot remembers: its player id.
static int hgp_bot_id(const struct wire_bot *b)
{
    return b->own.bytes[0];
}

static bool hgp_bot_sync(
    struct wire_bot *b, struct value root, struct wire_bot_event *event, struct error *e)
{
    struct value board;
    bitboard stones[SEATS] = {0};
    int size, next, you;
    if (!value_member(root, "board", &board) || !hgp_read_board(board, stones, &size) ||
        !hgp_member_id(root, "next_turn", &next) || !hgp_member_id(root, "you", &you))
        return error_set(e, "R2: a sync has \"board\", \"next_turn\" and \"you\"");
    // The player who moves first has seat 0.
    b->own.bytes[0] = (unsigned char)you;
    b->seat = (int8_t)(you == next ? 0 : 1);
    struct reversi r = {.stones = {stones[next], stones[1 - next]}, .size = (uint8_t)size};
    b->position = reversi_store(&r);
    b->turn_due = you == next;
    event->kind = BOT_GAME;
    return true;
}

static int hgp_seat_of(const struct wire_bot *b, int id)
{
    return id == hgp_bot_id(b) ? b->seat : 1 - b->seat;
}

// Plays `m` for the seat `by`, and a pass after it if that is needed to make it the turn of `next`.
static bool hgp_bot_play(struct wire_bot *b, move m, int by, int next, bool over)
{
    position p = b->position;
    if (game_reversi.turn(&p) != by || !game_reversi.legal(&p, m, NULL))
        return false;
    game_reversi.apply(&p, m);
    if (!over && game_reversi.turn(&p) != next) {
        if (!game_reversi.legal(&p, REVERSI_PASS, NULL))
            return false;
        game_reversi.apply(&p, REVERSI_PASS);
    }
    b->position = p;
    return true;
}

static bool hgp_bot_changed(const struct wire_bot *b, struct value changed, move *placed)
{
    struct value first, part[2];
    int64_t row, column;
    int size = reversi_load(&b->position).size;
    int count = value_items(changed, &first, 1);
    *placed = MOVE_NONE;
    if (count <= 0)
        return count == 0;
    if (value_items(first, part, 2) != 2 || !value_integer(part[0], &row) ||
        !value_integer(part[1], &column) || row < 0 || row >= size || column < 0 || column >= size)
        return false;
    *placed = (move)(row * REVERSI_LENGTH + column);
    return true;
}

static int hgp_bot_score(const struct wire_bot *b, int status, int by)
{
    if (status == STATUS_WON) {
        int winner = game_reversi.outcome(&b->position).winner;
        return winner == NOBODY ? 0 : winner == b->seat ? 1 : -1;
    }
    return status == STATUS_DRAW ? 0 : by == hgp_bot_id(b) ? -1 : 1;
}

static bool hgp_bot_update(
    struct wire_bot *b, struct value root, struct wire_bot_event *event, struct error *e)
{
    struct value changed;
    int by, next;
    int64_t status;
    if (!value_member(root, "changed", &changed) || !hgp_bot_changed(b, changed, &event->move) ||
        !hgp_member_id(root, "by", &by) || !hgp_member_id(root, "next_turn", &next) ||
        !hgp_member_integer(root, "game_status", &status) || status < 0 || status >= STATUSES)
        return error_set(
            e, "R4: an update has \"changed\", \"by\", \"next_turn\" and \"game_status\"");
    if (b->seat == NOBODY)
        return error_set(e, "R2: an update came before the sync");
    bool over = status != STATUS_RUNNING;
    if (event->move != MOVE_NONE &&
        !hgp_bot_play(b, event->move, hgp_seat_of(b, by), hgp_seat_of(b, next), over))
        return error_set(e, "R4: the update does not follow from the position before it");
    event->kind = over ? BOT_OVER : BOT_PLAYED;
    event->verdict = verdict_of[status];
    event->score = over ? hgp_bot_score(b, (int)status, by) : 0;
    b->turn_due = !over && next == hgp_bot_id(b);
    return true;
}

static bool hgp_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    (void)out;
    struct value ignored;
    if (value_member(root, "version", &ignored) || value_kind(root) == VALUE_NUMBER)
        return true;
    if (value_member(root, "board", &ignored))
        return hgp_bot_sync(b, root, event, e);
    return hgp_bot_update(b, root, event, e);
}

const struct protocol protocol_hgp = {
    .turn_start = hgp_turn_start,
    .open = hgp_open,
    .begin = hgp_begin,
    .tell = hgp_tell,
    .over = hgp_over,
    .read = hgp_read,
    .unasked = hgp_unasked,
    .attempt = hgp_attempt,
    .imagine = hgp_imagine,
    .bot_open = hgp_bot_open,
    .bot_move = hgp_bot_move,
    .bot_read = hgp_bot_read,
};
