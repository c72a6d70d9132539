// Reversi over NBoard 2, a protocol of engines: N1 to N6 of docs/rulings.md.
//
// An engine is told the game once, in GGF, and then every move, its own included; it plays none by
// itself. The arena's `ping` at the beginning of a game is answered by the engine when it has read
// all that came before it: what it says until then belongs to an older game.
#include "games/reversi.h"
#include "games/reversi_ggf.h"
#include "wire/engine_line.h"
#include "wire/protocols/protocol.h"
#include "wire/wire.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum {
    NBOARD_DEPTH = 12,       // that an engine is asked for if its player's text says nothing (N2)
    NBOARD_PINGS = 1 << 15,  // they are counted up to here, and again from 1
    NBOARD_TIME_MOVES = 15,  // N5: the time of a game is that of so many requests
    NBOARD_TIME_LEAST = 1000 // TI is told in whole seconds
};

// What the arena remembers of an engine's stream, in struct wire_own.
struct nboard_stream {
    uint16_t ping; // the number of the last one
};

static struct nboard_stream nboard_stream_load(const struct wire_stream *s)
{
    struct nboard_stream own;
    memcpy(&own, s->own.bytes, sizeof own);
    return own;
}

static void nboard_stream_store(struct wire_stream *s, struct nboard_stream own)
{
    _Static_assert(sizeof own <= sizeof s->own.bytes, "it fits");
    memcpy(s->own.bytes, &own, sizeof own);
}

// --- The arena's side ---

static bool nboard_wants(const char *line, size_t length)
{
    return (length >= 3 && memcmp(line, "===", 3) == 0) ||
        (length >= 4 && strncasecmp(line, "pong", 4) == 0);
}

static bool nboard_can_begin(const position *p, struct error *e)
{
    return reversi_load(p).size == REVERSI_LENGTH ||
        error_set(e, "NBoard is for boards of 8 x 8 only (N2)");
}

static void nboard_open(struct wire_stream *s, struct text *out)
{
    int64_t depth = s->limits.depth > 0 ? s->limits.depth : NBOARD_DEPTH;
    text_format(out, "nboard 2\nset depth %" PRId64 "\n", depth);
    if (s->limits.contempt != 0)
        text_format(out, "set contempt %" PRId64 "\n", s->limits.contempt);
}

static void nboard_ping(struct wire_stream *s, struct text *out)
{
    struct nboard_stream own = nboard_stream_load(s);
    own.ping = (uint16_t)(own.ping % NBOARD_PINGS + 1);
    nboard_stream_store(s, own);
    text_format(out, "ping %u\n", own.ping);
}

// N5: the only clock of the protocol is the time of the whole game.
static int64_t nboard_time_ms(const struct wire_stream *s)
{
    int64_t request_ms = s->clock.request_ms > 0 ? s->clock.request_ms : s->wire->request_ms;
    int64_t game_ms =
        s->clock.left_ms[s->seat] > 0 ? s->clock.left_ms[s->seat] : request_ms * NBOARD_TIME_MOVES;
    return game_ms > NBOARD_TIME_LEAST ? game_ms : NBOARD_TIME_LEAST;
}

static void nboard_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    struct ggf ggf = {.start = *g->start, .time_ms = nboard_time_ms(s)};
    for (int seat = 0; seat < SEATS; seat++) {
        struct text name = TEXT_IN(ggf.names[seat]);
        text_string(&name, seat == g->seat ? s->name : s->opponent);
    }
    text_string(out, "set game ");
    ggf_write(&ggf, out);
    text_char(out, '\n');
    nboard_ping(s, out);
    s->waits = WIRE_ACK;
    s->ack_rule = "N2";
}

static void nboard_ask(struct wire_stream *s, struct text *out)
{
    (void)s;
    text_string(out, "go\n");
}

static void nboard_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out)
{
    (void)s;
    (void)before;
    (void)after;
    text_string(out, "move ");
    ggf_print_move(m, out);
    text_char(out, '\n');
}

// N6: an engine that still thinks is stopped. Its next game begins with another ping.
static void nboard_over(
    struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken, struct text *out)
{
    (void)end;
    if (overtaken == WIRE_MOVE)
        nboard_ping(s, out);
}

static void nboard_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out)
{
    (void)s;
    (void)results;
    (void)count;
    text_string(out, "quit\n");
}

static enum wire_event_kind nboard_read_pong(struct wire_stream *s, struct value rest)
{
    struct value word;
    int64_t number;
    bool ours = engine_line_word(&rest, &word) && engine_line_number(word, 0, INT32_MAX, &number) &&
        number == nboard_stream_load(s).ping;
    return ours && s->waits == WIRE_ACK ? WIRE_ACKNOWLEDGED : WIRE_LATE;
}

// The move of "=== F5/1.20/0.5". Blanks may stand for slashes, and the first one may be missing.
static struct value nboard_move_of(struct value root)
{
    struct value rest = {root.at + strlen("==="), root.end}, word;
    engine_line_word(&rest, &word);
    return engine_line_before_slash(word);
}

static enum wire_event_kind nboard_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value rest = r->root;
    if (engine_line_take(&rest, "pong"))
        return nboard_read_pong(s, rest);
    // N2: what comes before the pong belongs to an older game. A longer word with "pong" in it
    // means nothing.
    if (s->waits != WIRE_MOVE || *r->root.at != '=')
        return WIRE_LATE;
    struct value word = nboard_move_of(r->root);
    move m;
    if (!engine_line_move(&game_reversi, &s->asked, word, &m, NULL))
        return reply_malformed(
            r, "N3", word.at < word.end ? word : r->root, "\"=== \" and a move such as F5");
    struct refusal why;
    if (!game_reversi.legal(&s->asked, m, &why))
        return reply_refused(r, &why, word);
    event->move = m;
    return WIRE_MOVED;
}

static void nboard_attempt(const struct wire_stream *s, struct value root, struct attempt *a)
{
    move m;
    if (root.end - root.at >= 3 && *root.at == '=' &&
        engine_line_move(&game_reversi, &s->asked, nboard_move_of(root), &m, NULL))
        a->move = m;
}

// --- The engine's side ---

static void nboard_bot_move(struct wire_bot *b, move m, struct text *out)
{
    (void)b;
    text_string(out, "=== ");
    ggf_print_move(m, out);
    text_char(out, '\n');
}

static bool nboard_bot_game(
    struct wire_bot *b, struct value rest, struct wire_bot_event *event, struct error *e)
{
    char text[4096];
    struct ggf ggf;
    if (!engine_line_copy(rest, text, sizeof text))
        return error_set(e, "N2: the game is too long");
    if (!ggf_read(&ggf, text, e))
        return false;
    b->position = ggf.end;
    b->seat = NOBODY;
    event->kind = BOT_GAME;
    return true;
}

static bool nboard_bot_played(
    struct wire_bot *b, struct value rest, struct wire_bot_event *event, struct error *e)
{
    struct value word;
    engine_line_word(&rest, &word);
    move m;
    if (!engine_line_move(&game_reversi, &b->position, engine_line_before_slash(word), &m, e))
        return false;
    if (!game_reversi.legal(&b->position, m, NULL))
        return error_set(e, "N4: the move does not follow from the position before it");
    game_reversi.apply(&b->position, m);
    struct outcome outcome = game_reversi.outcome(&b->position);
    event->kind = outcome.over ? BOT_OVER : BOT_PLAYED;
    event->move = m;
    event->verdict = outcome.winner == NOBODY ? VERDICT_DRAW : VERDICT_WON;
    event->score = b->seat == NOBODY || outcome.winner == NOBODY ? 0
        : outcome.winner == b->seat                              ? 1
                                                                 : -1;
    return true;
}

static bool nboard_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    struct value rest = root, word;
    if (engine_line_take(&rest, "ping")) {
        engine_line_word(&rest, &word);
        text_string(out, "pong ");
        value_show(out, word.at, (size_t)(word.end - word.at), 16);
        text_char(out, '\n');
    } else if (engine_line_take(&rest, "set")) {
        return !engine_line_take(&rest, "game") || nboard_bot_game(b, rest, event, e);
    } else if (engine_line_take(&rest, "move")) {
        return nboard_bot_played(b, rest, event, e);
    } else if (engine_line_take(&rest, "go")) {
        if (game_reversi.outcome(&b->position).over)
            return error_set(e, "N3: the game is over, there is nothing to move");
        b->seat = (int8_t)game_reversi.turn(&b->position);
        event->kind = BOT_TURN;
    } else if (engine_line_take(&rest, "quit")) {
        event->kind = BOT_FINISHED;
    }
    return true;
}

const struct protocol protocol_nboard = {
    .wants = nboard_wants,
    .can_begin = nboard_can_begin,
    .open = nboard_open,
    .begin = nboard_begin,
    .ask = nboard_ask,
    .tell = nboard_tell,
    .over = nboard_over,
    .finish = nboard_finish,
    .read = nboard_read,
    .attempt = nboard_attempt,
    .bot_move = nboard_bot_move,
    .bot_read = nboard_bot_read,
};
