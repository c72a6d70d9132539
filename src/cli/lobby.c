#include "cli/lobby.h"

#include "base/clock.h"
#include "cli/lobby_inside.h"
#include "cli/notice.h"
#include "cli/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_MS = 50 };

void lobby_fail(struct lobby *l, const char *words)
{
    if (l->failed)
        return;
    l->failed = true;
    error_set(&l->error, "nobody can be let in: %s", words);
    if (l->events)
        l->events->broke(l->user, &l->error);
}

// --- Doors ---

// A port is opened once.
static struct lobby_door *find_door(struct lobby *l, const char *port, const struct wire *wire,
    int64_t patience_ns, struct error *e)
{
    struct lobby_door **at = &l->doors;
    while (*at && strcmp((*at)->port, port) != 0)
        at = &(*at)->next;
    struct lobby_door *d = *at;
    if (d && wire_is_told_apart(wire, d->player.wire))
        d->any_dialect = true;
    else if (d && d->player.wire != wire) {
        error_set(e, "the players at %.80s speak %s and %s: give each its own port", port,
            d->player.wire->name, wire->name);
        return NULL;
    }
    if (d)
        return d;
    d = *at = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "out of memory");
        return NULL;
    }
    d->lobby = l;
    d->patience_ns = patience_ns;
    snprintf(d->port, sizeof d->port, "%s", port);
    d->player = (struct player){.name = "visitor", .text = d->port, .wire = wire};
    visitor_await(d);
    return d;
}

// Once the port is really open: whoever reads this may connect.
static void announce(struct lobby_door *d)
{
    const struct lobby *l = d->lobby;
    const struct link *link = d->awaited ? d->awaited->session.link : NULL;
    if (d->announced || !link || link_port(link) == 0)
        return;
    d->announced = true;
    struct text who = text_growing();
    if (l->invited > 0 && l->enough == 0)
        text_string(&who, "bots");
    else if (l->invited > 0)
        text_format(&who, "%s%zu bot%s", l->invited > l->enough ? "up to " : "", d->places,
            d->places == 1 ? "" : "s");
    for (size_t i = 0; l->invited == 0 && i < l->place_count; i++) {
        if (l->places[i]->door == d)
            text_format(&who, "%s%s", who.length > 0 ? ", " : "", l->places[i]->player.name);
    }
    const struct wire *wire = d->player.wire;
    struct text spoken = text_growing();
    text_string(&spoken, wire->name);
    for (const struct wire *w = wires; d->any_dialect && w->name; w++) {
        if (wire_is_told_apart(w, wire))
            text_format(&spoken, " or %s", w->name);
    }
    notice_say("waiting for %s at %s (%s%s)", who.bytes, link_address(link), spoken.bytes,
        wire->many_games ? "" : ": one connection per game, so they come back for the next");
    text_destroy(&spoken);
    text_destroy(&who);
}

// --- Looking around ---

static bool has_gathered(const struct lobby *l)
{
    if (l->failed || l->entered || stop_asked() ||
        (l->until_ns > 0 && clock_now_ns() > l->until_ns))
        return true;
    return l->enough > 0 && lobby_present(l) >= l->enough;
}

static void look(uv_timer_t *timer)
{
    struct lobby *l = timer->data;
    for (struct lobby_door *d = l->doors; d; d = d->next) {
        visitor_await(d);
        announce(d);
    }
    for (struct lobby_visitor *v = l->visitors, *next; v; v = next) {
        next = v->next;
        visitor_look(v);
    }
    for (size_t i = 0; i < l->place_count; i++)
        place_update(l->places[i]);
    if (l->gathering && has_gathered(l))
        uv_stop(&l->runner.loop);
}

static void key_pressed(uv_poll_t *keyboard, int status, int events)
{
    (void)status;
    (void)events;
    struct lobby *l = keyboard->data;
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count <= 0)
        uv_poll_stop(keyboard);
    else if (lobby_present(l) < SEATS)
        notice_say("two players are needed, and there %s %zu", lobby_present(l) == 1 ? "is" : "are",
            lobby_present(l));
    else
        l->entered = true;
}

// --- From outside ---

bool lobby_init(struct lobby *l, struct error *e)
{
    *l = (struct lobby){0};
    if (!runner_init(&l->runner, e))
        return false;
    uv_timer_init(&l->runner.loop, &l->look);
    l->look.data = l;
    uv_timer_start(&l->look, look, LOOK_MS, LOOK_MS);
    return true;
}

// Until nobody owes an acknowledgement: each has its time, which visitor_look sees to.
static void await_acks(struct lobby *l)
{
    bool owed = true;
    while (owed && !stop_asked()) {
        owed = false;
        for (const struct lobby_visitor *v = l->visitors; v; v = v->next)
            owed = owed || (!v->gone && ack_is_owed(&v->session.ack));
        if (owed)
            uv_run(&l->runner.loop, UV_RUN_ONCE);
    }
}

void lobby_destroy(struct lobby *l)
{
    l->events = NULL;
    if (l->dismissed)
        await_acks(l);
    l->closing = true;
    uv_close((uv_handle_t *)&l->look, NULL);
    for (struct lobby_visitor *v = l->visitors; v; v = v->next) {
        if (!v->gone)
            session_close(&v->session, !v->connected);
        v->gone = true;
    }
    while (l->visitors)
        uv_run(&l->runner.loop, UV_RUN_ONCE);
    runner_destroy(&l->runner);
    while (l->place_count > 0)
        place_remove(l->places[l->place_count - 1]);
    for (struct lobby_door *d = l->doors, *next; d; d = next) {
        next = d->next;
        free(d);
    }
}

bool lobby_expect(
    struct lobby *l, const struct player *player, int number, int64_t patience_ns, struct error *e)
{
    struct lobby_door *d = find_door(l, player->text, player->wire, patience_ns, e);
    if (!d)
        return false;
    struct lobby_place *p = place_add(d, player);
    if (!p)
        return error_set(e, "out of memory, or more than %d players", LOBBY_PLACES_MOST);
    p->number = number;
    p->patience_ns = patience_ns;
    if (d->patience_ns < patience_ns)
        d->patience_ns = patience_ns;
    d->places++;
    return true;
}

bool lobby_invite(struct lobby *l, const char *port, const struct wire *wire, bool any_dialect,
    size_t most, int64_t patience_ns, struct error *e)
{
    struct lobby_door *d = find_door(l, port, wire, patience_ns, e);
    if (!d)
        return false;
    d->any_dialect = any_dialect;
    d->places += most;
    l->invited += most;
    return true;
}

bool lobby_gather(struct lobby *l, size_t enough, int64_t wait_ms, bool by_hand, struct error *e)
{
    l->gathering = true;
    l->enough = enough;
    l->until_ns = wait_ms > 0 ? clock_now_ns() + wait_ms * NS_PER_MS : 0;
    uv_poll_t keyboard;
    by_hand = by_hand && isatty(STDIN_FILENO) == 1 &&
        uv_poll_init(&l->runner.loop, &keyboard, STDIN_FILENO) == 0;
    if (by_hand) {
        keyboard.data = l;
        uv_poll_start(&keyboard, UV_READABLE, key_pressed);
        notice_say("press Enter to begin with those who have joined");
    }
    uv_run(&l->runner.loop, UV_RUN_DEFAULT);
    if (by_hand) {
        uv_close((uv_handle_t *)&keyboard, NULL);
        uv_run(&l->runner.loop, UV_RUN_NOWAIT);
    }
    l->gathering = false;
    if (l->failed)
        *e = l->error;
    return !l->failed;
}

size_t lobby_present(const struct lobby *l)
{
    size_t count = 0;
    for (size_t i = 0; i < l->place_count; i++)
        count += place_is_ready(l->places[i]);
    return count;
}

const struct player *lobby_missing(const struct lobby *l, const char **where)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (place_is_ready(l->places[i]))
            continue;
        *where = l->places[i]->door->port;
        return &l->places[i]->player;
    }
    return NULL;
}

static int by_port_and_name(const void *a, const void *b)
{
    const struct lobby_place *const *x = a, *const *y = b;
    if ((*x)->door != (*y)->door) {
        for (const struct lobby_door *d = (*x)->door->lobby->doors;; d = d->next) {
            if (d == (*x)->door || d == (*y)->door)
                return d == (*x)->door ? -1 : 1;
        }
    }
    return strcmp((*x)->name, (*y)->name);
}

void lobby_close_list(struct lobby *l)
{
    l->invited = 0;
    // Who has not accepted its name yet comes too late.
    for (size_t i = l->place_count; i-- > 0;) {
        struct lobby_place *p = l->places[i];
        if (place_is_ready(p))
            continue;
        struct lobby_visitor *v = p->visitor;
        visitor_leave_place(v, "did not accept its name in time");
        visitor_turn_away(v, "the contest has begun");
        place_remove(p);
    }
    qsort(l->places, l->place_count, sizeof *l->places, by_port_and_name);
    for (size_t i = 0; i < l->place_count; i++)
        l->places[i]->number = (int)i;
    for (struct lobby_door *d = l->doors; d; d = d->next)
        d->places = place_count_at(d);
}

static struct lobby_place *place_of(const struct lobby *l, int number)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (l->places[i]->number == number)
            return l->places[i];
    }
    return NULL;
}

const struct player *lobby_player(const struct lobby *l, int number)
{
    const struct lobby_place *p = place_of(l, number);
    return p ? &p->player : NULL;
}

void lobby_attend(struct lobby *l, const struct lobby_events *events, void *user)
{
    l->user = user;
    l->events = events;
    if (l->failed && events)
        events->broke(user, &l->error);
    for (size_t i = 0; i < l->place_count; i++)
        place_update(l->places[i]);
}

static void tell_absent(struct lobby *l, const struct lobby_place *p)
{
    char array[LOBBY_WHY_BYTES + 160];
    struct text words = TEXT_IN(array);
    text_format(&words, "%s is absent: %s. Its games are lost until it comes back", p->player.name,
        p->why_away);
    if (l->events)
        l->events->absent(l->user, p->number, array);
}

struct session *lobby_take(struct lobby *l, int number)
{
    struct lobby_place *p = place_of(l, number);
    p->free = false;
    p->playing = p->visitor != NULL;
    if (!p->visitor && !p->missed)
        tell_absent(l, p);
    p->missed = !p->visitor;
    return p->visitor ? &p->visitor->session : NULL;
}

void lobby_give_back(struct lobby *l, int number, struct session *session, const char *why)
{
    struct lobby_place *p = place_of(l, number);
    struct lobby_visitor *v = p->visitor, *heir = p->heir;
    p->playing = false;
    p->heir = NULL;
    if (v && session) {
        session->events = &visitor_events;
        session->user = v;
        v->since_ns = clock_now_ns();
    } else if (v) {
        place_leave(p, why);
        visitor_forget(v);
    }
    if (heir) {
        heir->place = NULL;
        visitor_return_to(heir, p);
    }
    place_update(p);
}

const char *lobby_why_away(const struct lobby *l, int number)
{
    return place_of(l, number)->why_away;
}

bool lobby_is_deserted(const struct lobby *l)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (!place_is_away(l->places[i]))
            return false;
    }
    return true;
}

const char *lobby_wire_name(const struct lobby *l, int number)
{
    const struct lobby_place *p = place_of(l, number);
    return p ? p->name : NULL;
}

void lobby_farewell(
    struct lobby *l, const struct wire_result *results, size_t count, const struct budget *budgets)
{
    await_acks(l); // of the last games
    l->dismissed = true;
    for (size_t i = 0; i < l->place_count; i++) {
        const struct lobby_place *p = l->places[i];
        struct lobby_visitor *v = p->visitor;
        if (!v || v->gone || !v->door->player.wire->many_games ||
            v->session.wire.waits != WIRE_IDLE)
            continue;
        struct text out = text_growing();
        wire_seat_finish(&v->session.wire, results, count, &out);
        if (out.length > 0)
            session_send(&v->session, out.bytes, out.length);
        session_await_ack(&v->session, &budgets[p->number], "the end of the contest");
        text_destroy(&out);
    }
}
