#include "wire/match.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_GAME = 400 };

static bool trouble(struct match *m, const char *words)
{
    if (m->trouble[0] == '\0')
        snprintf(m->trouble, sizeof m->trouble, "%s", words);
    return false;
}

// Writes each line of `bytes` into the transcript.
static void note(struct match *m, char direction, int connection, const struct text *bytes)
{
    const char *at = bytes->bytes, *end = at + bytes->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        text_format(&m->transcript, "%c%d ", direction, connection);
        text_bytes(&m->transcript, at, (size_t)(stop - at));
        text_char(&m->transcript, '\n');
        at = newline ? newline + 1 : end;
    }
}

typedef bool deliver(void *end, const char *bytes, size_t length, struct match *m);

static bool deliver_to_bot(void *end, const char *bytes, size_t length, struct match *m)
{
    struct error e;
    return wire_bot_feed(end, bytes, length, &e) || trouble(m, e.words);
}

static bool deliver_to_seat(void *end, const char *bytes, size_t length, struct match *m)
{
    return wire_stream_feed(end, bytes, length, &m->fault);
}

static bool chop(struct match *m, deliver *to, void *end, const struct text *bytes)
{
    size_t length = bytes->length, first = m->plan->split;
    if (m->plan->trickle) {
        for (size_t i = 0; i < length; i++) {
            if (!to(end, bytes->bytes + i, 1, m))
                return false;
        }
        return true;
    }
    if (first == 0 || first >= length)
        return to(end, bytes->bytes, length, m);
    return to(end, bytes->bytes, first, m) && to(end, bytes->bytes + first, length - first, m);
}

static void reply(struct match *m, int connection)
{
    struct wire_bot *b = &m->bots[connection];
    struct text *out = &m->to_arena[connection];
    if (!position_equal(&b->position, &m->position))
        m->agreed = false;
    if (++m->replies == m->plan->fault_at) {
        if (m->plan->fault)
            text_string(out, m->plan->fault);
        else
            wire_bot_resign(b, out);
        return;
    }
    move moves[MOVES_MAX];
    int count = m->wire->game->moves(&b->position, moves);
    if (count == 0) {
        trouble(m, "a bot is asked for a move and has none");
        return;
    }
    wire_bot_move(b, moves[random_below(&m->random, (uint32_t)count)], out);
}

// Sends what waits for a bot, lets it read and answer, and delivers its answers.
static bool exchange(struct match *m, int connection)
{
    struct text *there = &m->to_bot[connection], *back = &m->to_arena[connection];
    note(m, '>', connection, there);
    if (!chop(m, deliver_to_bot, &m->bots[connection], there))
        return false;
    text_clear(there);
    for (;;) {
        struct wire_bot_event event;
        struct error e;
        enum wire_bot_event_kind kind = wire_bot_next(&m->bots[connection], &event, back, &e);
        if (kind == BOT_ERROR)
            return trouble(m, e.words);
        if (kind == BOT_NOTHING)
            break;
        if (kind == BOT_TURN)
            reply(m, connection);
    }
    note(m, '<', connection, back);
    bool delivered = chop(m, deliver_to_seat, &m->seats[connection], back);
    text_clear(back);
    return delivered;
}

// The next event of that seat, which must be there.
static enum wire_event_kind take(struct match *m, int connection, struct wire_event *event)
{
    if (!exchange(m, connection))
        return WIRE_FAULT;
    enum wire_event_kind kind = wire_stream_next(&m->seats[connection], event, &m->fault);
    if (kind == WIRE_NOTHING)
        trouble(m, "a seat waits for an answer that did not come");
    return kind;
}

static bool is_other(const char *name, void *context)
{
    return strcmp(name, context) == 0;
}

static bool join(struct match *m, int connection)
{
    struct wire_stream *s = &m->seats[connection];
    struct text *out = &m->to_bot[connection];
    struct wire_event event;
    wire_bot_open(&m->bots[connection], &m->to_arena[connection]);
    wire_stream_open(s, out);
    if (!exchange(m, connection))
        return false;
    if (wire_stream_next(s, &event, &m->fault) != WIRE_NAMED)
        return s->waits == WIRE_IDLE || trouble(m, "a bot did not join");
    char name[WIRE_NAME_BYTES];
    wire_name_make(name, event.name, is_other, m->seats[1 - connection].name);
    wire_stream_name(s, s->wire->bot_opens ? name : event.name, out);
    if (s->waits == WIRE_IDLE)
        return exchange(m, connection);
    return take(m, connection, &event) == WIRE_ACKNOWLEDGED;
}

static bool begin(struct match *m, int first)
{
    for (int i = 0; i < SEATS; i++) {
        int connection = i == 0 ? first : 1 - first;
        struct wire_stream *s = &m->seats[connection];
        struct wire_event event;
        struct wire_game g = {.start = &m->position,
            .seat = i,
            .opponent = m->seats[1 - connection].name,
            .coin = m->plan->coin};
        wire_stream_begin(s, &g, &m->to_bot[connection]);
        if (s->waits != WIRE_IDLE && take(m, connection, &event) != WIRE_ACKNOWLEDGED)
            return trouble(m, "a bot did not acknowledge");
    }
    return true;
}

static void tell(struct match *m, move played, const position *before)
{
    for (int i = 0; i < SEATS; i++)
        wire_stream_tell(&m->seats[i], before, played, &m->position, &m->to_bot[i]);
    m->moves++;
}

// One turn; false when the game is over.
static bool turn(struct match *m, int first)
{
    const struct game *game = m->wire->game;
    struct outcome outcome = game->outcome(&m->position);
    if (outcome.over) {
        m->end = (struct wire_end){.verdict = outcome.winner == NOBODY ? VERDICT_DRAW : VERDICT_WON,
            .winner = outcome.winner,
            .blame = NOBODY};
        return false;
    }
    position before = m->position;
    int mover = game->turn(&m->position);
    move forced = game->forced ? game->forced(&m->position) : MOVE_NONE;
    if (forced != MOVE_NONE) {
        game->apply(&m->position, forced);
        tell(m, forced, &before);
        return true;
    }
    int connection = mover == 0 ? first : 1 - first;
    struct wire_event event;
    wire_stream_ask(&m->seats[connection], &m->position, &m->to_bot[connection]);
    enum wire_event_kind kind =
        exchange(m, 1 - connection) ? take(m, connection, &event) : WIRE_NOTHING;
    if (kind == WIRE_MOVED) {
        game->apply(&m->position, event.move);
        tell(m, event.move, &before);
        return true;
    }
    bool fault = kind == WIRE_FAULT;
    m->end = (struct wire_end){.verdict = fault ? m->fault.verdict : VERDICT_WON,
        .winner = 1 - mover,
        .blame = fault ? mover : NOBODY};
    return false;
}

static bool over(struct match *m)
{
    for (int i = 0; i < SEATS; i++) {
        struct wire_event event;
        wire_stream_over(&m->seats[i], &m->end, &m->to_bot[i]);
        if (m->seats[i].waits != WIRE_IDLE) {
            if (take(m, i, &event) != WIRE_ACKNOWLEDGED)
                return trouble(m, "a bot did not acknowledge the end");
        } else if (!exchange(m, i)) {
            return false;
        }
    }
    return true;
}

static bool play_game(struct match *m, int number, struct wire_result *result)
{
    int first = number % SEATS;
    if (!m->wire->game->start(&m->position, m->plan->variant, NULL))
        return trouble(m, "no such variant");
    wire_turn_start(m->wire, &m->position, m->plan->coin);
    if (!begin(m, first))
        return false;
    for (int i = 0; i < LONGEST_GAME && turn(m, first); i++) {
        if (m->trouble[0] != '\0')
            return false;
    }
    int winner = m->end.winner == 0 ? first : 1 - first;
    *result = (struct wire_result){
        m->seats[winner].name, m->seats[1 - winner].name, verdict_is_fault(m->end.verdict)};
    return over(m);
}

bool match_play(struct match *m, const struct match_plan *plan)
{
    *m = (struct match){.plan = plan,
        .wire = wire_find(plan->wire, NULL),
        .random = random_seeded(plan->seed),
        .transcript = text_growing(),
        .agreed = true};
    for (int i = 0; i < SEATS; i++) {
        wire_stream_init(&m->seats[i], m->wire, NULL);
        wire_bot_init(&m->bots[i], m->wire, plan->names[i], plan->variant);
        m->to_bot[i] = text_growing();
        m->to_arena[i] = text_growing();
    }
    enum { MOST_GAMES = 8 };
    struct wire_result results[MOST_GAMES];
    int count = plan->games < MOST_GAMES ? plan->games : MOST_GAMES;
    if (!join(m, 0) || !join(m, 1))
        return trouble(m, "joining failed");
    for (int i = 0; i < count; i++) {
        if (!play_game(m, i, &results[i]))
            return trouble(m, "the game was not played to its end");
    }
    for (int i = 0; m->wire->many_games && i < SEATS; i++) {
        struct wire_event event;
        wire_stream_finish(&m->seats[i], results, (size_t)count, &m->to_bot[i]);
        bool waits = m->seats[i].waits != WIRE_IDLE;
        if (waits ? take(m, i, &event) != WIRE_ACKNOWLEDGED : !exchange(m, i))
            return trouble(m, "the contest did not end");
    }
    return m->trouble[0] == '\0';
}

void match_destroy(struct match *m)
{
    for (int i = 0; i < SEATS; i++) {
        wire_stream_destroy(&m->seats[i]);
        wire_bot_destroy(&m->bots[i]);
        text_destroy(&m->to_bot[i]);
        text_destroy(&m->to_arena[i]);
    }
    text_destroy(&m->transcript);
}
