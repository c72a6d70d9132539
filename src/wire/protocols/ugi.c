// Any game over UGI, a protocol of engines: U1 to U6 of docs/rulings.md.
//
// Every request tells the whole game: where it began, and all moves. The stream keeps that line.
#include "wire/engine_line.h"
#include "wire/protocols/protocol.h"
#include "wire/ugi_line.h"
#include "wire/wire.h"

#include <inttypes.h>
#include <string.h>

enum { UGI_SPARE_PART = 20, UGI_SPARE_MS = 10 }; // U5: what an engine is not told of its time

// What the arena remembers of an engine's stream, in struct wire_own.
struct ugi_stream {
    bool moves; // the history has moves in it
};

static struct ugi_stream ugi_stream_load(const struct wire_stream *s)
{
    struct ugi_stream own;
    memcpy(&own, s->own.bytes, sizeof own);
    return own;
}

static void ugi_stream_store(struct wire_stream *s, struct ugi_stream own)
{
    _Static_assert(sizeof own <= sizeof s->own.bytes, "it fits");
    memcpy(s->own.bytes, &own, sizeof own);
}

// --- The arena's side ---

static bool ugi_wants(const char *line, size_t length)
{
    static const char *const wanted[] = {"bestmove", "readyok", "ugiok"};
    struct value rest = {line, line + length};
    bool found = false;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !found; i++)
        found = engine_line_take(&rest, wanted[i]);
    return found;
}

static void ugi_open(struct wire_stream *s, struct text *out)
{
    text_string(out, "ugi\n");
    s->waits = WIRE_NAME; // U2: until "ugiok"
}

// U2: the engine's own options, once it has told which it has.
static void ugi_name(struct wire_stream *s, struct text *out)
{
    struct bridge_limits rest = s->limits;
    struct bridge_setting setting;
    while (bridge_text_next_setting(&rest, &setting)) {
        text_string(out, "setoption name ");
        text_bytes(out, setting.name, setting.name_bytes);
        text_string(out, " value ");
        text_bytes(out, setting.value, setting.value_bytes);
        text_char(out, '\n');
    }
}

static void ugi_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    text_clear(&s->history);
    ugi_put_position(s->wire->game, g->start, &s->history);
    ugi_stream_store(s, (struct ugi_stream){0});
    text_string(out, "uginewgame\nisready\n");
    s->waits = WIRE_ACK;
    s->ack_rule = "U2";
}

static void ugi_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out)
{
    (void)after;
    (void)out;
    struct ugi_stream own = ugi_stream_load(s);
    if (!own.moves)
        text_string(&s->history, " moves");
    own.moves = true;
    ugi_stream_store(s, own);
    text_char(&s->history, ' ');
    s->wire->game->print_move(before, m, &s->history);
}

// U5: with a time for the whole game the engine is told both clocks, else its time for this move.
static void ugi_put_clock(const struct wire_stream *s, struct text *out)
{
    const struct wire_clock *c = &s->clock;
    if (c->left_ms[0] > 0 && c->left_ms[1] > 0) {
        text_format(out, " p1time %" PRId64 " p2time %" PRId64 " p1inc %" PRId64 " p2inc %" PRId64,
            c->left_ms[0], c->left_ms[1], c->increment_ms, c->increment_ms);
        return;
    }
    int64_t request_ms = c->request_ms > 0 ? c->request_ms : s->wire->request_ms;
    int64_t spare_ms = request_ms / UGI_SPARE_PART;
    spare_ms = spare_ms > UGI_SPARE_MS ? spare_ms : UGI_SPARE_MS;
    text_format(
        out, " movetime %" PRId64, request_ms > 2 * spare_ms ? request_ms - spare_ms : spare_ms);
}

static void ugi_ask(struct wire_stream *s, struct text *out)
{
    const struct bridge_limits *l = &s->limits;
    if (s->history.length > 0)
        text_bytes(out, s->history.bytes, s->history.length);
    else
        ugi_put_position(s->wire->game, &s->asked, out);
    text_string(out, "\ngo");
    if (l->depth > 0)
        text_format(out, " depth %" PRId64, l->depth);
    if (l->nodes > 0)
        text_format(out, " nodes %" PRId64, l->nodes);
    if (l->movetime_ms > 0)
        text_format(out, " movetime %" PRId64, l->movetime_ms);
    if (l->depth == 0 && l->nodes == 0 && l->movetime_ms == 0)
        ugi_put_clock(s, out);
    text_char(out, '\n');
}

// U6: an engine that still thinks is stopped. Its move comes before the "readyok" of the next game.
static void ugi_over(
    struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken, struct text *out)
{
    (void)s;
    (void)end;
    if (overtaken == WIRE_MOVE)
        text_string(out, "stop\n");
}

static void ugi_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out)
{
    (void)s;
    (void)results;
    (void)count;
    text_string(out, "quit\n");
}

static enum wire_event_kind ugi_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    const struct game *game = s->wire->game;
    struct value rest = r->root, word;
    if (engine_line_take(&rest, "ugiok")) {
        event->name = s->name; // the engine keeps the name that its player has
        return s->waits == WIRE_NAME ? WIRE_NAMED : WIRE_LATE;
    }
    if (engine_line_take(&rest, "readyok"))
        return s->waits == WIRE_ACK ? WIRE_ACKNOWLEDGED : WIRE_LATE;
    if (s->waits != WIRE_MOVE || !engine_line_take(&rest, "bestmove"))
        return WIRE_LATE;
    engine_line_word(&rest, &word);
    move m;
    if (!engine_line_move(game, &s->asked, word, &m, NULL))
        return reply_malformed(r, "U3", word.at < word.end ? word : r->root,
            "\"bestmove \" and a move as \"agon show %s\" prints it", game->name);
    struct refusal why;
    if (!game->legal(&s->asked, m, &why))
        return reply_refused(r, &why, word);
    event->move = m;
    return WIRE_MOVED;
}

static void ugi_attempt(const struct wire_stream *s, struct value root, struct attempt *a)
{
    struct value rest = root, word;
    move m;
    if (engine_line_take(&rest, "bestmove") && engine_line_word(&rest, &word) &&
        engine_line_move(s->wire->game, &s->asked, word, &m, NULL))
        a->move = m;
}

// --- The engine's side ---

static void ugi_bot_move(struct wire_bot *b, move m, struct text *out)
{
    text_string(out, "bestmove ");
    b->wire->game->print_move(&b->position, m, out);
    text_char(out, '\n');
}

static bool ugi_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    const struct game *game = b->wire->game;
    struct value rest = root;
    position start;
    if (engine_line_take(&rest, "ugi")) {
        text_string(out, "id name agon\nugiok\n");
    } else if (engine_line_take(&rest, "isready")) {
        text_string(out, "readyok\n");
    } else if (engine_line_take(&rest, "uginewgame")) {
        event->kind = BOT_GAME;
    } else if (engine_line_take(&rest, "position")) {
        game->start(&start, NULL, NULL);
        return ugi_read_position(game, &start, rest, &b->position, e);
    } else if (engine_line_take(&rest, "query")) {
        ugi_answer(game, &b->position, rest, out);
    } else if (engine_line_take(&rest, "go")) {
        if (game->outcome(&b->position).over)
            return error_set(e, "U3: the game is over, there is nothing to move");
        b->seat = (int8_t)game->turn(&b->position);
        event->kind = BOT_TURN;
    } else if (engine_line_take(&rest, "quit")) {
        event->kind = BOT_FINISHED;
    }
    return true;
}

const struct protocol protocol_ugi = {
    .wants = ugi_wants,
    .open = ugi_open,
    .name = ugi_name,
    .begin = ugi_begin,
    .ask = ugi_ask,
    .tell = ugi_tell,
    .over = ugi_over,
    .finish = ugi_finish,
    .read = ugi_read,
    .attempt = ugi_attempt,
    .bot_move = ugi_bot_move,
    .bot_read = ugi_bot_read,
};
