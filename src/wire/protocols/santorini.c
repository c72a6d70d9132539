// Santorini over the published protocol: S1 to S8 of docs/rulings.md.
#include "wire/protocols/santorini_common.h"

#include "wire/protocols/put.h"

// --- The arena's side ---

static void santorini_put_out(struct text *out, const char *message, char *end)
{
    *end++ = '\n';
    text_bytes(out, message, (size_t)(end - message));
}

static void santorini_wait_for_ack(struct wire_stream *s, const char *rule)
{
    s->ack_rule = rule;
    s->waits = WIRE_ACK;
}

static void santorini_name(struct wire_stream *s, struct text *out)
{
    if (strcmp(s->name, s->wanted) == 0) {
        text_string(out, "\"OK\"\n");
        return;
    }
    text_format(out, "[\"name\",\"%s\"]\n", s->name);
    santorini_wait_for_ack(s, "S1");
}

static void santorini_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    (void)g;
    text_format(out, "[\"new_game\",\"%s\"]\n", s->opponent);
    santorini_wait_for_ack(s, "S3");
}

static void santorini_ask(struct wire_stream *s, struct text *out)
{
    struct santorini_spot spots[SANTORINI_PLACED];
    int count = santorini_placed(&s->asked, spots);
    char message[SANTORINI_MESSAGE_BYTES];
    char *at = message;
    if (count == SANTORINI_PLACED) {
        at = santorini_put_board(put_string(at, "[\"turn\","), s);
        santorini_put_out(out, message, put_string(at, "]"));
        return;
    }
    at = put_string(at, "[\"place\",[");
    for (int i = 0; i < count; i++) {
        at = put_string(at, i > 0 ? ",{\"player\":\"" : "{\"player\":\"");
        at = put_string(at, santorini_owner(s, spots[i].seat));
        at = put_small(put_string(at, "\",\"x\":"), spots[i].x);
        at = put_small(put_string(at, ",\"y\":"), spots[i].y);
        *at++ = '}';
    }
    santorini_put_out(out, message, put_string(at, "]]"));
}

static void santorini_put_result(
    struct text *out, const char *winner, const char *loser, bool broken_rule)
{
    text_format(out, "{\"winner\":\"%s\",\"loser\":\"%s\",\"reason\":\"%s\"}", winner, loser,
        broken_rule ? "BROKEN_RULE" : "WON");
}

static void santorini_over(
    struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken, struct text *out)
{
    santorini_stream_overtake(s, overtaken);
    if (end->winner == NOBODY)
        return; // a void game: the bot is told nothing, and a new game begins
    text_string(out, "[\"over\",");
    santorini_put_result(out, santorini_owner(s, end->winner), santorini_owner(s, 1 - end->winner),
        verdict_is_fault(end->verdict));
    text_string(out, "]\n");
    santorini_wait_for_ack(s, "S7");
}

static void santorini_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out)
{
    text_string(out, "[\"tournament_finished\",[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_char(out, ',');
        santorini_put_result(out, results[i].winner, results[i].loser, results[i].irregular);
    }
    text_string(out, "]]\n");
    santorini_wait_for_ack(s, "S8");
}

static bool santorini_is_join(struct value root)
{
    return value_kind(root) == VALUE_ARRAY;
}

static enum wire_event_kind santorini_read_join(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value part[2];
    int count = value_items(r->root, part, 2);
    if (count != 2 || !value_is(part[0], "join"))
        return reply_malformed(r, "S1", r->root, "[\"join\", name]");
    if (!value_string(part[1], s->wanted, sizeof s->wanted))
        return reply_malformed(r, "S1", part[1], "a name in quotes");
    // A name that is too long was cut. It must not look like a right one.
    if ((size_t)(part[1].end - part[1].at) > sizeof s->wanted + 1)
        s->wanted[0] = '-';
    event->name = s->wanted;
    return WIRE_NAMED;
}

// If a request was still open when its game ended, the bot may answer it later. That is not its
// fault, and the answer means nothing.
static bool santorini_is_late(struct wire_stream *s, struct value root)
{
    struct santorini_stream own = santorini_stream_load(s);
    if (own.late_reply != SANTORINI_NONE_LATE && value_kind(root) == VALUE_ARRAY)
        own.late_reply = SANTORINI_NONE_LATE;
    else if (own.late_acks > 0 && value_is(root, "OK"))
        own.late_acks--;
    else
        return false;
    santorini_stream_store(s, own);
    return true;
}

static enum wire_event_kind santorini_read_ack(struct wire_stream *s, const struct reply *r)
{
    if (santorini_is_late(s, r->root))
        return WIRE_LATE;
    if (!value_is(r->root, "OK"))
        return reply_malformed(r, s->ack_rule, r->root, "\"OK\"");
    // What was still open when a game ended was not answered before this, so it will not be.
    santorini_stream_store(s, (struct santorini_stream){.late_reply = SANTORINI_NONE_LATE});
    return WIRE_ACKNOWLEDGED;
}

static enum wire_event_kind santorini_read_placement(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value part[3];
    int count = value_items(r->root, part, 3);
    if (count != 3 || !value_is(part[0], "place"))
        return reply_malformed(r, "S4", r->root, "[\"place\", x, y]");
    return santorini_read_place(s, r, part[1], part[2], event);
}

// Reads {"player": own name, "id": 1 or 2}.
static bool santorini_read_worker(
    const struct wire_stream *s, const struct reply *r, struct value request, int *worker)
{
    struct value player, id;
    int64_t number;
    if (!value_member(request, "player", &player) || !value_member(request, "id", &id)) {
        reply_malformed(r, "S5", request, "{\"player\": name, \"id\": 1 or 2}");
        return false;
    }
    if (value_kind(player) != VALUE_STRING) {
        reply_malformed(r, "S5", player, "\"player\" to be a string");
        return false;
    }
    if (!value_integer(id, &number)) {
        reply_malformed(r, "S5", id, "\"id\" to be an integer");
        return false;
    }
    if (!value_is(player, s->name)) {
        reply_illegal(r, "S5", player, "\"player\" to be your own name, \"%s\"", s->name);
        return false;
    }
    if (number < 1 || number > SANTORINI_WORKERS) {
        reply_illegal(r, "S4", id, "\"id\" to be 1 or 2");
        return false;
    }
    *worker = (int)number - 1;
    return true;
}

static bool santorini_read_way(const struct reply *r, struct value direction, int *dx, int *dy)
{
    struct value part[2];
    if (value_items(direction, part, 2) != 2) {
        reply_malformed(r, "S2", direction, "a direction: [EastWest, NorthSouth]");
        return false;
    }
    return santorini_read_direction(r, part[0], part[1], dx, dy);
}

static enum wire_event_kind santorini_read_turn(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value part[2], step[3], build[2];
    int count = value_items(r->root, part, 2);
    if (count != 1 && count != 2)
        return reply_malformed(r, "S5", r->root, "[MoveRequest], or [MoveRequest, BuildRequest]");
    if (value_items(part[0], step, 3) != 3 || !value_is(step[0], "move"))
        return reply_malformed(
            r, "S5", part[0], "[\"move\", {\"player\": name, \"id\": 1 or 2}, direction]");
    struct santorini_move m = {.builds = count == 2};
    if (!santorini_read_worker(s, r, step[1], &m.worker) ||
        !santorini_read_way(r, step[2], &m.dx, &m.dy))
        return WIRE_FAULT;
    if (m.builds) {
        if (value_items(part[1], build, 2) != 2 || !value_is(build[0], "build"))
            return reply_malformed(r, "S5", part[1], "[\"build\", direction]");
        if (!santorini_read_way(r, build[1], &m.bx, &m.by))
            return WIRE_FAULT;
    }
    return santorini_judge_turn(s, r, &m, step[2], m.builds ? build[1] : part[0], event);
}

static enum wire_event_kind santorini_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    if (s->waits == WIRE_NAME)
        return santorini_read_join(s, r, event);
    if (s->waits == WIRE_ACK)
        return santorini_read_ack(s, r);
    struct santorini_spot spots[SANTORINI_PLACED];
    return santorini_placed(&s->asked, spots) < SANTORINI_PLACED
        ? santorini_read_placement(s, r, event)
        : santorini_read_turn(s, r, event);
}

// --- The bot's side ---

static void santorini_bot_open(struct wire_bot *b, struct text *out)
{
    text_format(out, "[\"join\",\"%s\"]\n", b->name);
}

static void santorini_bot_move(struct wire_bot *b, move m, struct text *out)
{
    struct santorini_move parts;
    if (!santorini_unpack(m, &parts))
        return;
    if (parts.places) {
        text_format(out, "[\"place\",%d,%d]\n", parts.x, parts.y);
        return;
    }
    text_format(out, "[[\"move\",{\"player\":\"%s\",\"id\":%d},[\"%s\",\"%s\"]]", b->name,
        parts.worker + 1, santorini_east_west(parts.dx), santorini_north_south(parts.dy));
    if (parts.builds)
        text_format(out, ",[\"build\",[\"%s\",\"%s\"]]", santorini_east_west(parts.bx),
            santorini_north_south(parts.by));
    text_string(out, "]\n");
}

static bool santorini_bot_place(struct wire_bot *b, struct value list, struct error *e)
{
    struct value workers[SANTORINI_PLACED];
    int squares[SANTORINI_PLACED][2];
    int count = value_items(list, workers, SANTORINI_PLACED);
    if (count < 0 || count >= SANTORINI_PLACED)
        return error_set(e, "S4: a list of 0 to 3 workers belongs here");
    for (int i = 0; i < count; i++) {
        struct value axis;
        for (int k = 0; k < 2; k++) {
            int64_t number;
            if (!value_member(workers[i], k == 0 ? "x" : "y", &axis) ||
                !value_integer(axis, &number) || number < 0 || number >= SANTORINI_MAX_SIZE)
                return error_set(e, "S4: a worker has \"player\", \"x\" and \"y\"");
            squares[i][k] = (int)number;
        }
    }
    return santorini_bot_placing(b, (const int(*)[2])squares, count, e);
}

static bool santorini_bot_over(
    struct wire_bot *b, struct value result, struct wire_bot_event *event, struct error *e)
{
    struct value winner, loser, reason;
    if (!value_member(result, "winner", &winner) || !value_member(result, "loser", &loser) ||
        !value_member(result, "reason", &reason))
        return error_set(e, "S7: a result has \"winner\", \"loser\" and \"reason\"");
    event->score = value_is(winner, b->name) ? 1 : value_is(loser, b->name) ? -1 : 0;
    event->verdict = value_is(reason, "WON") ? VERDICT_WON : VERDICT_ILLEGAL;
    return true;
}

static bool santorini_bot_message(struct wire_bot *b, struct value word, struct value content,
    struct wire_bot_event *event, struct error *e)
{
    if (value_is(word, "name")) {
        event->kind = BOT_NAMED;
        return value_string(content, b->name, sizeof b->name) ||
            error_set(e, "S1: the new name is not a string");
    }
    if (value_is(word, "new_game")) {
        event->kind = BOT_GAME;
        b->seat = NOBODY;
        return value_string(content, b->opponent, sizeof b->opponent) ||
            error_set(e, "S3: the opponent's name is not a string");
    }
    if (value_is(word, "place")) {
        event->kind = BOT_TURN;
        return santorini_bot_place(b, content, e);
    }
    if (value_is(word, "turn")) {
        event->kind = BOT_TURN;
        return santorini_bot_board(b, content, e);
    }
    if (value_is(word, "over")) {
        event->kind = BOT_OVER;
        return santorini_bot_over(b, content, event, e);
    }
    event->kind = BOT_FINISHED;
    return value_is(word, "tournament_finished") || error_set(e, "no message begins like this");
}

static bool santorini_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    struct value part[2];
    if (value_is(root, "OK"))
        return true; // we have joined under the name that we wanted
    if (value_items(root, part, 2) != 2)
        return error_set(e, "a message is a list of a word and its content");
    if (!santorini_bot_message(b, part[0], part[1], event, e))
        return false;
    if (event->kind != BOT_TURN)
        text_string(out, "\"OK\"\n");
    return true;
}

const struct protocol protocol_santorini = {
    .is_opening = santorini_is_join,
    .name = santorini_name,
    .begin = santorini_begin,
    .ask = santorini_ask,
    .over = santorini_over,
    .finish = santorini_finish,
    .read = santorini_read,
    .attempt = santorini_attempt,
    .imagine = santorini_imagine,
    .bot_open = santorini_bot_open,
    .bot_move = santorini_bot_move,
    .bot_read = santorini_bot_read,
};
