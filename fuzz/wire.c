// Fuzzes both sides of one wire (FUZZ_WIRE). The first byte chooses the side ('b': the bot's, else
// the arena's), the second how many moves are played before the stream begins, the third how it is
// chopped; the rest is the stream.
//
// Whatever a bot sends, the arena takes only legal moves, and a fault names its rule and its place;
// what an explanation says to be legal is.
// Whatever the arena sends, a bot's answers are strict JSON, a line each; an engine's are plain
// lines. No chopping changes what is understood.
#include "fuzz.h"

#include "base/random.h"
#include "wire/explain.h"
#include "wire/wire.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { CONTROL_BYTES = 3, MOST_EVENTS = 512, MOST_MOVES = 64 };

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_lines(const struct text *out)
{
    for (const char *line = out->bytes; *line != '\0';) {
        const char *end = strchr(line, '\n');
        require(end != NULL);
        json_t *root =
            json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
        require(root != NULL);
        json_decref(root);
        line = end + 1;
    }
}

// The lines of an engine.
static void check_plain_lines(const struct text *out)
{
    for (size_t i = 0; i < out->length; i++)
        require(out->bytes[i] == '\n' || (out->bytes[i] >= ' ' && out->bytes[i] <= '~'));
    require(out->length == 0 || out->bytes[out->length - 1] == '\n');
}

static void check_messages(const struct wire *w, const struct text *out)
{
    if (w->engine)
        check_plain_lines(out);
    else
        check_lines(out);
}

static void check_fault(const struct fault *f, const struct message *m)
{
    require(verdict_is_fault(f->verdict));
    require(f->rule[0] != '\0' && f->words[0] != '\0' && f->expected[0] != '\0');
    require(!f->has_at || f->at <= m->length);
    for (const char *c = f->seen; *c != '\0'; c++)
        require(*c >= ' ' && *c <= '~');
}

// The position after that many random moves, always the same ones: made once.
static position position_after(const struct game *game, int moves)
{
    static position positions[MOST_MOVES];
    static bool made;
    if (!made) {
        struct random random = random_seeded(1);
        game->start(&positions[0], NULL, NULL);
        for (int i = 1; i < MOST_MOVES; i++) {
            move list[MOVES_MAX];
            positions[i] = positions[i - 1];
            int count = game->moves(&positions[i], list);
            if (count > 0)
                game->apply(&positions[i], list[random_below(&random, (uint32_t)count)]);
        }
        made = true;
    }
    return positions[moves];
}

struct arena {
    struct wire_stream seat;
    position position, before;
    struct text out;
    uint64_t sum; // of all events
};

static void mix(uint64_t *sum, uint64_t with)
{
    *sum = random_mix(*sum ^ with);
}

// Asks for the next move, or ends the game and begins another.
static void ask(struct arena *a)
{
    const struct game *game = a->seat.wire->game;
    move forced = game->forced ? game->forced(&a->position) : MOVE_NONE;
    if (forced != MOVE_NONE)
        game->apply(&a->position, forced);
    if (!game->outcome(&a->position).over) {
        a->seat.seat = (int8_t)game->turn(&a->position);
        wire_stream_ask(&a->seat, &a->position, &a->out);
        return;
    }
    struct wire_end end = {VERDICT_WON, .winner = 0, .blame = NOBODY};
    wire_stream_over(&a->seat, &end, &a->out);
    game->start(&a->position, NULL, NULL);
    struct wire_game g = {.start = &a->position, .seat = 0, .opponent = "bob"};
    if (a->seat.waits == WIRE_IDLE)
        wire_stream_begin(&a->seat, &g, &a->out);
}

static void on_move(struct arena *a, move m)
{
    const struct game *game = a->seat.wire->game;
    a->before = a->position;
    require(game->legal(&a->before, m, NULL));
    game->apply(&a->position, m);
    wire_stream_tell(&a->seat, &a->before, m, &a->position, &a->out);
    mix(&a->sum, m);
}

static void check_refused(const struct arena *a, const struct message *m)
{
    const struct game *game = a->seat.wire->game;
    struct explanation x;
    struct text out = text_growing();
    wire_explain(&a->seat, m, &a->before, &x);
    for (int i = 0; i < EXPLAINED_MOVES; i++)
        require(x.legal[i] == MOVE_NONE || game->legal(&x.position, x.legal[i], NULL));
    for (int i = 0; i < x.slip_count; i++)
        require(x.slips[i].meant == MOVE_NONE || game->legal(&x.position, x.slips[i].meant, NULL));
    explanation_json(&x, &out);
    text_char(&out, '\n');
    check_lines(&out);
    text_destroy(&out);
    struct text picture = text_growing();
    game->draw(&x.position, &(struct drawing){.last = x.tried, .refused = true}, &picture);
    require(picture.length > 0);
    text_destroy(&picture);
}

// Reads everything that has come; false when a fault ended the stream.
static bool read_events(struct arena *a)
{
    struct wire_event event;
    struct fault fault;
    for (int i = 0; i < MOST_EVENTS; i++) {
        enum wire_event_kind kind = wire_stream_next(&a->seat, &event, &fault);
        if (kind == WIRE_NOTHING)
            return true;
        mix(&a->sum, (uint64_t)kind);
        if (kind == WIRE_NAMED) {
            char name[WIRE_NAME_BYTES];
            wire_name_make(name, event.name, NULL, NULL);
            wire_stream_name(&a->seat, a->seat.wire->bot_opens ? name : event.name, &a->out);
        } else if (kind == WIRE_MOVED) {
            on_move(a, event.move);
        } else if (kind == WIRE_FAULT) {
            check_fault(&fault, &event.message);
            if (fault.verdict == VERDICT_ILLEGAL)
                check_refused(a, &event.message);
            mix(&a->sum, (uint64_t)fault.verdict + 16 * fault.at);
            struct wire_end end = {fault.verdict, .winner = 0, .blame = 1};
            wire_stream_over(&a->seat, &end, &a->out);
            return false;
        }
        if (a->seat.waits == WIRE_IDLE)
            ask(a);
    }
    return true;
}

static uint64_t run_arena(
    const struct wire *w, int moves, const char *stream, size_t size, size_t piece, bool *flooded)
{
    struct arena a = {.position = position_after(w->game, moves),
        .before = position_after(w->game, moves > 0 ? moves - 1 : 0),
        .out = text_growing()};
    wire_stream_init(&a.seat, w, "ann");
    wire_stream_open(&a.seat, &a.out);
    struct wire_game g = {.start = &a.position, .seat = 0, .opponent = "bob"};
    // Half of the streams begin in the middle of a game, the others with the join.
    if (moves > 0) {
        wire_stream_begin(&a.seat, &g, &a.out);
        a.seat.waits = WIRE_IDLE;
        ask(&a);
    }
    bool goes_on = true;
    *flooded = false;
    for (size_t at = 0; at < size && goes_on && !*flooded; at += piece) {
        struct fault fault;
        *flooded =
            !wire_stream_feed(&a.seat, stream + at, size - at < piece ? size - at : piece, &fault);
        if (*flooded)
            require(fault.verdict == VERDICT_FLOOD && fault.expected[0] != '\0');
        else
            goes_on = read_events(&a);
    }
    wire_stream_finish(&a.seat, &(struct wire_result){"ann", "bob", true}, 1, &a.out);
    require(!a.out.cut);
    check_messages(w, &a.out);
    text_destroy(&a.out);
    wire_stream_destroy(&a.seat);
    return a.sum;
}

static uint64_t run_bot(const struct wire *w, const char *stream, size_t size, size_t piece)
{
    struct wire_bot b;
    struct text out = text_growing();
    uint64_t sum = 0;
    struct error e = {0};
    wire_bot_init(&b, w, "ann", NULL);
    wire_bot_open(&b, &out);
    bool goes_on = true;
    for (size_t at = 0; at < size && goes_on; at += piece) {
        goes_on = wire_bot_feed(&b, stream + at, size - at < piece ? size - at : piece, &e);
        struct wire_bot_event event;
        while (goes_on && wire_bot_next(&b, &event, &out, &e) != BOT_NOTHING) {
            mix(&sum, (uint64_t)event.kind * 65536 + event.move);
            move moves[MOVES_MAX];
            if (event.kind == BOT_ERROR)
                require(e.words[0] != '\0');
            goes_on = event.kind != BOT_ERROR;
            if (event.kind == BOT_TURN && w->game->moves(&b.position, moves) > 0)
                wire_bot_move(&b, moves[0], &out);
        }
    }
    require(!out.cut);
    check_messages(w, &out);
    mix(&sum, position_hash(&b.position));
    text_destroy(&out);
    wire_bot_destroy(&b);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < CONTROL_BYTES)
        return 0;
    const struct wire *w = wire_find(FUZZ_WIRE, NULL);
    const char *stream = (const char *)bytes + CONTROL_BYTES;
    size_t rest = size - CONTROL_BYTES, piece = (size_t)bytes[2] + 1;
    if (bytes[0] == 'b') {
        // A bot stops at the first flood, and whether there is one depends on the pieces.
        uint64_t one = run_bot(w, stream, rest, 1), other = run_bot(w, stream, rest, piece);
        require(one == other || piece > FRAMER_QUEUE);
    } else {
        bool one_floods, other_floods;
        uint64_t one = run_arena(w, bytes[1] % MOST_MOVES, stream, rest, 1, &one_floods);
        uint64_t other = run_arena(w, bytes[1] % MOST_MOVES, stream, rest, piece, &other_floods);
        require(one == other || one_floods || other_floods);
    }
    return 0;
}
