// Santorini over the course's remote protocol (dialect `santorini-course`). It has no
// acknowledgements, and no word says which kind of message one is: that shows only in its form.
#include "wire/protocols/santorini_common.h"

#include "wire/protocols/put.h"

// --- The arena's side ---

static void course_name(struct wire_stream *s, struct text *out)
{
    if (strcmp(s->name, s->wanted) != 0)
        text_format(out, "[\"playing-as\",\"%s\"]\n", s->name);
}

static void course_begin(struct wire_stream *s, const struct wire_game *g, struct text *out)
{
    (void)g;
    text_format(out, "\"%s\"\n", s->opponent);
}

static void course_ask(struct wire_stream *s, struct text *out)
{
    struct santorini_spot spots[SANTORINI_PLACED];
    int count = santorini_placed(&s->asked, spots);
    char message[SANTORINI_MESSAGE_BYTES];
    char *at = message;
    if (count == SANTORINI_PLACED) {
        at = santorini_put_board(at, s);
    } else {
        *at++ = '[';
        for (int i = 0; i < count; i++) {
            at = put_string(at, i > 0 ? ",[\"" : "[\"");
            at = put_string(at, santorini_owner(s, spots[i].seat));
            *at++ = (char)('1' + spots[i].worker);
            at = put_small(put_string(at, "\","), spots[i].x);
            *at++ = ',';
            at = put_small(at, spots[i].y);
            *at++ = ']';
        }
        *at++ = ']';
    }
    *at++ = '\n';
    text_bytes(out, message, (size_t)(at - message));
}

static void course_over(
    struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken, struct text *out)
{
    (void)end;
    (void)out;
    santorini_stream_overtake(s, overtaken);
}

static void course_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out)
{
    (void)s;
    if (count == 0)
        return; // an empty list would ask for a placement; the end of the stream is enough
    text_char(out, '[');
    for (size_t i = 0; i < count; i++)
        text_format(out, "%s[\"%s\",\"%s\"%s]", i > 0 ? "," : "", results[i].winner,
            results[i].loser, results[i].irregular ? ",\"irregular\"" : "");
    text_string(out, "]\n");
}

static bool course_is_name(struct value root)
{
    return value_kind(root) == VALUE_STRING;
}

static enum wire_event_kind course_read_name(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    if (!value_string(r->root, s->wanted, sizeof s->wanted))
        return reply_malformed(r, "S1", r->root, "your name in quotes");
    // A name that is too long was cut. It must not look like a right one.
    if ((size_t)(r->root.end - r->root.at) > sizeof s->wanted + 1)
        s->wanted[0] = '-';
    event->name = s->wanted;
    return WIRE_NAMED;
}

// Whether this is the answer to a request of a game that has ended. A placement and a turn differ
// in their first part, so only a real answer to that request is dropped.
static bool course_is_late(struct wire_stream *s, struct value root)
{
    struct value first;
    struct santorini_stream own = santorini_stream_load(s);
    if (own.late_reply == SANTORINI_NONE_LATE)
        return false;
    enum value_kind kind = own.late_reply == SANTORINI_PLACE_LATE ? VALUE_NUMBER : VALUE_STRING;
    bool late = value_items(root, &first, 1) > 0 && value_kind(first) == kind;
    own.late_reply = SANTORINI_NONE_LATE;
    santorini_stream_store(s, own);
    return late;
}

// Reads a worker: "ann1" is the player's own name and a number.
static bool course_read_worker(
    const struct wire_stream *s, const struct reply *r, struct value v, int *worker)
{
    char word[WIRE_NAME_BYTES + 1];
    size_t letters = 0;
    if (value_string(v, word, sizeof word))
        letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    if (letters == 0 || word[letters] < '0' || word[letters] > '9' || word[letters + 1] != '\0') {
        reply_malformed(r, "S5", v, "a worker: \"%s1\" or \"%s2\"", s->name, s->name);
        return false;
    }
    *worker = word[letters] - '1';
    word[letters] = '\0';
    if (strcmp(word, s->name) != 0 || *worker < 0 || *worker >= SANTORINI_WORKERS) {
        reply_illegal(r, "S5", v, "your own worker: \"%s1\" or \"%s2\"", s->name, s->name);
        return false;
    }
    return true;
}

static enum wire_event_kind course_read_turn(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    struct value part[5];
    if (value_is(r->root, s->name))
        return WIRE_RESIGNED;
    int count = value_items(r->root, part, 5);
    if (count != 3 && count != 5)
        return reply_malformed(
            r, "S5", r->root, "[worker, EW, NS], [worker, EW, NS, EW, NS], or your name");
    struct santorini_move m = {.builds = count == 5};
    if (!course_read_worker(s, r, part[0], &m.worker) ||
        !santorini_read_direction(r, part[1], part[2], &m.dx, &m.dy) ||
        (m.builds && !santorini_read_direction(r, part[3], part[4], &m.bx, &m.by)))
        return WIRE_FAULT;
    return santorini_judge_turn(s, r, &m, part[1], m.builds ? part[3] : part[0], event);
}

static enum wire_event_kind course_read(
    struct wire_stream *s, const struct reply *r, struct wire_event *event)
{
    if (s->waits == WIRE_NAME)
        return course_read_name(s, r, event);
    if (course_is_late(s, r->root))
        return WIRE_LATE;
    struct santorini_spot spots[SANTORINI_PLACED];
    if (santorini_placed(&s->asked, spots) == SANTORINI_PLACED)
        return course_read_turn(s, r, event);
    struct value part[2];
    if (value_items(r->root, part, 2) != 2)
        return reply_malformed(r, "S4", r->root, "[x, y]");
    return santorini_read_place(s, r, part[0], part[1], event);
}

// --- The bot's side ---

static void course_bot_open(struct wire_bot *b, struct text *out)
{
    text_format(out, "\"%s\"\n", b->name);
}

static void course_bot_move(struct wire_bot *b, move m, struct text *out)
{
    struct santorini_move parts;
    if (!santorini_unpack(m, &parts))
        return;
    if (parts.places) {
        text_format(out, "[%d,%d]\n", parts.x, parts.y);
        return;
    }
    text_format(out, "[\"%s%d\",\"%s\",\"%s\"", b->name, parts.worker + 1,
        santorini_east_west(parts.dx), santorini_north_south(parts.dy));
    if (parts.builds)
        text_format(
            out, ",\"%s\",\"%s\"", santorini_east_west(parts.bx), santorini_north_south(parts.by));
    text_string(out, "]\n");
}

static bool course_bot_place(
    struct wire_bot *b, const struct value *workers, int count, struct error *e)
{
    int squares[SANTORINI_PLACED][2];
    for (int i = 0; i < count; i++) {
        struct value part[3];
        if (value_items(workers[i], part, 3) != 3)
            return error_set(e, "S4: a worker is [name, x, y]");
        for (int k = 0; k < 2; k++) {
            int64_t number;
            if (!value_integer(part[1 + k], &number) || number < 0 || number >= SANTORINI_MAX_SIZE)
                return error_set(e, "S4: x and y are integers on the board");
            squares[i][k] = (int)number;
        }
    }
    return santorini_bot_placing(b, (const int(*)[2])squares, count, e);
}

// Whether this is the first part of a list of results: pairs of names, some with "irregular".
static bool course_is_results(struct value first)
{
    struct value part[3];
    int count = value_items(first, part, 3);
    return (count == 2 || count == 3) && value_kind(part[0]) == VALUE_STRING &&
        value_kind(part[1]) == VALUE_STRING;
}

static bool course_is_placement(struct value first)
{
    struct value part[3];
    return value_items(first, part, 3) == 3 && value_kind(part[1]) == VALUE_NUMBER &&
        value_kind(part[2]) == VALUE_NUMBER && value_kind(part[0]) == VALUE_STRING;
}

static void course_bot_resign(struct wire_bot *b, struct text *out)
{
    text_format(out, "\"%s\"\n", b->name);
}

static bool course_bot_read(struct wire_bot *b, struct value root, struct wire_bot_event *event,
    struct text *out, struct error *e)
{
    (void)out;
    struct value part[SANTORINI_PLACED];
    if (value_kind(root) == VALUE_STRING) {
        event->kind = BOT_GAME;
        b->seat = NOBODY;
        return santorini_bot_name(root, b->opponent, e);
    }
    int count = value_items(root, part, SANTORINI_PLACED);
    if (count == 2 && value_is(part[0], "playing-as")) {
        event->kind = BOT_NAMED;
        return value_string(part[1], b->name, sizeof b->name) ||
            error_set(e, "S1: the new name is not a string");
    }
    if (count == 0 || (count > 0 && count < SANTORINI_PLACED && course_is_placement(part[0]))) {
        event->kind = BOT_TURN;
        return course_bot_place(b, part, count, e);
    }
    if (count > 0 && course_is_results(part[0])) {
        event->kind = BOT_FINISHED;
        return true;
    }
    event->kind = BOT_TURN;
    return santorini_bot_board(b, root, e);
}

const struct protocol protocol_santorini_course = {
    .is_opening = course_is_name,
    .name = course_name,
    .begin = course_begin,
    .ask = course_ask,
    .over = course_over,
    .finish = course_finish,
    .read = course_read,
    .attempt = santorini_attempt,
    .imagine = santorini_imagine,
    .bot_open = course_bot_open,
    .bot_move = course_bot_move,
    .bot_resign = course_bot_resign,
    .bot_read = course_bot_read,
};
