#include "cli/host.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long a bot may take to say its name where it need not say one.
enum { NAME_WAIT_MS = 300 };

static void visitor_opened(struct seat *s, struct moment at)
{
    struct visitor *v = s->user;
    v->connected = true;
    v->since_ns = at.now_ns;
    struct text out = text_growing();
    wire_seat_open(&s->wire, &out);
    if (out.length > 0)
        seat_send(s, out.bytes, out.length);
    text_destroy(&out);
    if (!v->host->closing)
        lobby_await_next(v->host);
}

static bool name_is_taken(const char *name, void *context)
{
    const struct host *h = context;
    for (int i = 0; i < h->entrant_count; i++) {
        if (strcmp(h->entrants[i].player.name, name) == 0)
            return true;
    }
    return false;
}

// The place of somebody who is away and calls itself so ("": says no name); -1: there is none.
static int find_absent(const struct host *h, const char *wanted)
{
    for (int i = 0; i < h->entrant_count; i++) {
        const struct entrant *e = &h->entrants[i];
        if (!e->visitor && !e->playing && strcmp(e->wanted, wanted) == 0)
            return i;
    }
    return -1;
}

// A new entrant, if there is room for one; else -1.
static int admit(struct host *h, const char *name, const char *wanted)
{
    if (h->entrant_count == h->players)
        return -1;
    struct entrant *e = &h->entrants[h->entrant_count];
    e->player = h->door;
    snprintf(e->wanted, sizeof e->wanted, "%.*s", WIRE_NAME_LETTERS, wanted);
    snprintf(e->player.name, sizeof e->player.name, "%s", name);
    fprintf(stderr, "%s joined (%d of %" PRId64 ")\n", name, h->entrant_count + 1, h->players);
    return h->entrant_count++;
}

static void turn_away(struct visitor *v, const char *why)
{
    if (v->gone)
        return;
    v->gone = true;
    fprintf(stderr, "a bot from %s was turned away: %s\n",
        v->seat.link ? link_address(v->seat.link) : "somewhere", why);
    seat_close(&v->seat, false);
}

static void settle_in(struct visitor *v, int entrant)
{
    struct host *h = v->host;
    v->entrant = entrant;
    h->entrants[entrant].visitor = v;
    v->seat.player = &h->entrants[entrant].player;
}

static void make_name(struct host *h, const char *wanted, char name[REFEREE_NAME_BYTES])
{
    if (h->wire->bot_opens) {
        char made[WIRE_NAME_BYTES];
        wire_name_make(made, wanted, name_is_taken, h);
        snprintf(name, REFEREE_NAME_BYTES, "%s", made);
        return;
    }
    snprintf(name, REFEREE_NAME_BYTES, "%.50s", wanted);
    for (int i = 2; name_is_taken(name, h); i++)
        snprintf(name, REFEREE_NAME_BYTES, "%.50s-%d", wanted, i);
}

// A bot that said its name: somebody who comes back, or somebody new.
static void receive_named(struct visitor *v, const char *wanted)
{
    struct host *h = v->host;
    v->named = true;
    int known = h->wire->many_games ? -1 : find_absent(h, wanted);
    if (known < 0) {
        char name[REFEREE_NAME_BYTES];
        make_name(h, wanted, name);
        known = admit(h, name, wanted);
    }
    if (known < 0) {
        turn_away(v, "all places are taken");
        return;
    }
    settle_in(v, known);
    struct text out = text_growing();
    wire_seat_name(&v->seat.wire, h->entrants[known].player.name, &out);
    if (out.length > 0)
        seat_send(&v->seat, out.bytes, out.length);
    text_destroy(&out);
}

// A bot that says no name takes the first place that is nobody's now.
static void receive_unnamed(struct visitor *v)
{
    struct host *h = v->host;
    v->named = true;
    int entrant = find_absent(h, "");
    if (entrant < 0) {
        char name[32];
        snprintf(name, sizeof name, "player-%d", h->entrant_count + 1);
        entrant = admit(h, name, "");
    }
    if (entrant < 0)
        turn_away(v, "all places are taken");
    else
        settle_in(v, entrant);
}

static void visitor_received(struct seat *s, const char *bytes, size_t length, struct moment at)
{
    (void)at;
    struct visitor *v = s->user;
    struct fault fault;
    if (!wire_seat_feed(&s->wire, bytes, length, &fault)) {
        turn_away(v, fault.words);
        return;
    }
    struct wire_event event;
    for (;;) {
        switch (wire_seat_next(&s->wire, &event, &fault)) {
        case WIRE_NOTHING:
            host_look_around(v->host);
            return;
        case WIRE_NAMED:
            receive_named(v, event.name);
            break;
        case WIRE_FAULT:
            turn_away(v, fault.words);
            return;
        default:
            break;
        }
        if (v->gone)
            return;
    }
}

static void visitor_chose(struct seat *s, move m, struct moment at)
{
    (void)s;
    (void)m;
    (void)at;
}

static void visitor_lost(struct seat *s, const struct fault *fault, bool ours, struct moment at)
{
    struct visitor *v = s->user;
    struct host *h = v->host;
    if (v->gone)
        return;
    v->gone = true;
    if (!v->connected) {
        fprintf(stderr, "agon: nobody can be let in: %s\n", fault->words);
        h->closing = true;
    }
    (void)ours;
    if (v->entrant >= 0) {
        h->entrants[v->entrant].visitor = NULL;
        h->entrants[v->entrant].away_since_ns = at.now_ns;
    }
    seat_close(s, false);
    host_look_around(h);
}

static void visitor_noted(struct seat *s, const char *words)
{
    (void)s;
    (void)words;
}

static void visitor_leaves(struct seat *s)
{
    (void)s;
}

void lobby_forget(struct visitor *v)
{
    struct host *h = v->host;
    for (struct visitor **at = &h->visitors; *at; at = &(*at)->next) {
        if (*at == v) {
            *at = v->next;
            break;
        }
    }
    free(v);
    // The port stays open as long as the loop runs; when everybody has left, it may end.
    if (h->closing && !h->visitors && !h->pairings)
        uv_stop(&h->runner.loop);
}

static void visitor_closed(struct seat *s)
{
    lobby_forget(s->user);
}

const struct seat_events lobby_events = {
    .opened = visitor_opened,
    .received = visitor_received,
    .chose = visitor_chose,
    .lost = visitor_lost,
    .noted = visitor_noted,
    .leaving = visitor_leaves,
    .closed = visitor_closed,
};

void lobby_await_next(struct host *h)
{
    struct visitor *v = calloc(1, sizeof *v);
    if (!v) {
        fprintf(stderr, "agon: out of memory, nobody else is let in\n");
        return;
    }
    *v = (struct visitor){.host = h, .entrant = -1, .next = h->visitors};
    h->visitors = v;
    seat_init(&v->seat, &h->runner, &h->door, &lobby_events, v);
    if (!v->seat.link)
        lobby_forget(v);
}

// Once the port is really open: whoever reads this may connect.
static void announce(struct host *h)
{
    const struct visitor *v = h->visitors;
    if (h->announced || !v || v->gone || !v->seat.link || link_port(v->seat.link) == 0)
        return;
    h->announced = true;
    fprintf(stderr, "waiting for %" PRId64 " bots at %s (%s%s)\n", h->players,
        link_address(v->seat.link), h->wire->name,
        h->wire->many_games ? "" : ": one connection per game, so they come back for the next");
}

void lobby_look(struct host *h)
{
    announce(h);
    int64_t now = clock_now_ns();
    for (struct visitor *v = h->visitors, *next; v; v = next) {
        next = v->next;
        if (!v->connected || v->named || v->gone)
            continue;
        int64_t waited = now - v->since_ns;
        if (!h->wire->bot_opens && waited > NAME_WAIT_MS * NS_PER_MS)
            receive_unnamed(v);
        else if (waited > h->budget.start_ns)
            turn_away(v, "it did not say its name in time");
    }
}
