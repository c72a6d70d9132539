// Reads a refused placement or turn of Santorini a second time, for wire_explain, in both dialects.
#include "wire/protocols/santorini_common.h"

// A turn as it was sent. There may be no worker `id`.
struct sent {
    struct santorini_move move;
    int64_t id;
    bool own, others; // it names the sender, or the opponent
};

// --- Reading ---

static bool attempt_read_direction(
    struct value east_west, struct value north_south, int *dx, int *dy)
{
    const struct reply nobody_asks = {.fault = NULL};
    return santorini_read_direction(&nobody_asks, east_west, north_south, dx, dy);
}

static void attempt_read_name(const struct wire_stream *s, const char *name, struct sent *sent)
{
    sent->own = strcmp(name, s->name) == 0;
    sent->others = strcmp(name, s->opponent) == 0;
}

// [["move", {"player": "ann", "id": 1}, [EW, NS]], ["build", [EW, NS]]]
static bool attempt_read_published(
    const struct wire_stream *s, struct value root, struct sent *sent)
{
    struct value part[2], step[3], build[2], way[2], player, id;
    char name[WIRE_NAME_BYTES + 1];
    struct santorini_move *m = &sent->move;
    int count = value_items(root, part, 2);
    if ((count != 1 && count != 2) || value_items(part[0], step, 3) != 3 ||
        !value_member(step[1], "player", &player) || !value_string(player, name, sizeof name) ||
        !value_member(step[1], "id", &id) || !value_integer(id, &sent->id) ||
        value_items(step[2], way, 2) != 2 ||
        !attempt_read_direction(way[0], way[1], &m->dx, &m->dy))
        return false;
    attempt_read_name(s, name, sent);
    m->builds = count == 2;
    return !m->builds ||
        (value_items(part[1], build, 2) == 2 && value_items(build[1], way, 2) == 2 &&
            attempt_read_direction(way[0], way[1], &m->bx, &m->by));
}

// ["ann1", EW, NS, EW, NS]
static bool attempt_read_course(const struct wire_stream *s, struct value root, struct sent *sent)
{
    struct value part[5];
    char name[WIRE_NAME_BYTES + 2];
    struct santorini_move *m = &sent->move;
    int count = value_items(root, part, 5);
    if ((count != 3 && count != 5) || !value_string(part[0], name, sizeof name) ||
        name[0] == '\0' || !attempt_read_direction(part[1], part[2], &m->dx, &m->dy))
        return false;
    char *last = name + strlen(name) - 1;
    sent->id = *last - '0';
    *last = '\0';
    attempt_read_name(s, name, sent);
    m->builds = count == 5;
    return !m->builds || attempt_read_direction(part[3], part[4], &m->bx, &m->by);
}

// --- Slips ---

static move attempt_turn_of(struct santorini_move m, int64_t id)
{
    bool is_move = id >= 1 && id <= SANTORINI_WORKERS && m.dx >= -1 && m.dx <= 1 && m.dy >= -1 &&
        m.dy <= 1 && m.bx >= -1 && m.bx <= 1 && m.by >= -1 && m.by <= 1;
    m.worker = (int)id - 1;
    return is_move ? santorini_pack(&m) : MOVE_NONE;
}

// Whether the step would be legal with another build, or without one: then the build was wrong.
static bool attempt_is_step_right(const position *p, struct santorini_move m, int64_t id)
{
    move moves[MOVES_MAX];
    struct santorini_move legal;
    int count = game_santorini.moves(p, moves);
    for (int i = 0; i < count; i++) {
        if (santorini_unpack(moves[i], &legal) && !legal.places && legal.worker == id - 1 &&
            legal.dx == m.dx && legal.dy == m.dy)
            return true;
    }
    return false;
}

static void attempt_try_step_slips(struct attempt *a, struct santorini_move m, int64_t id)
{
    struct santorini_move flipped = m, swapped = m;
    flipped.dy = -m.dy;
    flipped.by = -m.by;
    attempt_try(a, SLIP_NORTH_SOUTH, attempt_turn_of(flipped, id));
    swapped.dx = m.dy;
    swapped.dy = m.dx;
    swapped.bx = m.by;
    swapped.by = m.bx;
    attempt_try(a, SLIP_SWAPPED, attempt_turn_of(swapped, id));
    attempt_try(a, SLIP_OTHER_WORKER, attempt_turn_of(m, 3 - id));
}

static void attempt_try_turn_slips(
    const struct wire_stream *s, const struct sent *sent, struct attempt *a)
{
    const struct santorini_move m = sent->move;
    if (!sent->own) {
        attempt_try(a, SLIP_OTHER_PLAYER, sent->others ? a->move : MOVE_NONE);
        attempt_try(a, SLIP_OTHER_NAME, a->move);
        return;
    }
    attempt_try(a, SLIP_STALE, a->move);
    if (sent->id == 0) {
        attempt_try(a, SLIP_TOO_LOW, attempt_turn_of(m, 1));
    } else if (attempt_is_step_right(&s->asked, m, sent->id)) {
        struct santorini_move from = m;
        from.bx = m.bx - m.dx;
        from.by = m.by - m.dy;
        attempt_try(a, SLIP_BUILD_FROM, m.builds ? attempt_turn_of(from, sent->id) : MOVE_NONE);
    } else {
        attempt_try_step_slips(a, m, sent->id);
    }
}

// --- Meaning ---

static void attempt_say_turn(const struct wire_stream *s, const struct sent *sent, struct text *out)
{
    const struct santorini_move *m = &sent->move;
    int x, y;
    if (!sent->own || sent->id < 1 || sent->id > SANTORINI_WORKERS ||
        !santorini_worker(&s->asked, s->seat, (int)sent->id - 1, &x, &y))
        return;
    text_format(
        out, "worker %d steps from (%d,%d) to (%d,%d)", (int)sent->id, x, y, x + m->dx, y + m->dy);
    if (m->builds)
        text_format(out, " and builds on (%d,%d)", x + m->dx + m->bx, y + m->dy + m->by);
}

static void attempt_turn(const struct wire_stream *s, struct value root, struct attempt *a)
{
    struct sent sent = {0};
    if (!attempt_read_published(s, root, &sent)) {
        sent = (struct sent){0};
        if (!attempt_read_course(s, root, &sent))
            return;
    }
    a->move = attempt_turn_of(sent.move, sent.id);
    attempt_say_turn(s, &sent, &a->meaning);
    attempt_try_turn_slips(s, &sent, a);
}

// Nearly every square is free, so swapped coordinates are nearly always legal, and that says
// nothing about the slip. A number just beyond the edge does.
static void attempt_place(const struct wire_stream *s, struct value root, struct attempt *a)
{
    struct value part[3];
    int count = value_items(root, part, 3);
    int64_t x, y;
    if ((count != 2 && count != 3) || !value_integer(part[count - 2], &x) ||
        !value_integer(part[count - 1], &y))
        return;
    int size = santorini_size(&s->asked);
    if (x < 0 || x > size || y < 0 || y > size)
        return;
    struct santorini_move m = {.places = true, .x = (int)x, .y = (int)y};
    if (x < size && y < size) {
        a->move = santorini_pack(&m);
        text_format(&a->meaning, "x %d, y %d", m.x, m.y);
        attempt_try(a, SLIP_STALE, a->move);
    } else if (x >= 1 && y >= 1) {
        m.x--;
        m.y--;
        attempt_try(a, SLIP_TOO_HIGH, santorini_pack(&m));
    }
}

void santorini_attempt(const struct wire_stream *s, struct value root, struct attempt *a)
{
    struct santorini_spot spots[SANTORINI_PLACED];
    if (santorini_placed(&s->asked, spots) < SANTORINI_PLACED)
        attempt_place(s, root, a);
    else
        attempt_turn(s, root, a);
}

void santorini_imagine(position *board, const position *request, int seat)
{
    (void)request;
    struct santorini p = santorini_load(board);
    p.turn = (uint8_t)seat;
    *board = santorini_store(&p);
}
