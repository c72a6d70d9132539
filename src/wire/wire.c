#include "wire/wire.h"

#include "base/nearest.h"
#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"
#include "wire/protocols/protocol.h"

#include <stdio.h>
#include <string.h>

enum { START_MS = 10000, REQUEST_MS = 10000, STONES_FIRST_MS = 5000, STONES_MS = 3000 };

// All wires, the default of each game first. A new wire is one more row.
const struct wire wires[] = {
    {"santorini", "the published protocol, with join and contest end", &game_santorini,
        .is_default = true, .bot_opens = true, .says_name = true, .many_games = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .protocol = &protocol_santorini},
    {"santorini-course", "the course's remote protocol", &game_santorini, .bot_opens = true,
        .says_name = true, .many_games = true, .start_ms = START_MS, .first_request_ms = REQUEST_MS,
        .request_ms = REQUEST_MS, .protocol = &protocol_santorini_course},
    {"hgp", "Hacker Games Protocol 0.2.1", &game_reversi, .is_default = true, .says_name = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .option = HGP_VERSION_OBJECT, .protocol = &protocol_hgp},
    {"hgp-0.2", "the same, opened by the bare line 0.2", &game_reversi, .says_name = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .option = HGP_VERSION_LINE, .protocol = &protocol_hgp},
    {"hgp-silent", "the same, without an opening", &game_reversi, .says_name = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .option = HGP_SILENT, .protocol = &protocol_hgp},
    {"stones", "Game of Stones", &game_stones, .is_default = true, .start_ms = START_MS,
        .first_request_ms = STONES_FIRST_MS, .request_ms = STONES_MS, .option = STONES_PLAIN,
        .protocol = &protocol_stones},
    {"stones-quoted", "the same, integers in quotes", &game_stones, .start_ms = START_MS,
        .first_request_ms = STONES_FIRST_MS, .request_ms = STONES_MS, .option = STONES_QUOTED,
        .protocol = &protocol_stones},
    {"nboard", "NBoard 2, for engines of Reversi", &game_reversi, .many_games = true,
        .engine = true, .start_ms = START_MS, .first_request_ms = REQUEST_MS,
        .request_ms = REQUEST_MS, .protocol = &protocol_nboard},
    {"ugi-santorini", "UGI, for engines", &game_santorini, .many_games = true, .engine = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .protocol = &protocol_ugi},
    {"ugi-reversi", "UGI, for engines", &game_reversi, .many_games = true, .engine = true,
        .start_ms = START_MS, .first_request_ms = REQUEST_MS, .request_ms = REQUEST_MS,
        .protocol = &protocol_ugi},
    {"ugi-stones", "UGI, for engines", &game_stones, .many_games = true, .engine = true,
        .start_ms = START_MS, .first_request_ms = STONES_FIRST_MS, .request_ms = STONES_MS,
        .protocol = &protocol_ugi},
    {0},
};

const struct wire *wire_find(const char *name, struct error *e)
{
    const char *names[sizeof wires / sizeof *wires];
    size_t count = 0;
    for (; wires[count].name; count++) {
        if (strcmp(wires[count].name, name) == 0)
            return &wires[count];
        names[count] = wires[count].name;
    }
    nearest_refuse(e, "wire", name, names, count, NULL);
    return NULL;
}

const struct wire *wire_default(const struct game *game)
{
    for (const struct wire *w = wires; w->name; w++) {
        if (w->game == game && w->is_default)
            return w;
    }
    return NULL;
}

// The wire that has a row for each game: "ugi" is "ugi-reversi" in Reversi. NULL: there is none.
static const struct wire *wire_of_game(const struct game *game, const char *name)
{
    size_t length = strlen(name);
    for (const struct wire *w = wires; w->name; w++) {
        if (w->game == game && strncmp(w->name, name, length) == 0 && w->name[length] == '-' &&
            strcmp(w->name + length + 1, game->name) == 0)
            return w;
    }
    return NULL;
}

bool wire_choose(
    const struct game *game, const char *name, const struct wire **wire, struct error *e)
{
    const struct wire *w = name ? wire_of_game(game, name) : wire_default(game);
    *wire = w = name && !w ? wire_find(name, e) : w;
    if (name && !w)
        return false;
    if (w && w->game != game)
        return error_set(
            e, "the wire %s is for %s, not for %s", w->name, w->game->name, game->name);
    return true;
}

bool wire_is_told_apart(const struct wire *w, const struct wire *other)
{
    return w != other && w->game == other->game && w->bot_opens && other->bot_opens;
}

void wire_turn_start(const struct wire *w, position *p, int coin)
{
    if (w->protocol->turn_start)
        w->protocol->turn_start(p, coin);
}

bool wire_can_begin(const struct wire *w, const position *p, struct error *e)
{
    return !w->protocol->can_begin || w->protocol->can_begin(p, e);
}

// --- Names ---

bool wire_name_fits(const char *name)
{
    size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    return letters >= 1 && letters <= WIRE_NAME_LETTERS && name[letters] == '\0';
}

void wire_name_make(char name[WIRE_NAME_BYTES], const char *wanted,
    bool (*taken)(const char *name, void *context), void *context)
{
    size_t length = 0;
    for (const char *c = wanted; *c != '\0' && length < WIRE_NAME_LETTERS; c++) {
        char letter = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        if (letter >= 'a' && letter <= 'z')
            name[length++] = letter;
    }
    name[length] = '\0';
    if (length == 0)
        length = (size_t)snprintf(name, WIRE_NAME_BYTES, "bot");
    // If the name is taken, letters are added, counted in base 26: anna, annb, ..., annz, annba,
    // ...
    for (unsigned number = 0; taken && taken(name, context); number++) {
        char tail[8];
        size_t letters = 0;
        for (unsigned rest = number; letters == 0 || rest > 0; rest /= 26)
            tail[letters++] = (char)('a' + rest % 26);
        size_t keep = length + letters > WIRE_NAME_LETTERS ? WIRE_NAME_LETTERS - letters : length;
        for (size_t i = 0; i < letters; i++)
            name[keep + i] = tail[letters - 1 - i];
        name[keep + letters] = '\0';
    }
}

// Keeps a name for use on the wire. If names are part of the protocol, it becomes one that fits.
static void wire_keep_name(const struct wire *w, char name[WIRE_NAME_BYTES], const char *from)
{
    if (from && w->bot_opens && !wire_name_fits(from))
        wire_name_make(name, from, NULL, NULL);
    else
        snprintf(name, WIRE_NAME_BYTES, "%s", from ? from : "");
}

// --- The arena's side ---

static bool wire_flood_fault(enum framer_flood flood, struct fault *fault)
{
    static const struct {
        const char *words, *expected;
    } floods[] = {
        [FRAMER_TOO_LONG] = {"its message is too long", "at most 65536 bytes in a message"},
        [FRAMER_TOO_DEEP] = {"its message is nested too deeply", "at most 32 levels of brackets"},
        [FRAMER_TOO_MANY] = {"it sent too many messages unasked",
            "at most 16 messages that nobody asked for"},
        [FRAMER_TOO_MUCH] = {"it sent too many lines that mean nothing here",
            "at most 1 MiB of such lines before an answer"},
    };
    if (flood == FRAMER_NO_MEMORY)
        return fault_set(fault, VERDICT_VOID, "G5", "the arena ran out of memory");
    const char *expected = floods[flood].expected;
    fault_set(fault, VERDICT_FLOOD, "G2", "%s: %s", floods[flood].words, expected);
    if (fault) {
        snprintf(fault->expected, sizeof fault->expected, "%s", expected);
        snprintf(fault->seen, sizeof fault->seen, "more");
    }
    return false;
}

void wire_stream_init(struct wire_stream *s, const struct wire *w, const char *name)
{
    *s = (struct wire_stream){.wire = w, .seat = NOBODY};
    if (w->engine) {
        framer_init_lines(&s->in, w->protocol->wants);
        s->history = text_growing();
    } else {
        framer_init(&s->in, false);
    }
    wire_keep_name(w, s->name, name);
}

void wire_stream_destroy(struct wire_stream *s)
{
    framer_destroy(&s->in);
    text_destroy(&s->history);
}

static void wire_stream_wait(struct wire_stream *s, enum wire_wait what)
{
    s->waits = what;
    framer_mark(&s->in);
}

// Call it after the protocol may have told the bot something that it has to acknowledge.
static void wire_stream_wait_if_told(struct wire_stream *s)
{
    if (s->waits == WIRE_ACK)
        wire_stream_wait(s, WIRE_ACK);
}

void wire_stream_open(struct wire_stream *s, struct text *out)
{
    if (s->wire->protocol->open)
        s->wire->protocol->open(s, out);
    if (s->wire->bot_opens)
        wire_stream_wait(s, WIRE_NAME);
}

void wire_stream_name(struct wire_stream *s, const char *name, struct text *out)
{
    wire_keep_name(s->wire, s->name, name);
    if (s->wire->protocol->name)
        s->wire->protocol->name(s, out);
    wire_stream_wait_if_told(s);
}

void wire_stream_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    s->seat = (int8_t)g->seat;
    wire_keep_name(s->wire, s->opponent, g->opponent);
    s->waits = WIRE_IDLE;
    s->wire->protocol->begin(s, g, out);
    wire_stream_wait_if_told(s);
}

void wire_stream_ask(struct wire_stream *s, const position *p, struct text *out)
{
    s->asked = *p;
    wire_stream_wait(s, WIRE_MOVE);
    if (s->wire->protocol->ask)
        s->wire->protocol->ask(s, out);
}

void wire_stream_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out)
{
    if (s->wire->protocol->tell)
        s->wire->protocol->tell(s, before, m, after, out);
}

void wire_stream_over(struct wire_stream *s, const struct wire_end *end, struct text *out)
{
    if (s->seat == NOBODY)
        return;
    enum wire_wait overtaken = s->waits;
    s->waits = WIRE_IDLE;
    if (s->wire->protocol->over)
        s->wire->protocol->over(s, end, overtaken, out);
    wire_stream_wait_if_told(s);
    s->seat = NOBODY;
}

void wire_stream_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out)
{
    if (s->wire->protocol->finish)
        s->wire->protocol->finish(s, results, count, out);
    wire_stream_wait_if_told(s);
}

bool wire_check(
    const struct wire *w, const struct message *m, struct value *root, struct fault *fault)
{
    if (!w->engine)
        return value_check(m, root, fault);
    *root = (struct value){m->bytes, m->bytes + m->length};
    return true;
}

bool wire_stream_feed(struct wire_stream *s, const char *bytes, size_t length, struct fault *fault)
{
    return framer_feed(&s->in, bytes, length) ||
        wire_flood_fault((enum framer_flood)s->in.flood, fault);
}

// Whether the oldest message is one that the bot may send without being asked.
static bool wire_stream_head_is_unasked(const struct wire_stream *s)
{
    bool (*unasked)(const struct wire_stream *, struct value) = s->wire->protocol->unasked;
    struct message head;
    struct value root;
    return unasked && framer_peek(&s->in, &head) && value_check(&head, &root, NULL) &&
        unasked(s, root);
}

// If the first message does not belong to any wire, s->wire stays as it is and says what is wrong.
static void wire_stream_choose_dialect(struct wire_stream *s)
{
    struct message head;
    struct value root;
    if (!framer_peek(&s->in, &head))
        return;
    s->any_dialect = false;
    const struct wire *set = s->wire;
    for (const struct wire *w = wires; w->name && value_check(&head, &root, NULL); w++) {
        if (wire_is_told_apart(w, set) && w->protocol->is_opening(root))
            s->wire = w;
    }
}

enum wire_event_kind wire_stream_next(
    struct wire_stream *s, struct wire_event *event, struct fault *fault)
{
    *event = (struct wire_event){.kind = WIRE_NOTHING, .move = MOVE_NONE};
    if (s->waits == WIRE_NAME && s->any_dialect)
        wire_stream_choose_dialect(s);
    if (s->waits == WIRE_IDLE && !wire_stream_head_is_unasked(s))
        return WIRE_NOTHING;
    if (!framer_next(&s->in, &event->message))
        return WIRE_NOTHING;
    struct reply r = {.message = &event->message, .fault = fault};
    if (wire_check(s->wire, &event->message, &r.root, fault))
        event->kind = s->wire->protocol->read(s, &r, event);
    else
        event->kind = WIRE_FAULT;
    // A bot may say its name before its first move; the stream still waits for the move then.
    if (event->kind != WIRE_LATE && !(event->kind == WIRE_NAMED && s->waits == WIRE_MOVE))
        s->waits = WIRE_IDLE;
    return event->kind;
}

// --- The bot's side ---

void wire_bot_init(struct wire_bot *b, const struct wire *w, const char *name, const char *variant)
{
    *b = (struct wire_bot){.wire = w, .variant = variant, .seat = NOBODY};
    if (w->engine)
        framer_init_lines(&b->in, NULL);
    else
        framer_init(&b->in, true);
    wire_keep_name(w, b->name, name);
    w->game->start(&b->position, variant, NULL);
}

void wire_bot_destroy(struct wire_bot *b)
{
    framer_destroy(&b->in);
}

void wire_bot_open(struct wire_bot *b, struct text *out)
{
    if (b->wire->protocol->bot_open)
        b->wire->protocol->bot_open(b, out);
}

void wire_bot_move(struct wire_bot *b, move m, struct text *out)
{
    b->wire->protocol->bot_move(b, m, out);
}

void wire_bot_resign(struct wire_bot *b, struct text *out)
{
    if (b->wire->protocol->bot_resign)
        b->wire->protocol->bot_resign(b, out);
}

bool wire_bot_feed(struct wire_bot *b, const char *bytes, size_t length, struct error *e)
{
    struct fault fault;
    return framer_feed(&b->in, bytes, length) ||
        (!wire_flood_fault((enum framer_flood)b->in.flood, &fault) &&
            error_set(e, "%s", fault.words));
}

enum wire_bot_event_kind wire_bot_next(
    struct wire_bot *b, struct wire_bot_event *event, struct text *out, struct error *e)
{
    *event = (struct wire_bot_event){.kind = BOT_NOTHING, .move = MOVE_NONE};
    if (b->turn_due) {
        b->turn_due = false;
        event->kind = BOT_TURN;
        return BOT_TURN;
    }
    while (event->kind == BOT_NOTHING && framer_next(&b->in, &event->message)) {
        struct value root;
        struct fault fault;
        if (!wire_check(b->wire, &event->message, &root, &fault)) {
            error_at(e, fault.at, "%s", fault.words);
            event->kind = BOT_ERROR;
        } else if (!b->wire->protocol->bot_read(b, root, event, out, e)) {
            event->kind = BOT_ERROR;
        }
    }
    return event->kind;
}
