// The visitors of a lobby: connections, from the moment at which they come until it is known whose
// they are, and between two games.
#include "base/clock.h"
#include "cli/lobby_inside.h"
#include "cli/notice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_WAIT_MS = 300, // for a name that need not be said
    VISITORS_MOST = 4 * LOBBY_PLACES_MOST,
};

void visitor_turn_away(struct lobby_visitor *v, const char *why)
{
    if (v->gone)
        return;
    v->gone = true;
    notice_say("a bot from %s was turned away: %s",
        v->session.link ? link_address(v->session.link) : "somewhere", why);
    session_close(&v->session, false);
}

// --- Places ---

// Whatever becomes of the place from here on, the session has no part in it: it is a visitor's
// again.
void visitor_leave_place(struct lobby_visitor *v, const char *why)
{
    struct lobby *l = v->lobby;
    struct lobby_place *p = v->place;
    v->place = NULL;
    if (!p)
        return;
    if (p->heir == v) {
        p->heir = NULL;
        return;
    }
    v->session.player = &v->door->player;
    place_leave(p, why);
    if (l->invited > 0) {
        notice_say("%s left", p->player.name);
        place_remove(p);
    } else {
        place_update(p);
    }
}

// A player that is there is there no more; whoever misses it later reads why.
static void send_away(struct lobby_visitor *v, const char *why)
{
    const struct lobby_place *p = v->place;
    if (!p || p->visitor != v || v->lobby->invited > 0) {
        visitor_leave_place(v, why);
        visitor_turn_away(v, why);
        return;
    }
    notice_say("%s was disconnected: %s", p->player.name, why);
    visitor_leave_place(v, why);
    v->gone = true;
    session_close(&v->session, false);
}

static void settle_in(struct lobby_visitor *v, struct lobby_place *p)
{
    v->place = p;
    v->since_ns = clock_now_ns();
    v->session.player = &p->player;
    p->visitor = v;
    if (v->wanted[0] != '\0')
        snprintf(p->wanted, sizeof p->wanted, "%s", v->wanted);
    struct text out = text_growing();
    wire_seat_name(&v->session.wire, p->name, &out);
    if (out.length > 0)
        session_send(&v->session, out.bytes, out.length);
    text_destroy(&out);
    place_update(p);
}

void visitor_return_to(struct lobby_visitor *v, struct lobby_place *p)
{
    if (place_is_away(p)) {
        settle_in(v, p);
    } else if (p->playing && !p->heir) {
        v->place = p;
        p->heir = v;
    } else {
        visitor_turn_away(v, "somebody else is there under its name");
    }
}

static void join(struct lobby_visitor *v, const char *name)
{
    struct lobby *l = v->lobby;
    struct lobby_door *d = v->door;
    struct player player = d->player;
    player.wire = v->session.wire.wire;
    snprintf(player.name, sizeof player.name, "%s", name);
    const struct lobby_place *alike = place_looking_like(l, name);
    if (alike) {
        struct error e;
        if (strcmp(alike->name, name) == 0)
            error_set(&e, "its name is taken");
        else
            error_set(&e, "its name, \"%s\", looks like \"%s\", which is taken", name, alike->name);
        visitor_turn_away(v, e.words);
        return;
    }
    bool is_room = l->place_count < l->invited && place_count_at(d) < d->places &&
        (l->enough == 0 || l->place_count < l->enough);
    struct lobby_place *p = is_room ? place_add(d, &player) : NULL;
    if (!p) {
        visitor_turn_away(v, "all places are taken");
        return;
    }
    settle_in(v, p);
    if (l->enough > 0)
        notice_say("%s joined (%zu of %zu)", name, l->place_count, l->enough);
    else
        notice_say("%s joined (%zu)", name, l->place_count);
}

// --- Names ---

static void receive_named(struct lobby_visitor *v, const char *wanted)
{
    struct lobby *l = v->lobby;
    if (v->place)
        return; // it was known by its port already
    snprintf(v->wanted, sizeof v->wanted, "%s", wanted);
    struct lobby_place *p =
        l->invited > 0 ? NULL : place_find(v->door, v->session.wire.wire, wanted);
    char name[WIRE_NAME_BYTES];
    struct error e;
    if (p)
        visitor_return_to(v, p);
    else if (l->invited == 0)
        visitor_turn_away(v, "it is none of the players that are awaited");
    else if (!place_make_name(v->door, wanted, name, &e))
        visitor_turn_away(v, e.words);
    else
        join(v, name);
}

// It says no name, and need not: who has the port for itself is known by it.
static void receive_unnamed(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    if (l->invited == 0) {
        visitor_return_to(v, place_find(v->door, v->door->player.wire, ""));
        return;
    }
    int number = 1;
    for (const struct lobby_door *d = l->doors; d != v->door; d = d->next)
        number++;
    // Somebody may call itself so at another door.
    char name[WIRE_NAME_BYTES];
    do
        snprintf(name, sizeof name, "player-%d", number++);
    while (place_looking_like(l, name));
    join(v, name);
}

// The end of its game, or of the contest, is to be acknowledged in time (S7, S8).
static void look_at_ack(struct lobby_visitor *v)
{
    struct fault fault;
    struct moment now = runner_moment(&v->lobby->runner, clock_now_ns());
    if (session_ack_is_late(&v->session, now, &fault))
        send_away(v, fault.words);
}

void visitor_look(struct lobby_visitor *v)
{
    const struct lobby_door *d = v->door;
    if (!v->connected || v->gone || (v->place && v->place->playing))
        return;
    int64_t waited_ns = clock_now_ns() - v->since_ns;
    bool need_not = d->places == 1 && !d->player.wire->bot_opens;
    if (!v->place && need_not && waited_ns > NAME_WAIT_MS * NS_PER_MS) {
        receive_unnamed(v);
    } else if (!v->place && waited_ns > d->patience_ns) {
        visitor_turn_away(v,
            d->player.wire->bot_opens
                ? "it did not say its name in time"
                : "it says no name: where several players share a port, each must say its own");
    } else if (ack_is_owed(&v->session.ack)) {
        look_at_ack(v);
    } else if (v->session.wire.waits != WIRE_IDLE && waited_ns > d->patience_ns) {
        visitor_leave_place(v, "did not accept its name in time");
        visitor_turn_away(v, "it did not accept its name in time");
    }
}

// --- What the session says ---

static void visitor_opened(struct session *s, struct moment at)
{
    struct lobby_visitor *v = s->user;
    v->connected = true;
    v->since_ns = at.now_ns;
    v->door->awaited = NULL;
    struct text out = text_growing();
    s->wire.any_dialect = v->door->any_dialect;
    wire_seat_open(&s->wire, &out);
    if (out.length > 0)
        session_send(s, out.bytes, out.length);
    text_destroy(&out);
    if (v->door->places == 1 && v->lobby->invited == 0 && !s->wire.wire->bot_opens)
        receive_unnamed(v);
    visitor_await(v->door);
}

// Reads what has come, as far as anyone waits for it. False: it is against the protocol.
static bool take_messages(struct lobby_visitor *v, struct fault *fault)
{
    struct wire_event event;
    while (!v->gone) {
        switch (wire_seat_next(&v->session.wire, &event, fault)) {
        case WIRE_NOTHING:
            return true;
        case WIRE_FAULT:
            return false;
        case WIRE_NAMED:
            receive_named(v, event.name);
            break;
        default:
            break; // an acknowledgement
        }
    }
    return true;
}

static void visitor_received(struct session *s, const char *bytes, size_t length, struct moment at)
{
    (void)at;
    struct lobby_visitor *v = s->user;
    struct fault fault;
    if (!wire_seat_feed(&s->wire, bytes, length, &fault) ||
        ack_read(&s->ack, &s->wire, &fault) == ACK_WRONG || !take_messages(v, &fault)) {
        send_away(v, fault.words);
    } else if (v->place) {
        place_update(v->place);
    }
}

static void visitor_chose(struct session *s, move m, struct moment at)
{
    (void)s;
    (void)m;
    (void)at;
}

static void visitor_lost(struct session *s, const struct fault *fault, bool ours, struct moment at)
{
    (void)ours;
    (void)at;
    struct lobby_visitor *v = s->user;
    if (v->gone)
        return;
    v->gone = true;
    if (!v->connected)
        lobby_fail(v->lobby, fault->words);
    visitor_leave_place(v, fault->words);
    session_close(s, false);
}

static void visitor_noted(struct session *s, const char *words)
{
    (void)s;
    (void)words;
}

static void visitor_leaves(struct session *s)
{
    (void)s;
}

static void visitor_closed(struct session *s)
{
    visitor_forget(s->user);
}

const struct session_events visitor_events = {
    .opened = visitor_opened,
    .received = visitor_received,
    .chose = visitor_chose,
    .lost = visitor_lost,
    .noted = visitor_noted,
    .leaving = visitor_leaves,
    .closed = visitor_closed,
};

// --- Coming and going ---

void visitor_await(struct lobby_door *d)
{
    struct lobby *l = d->lobby;
    if (d->awaited || l->closing || l->failed || l->visitor_count >= VISITORS_MOST)
        return;
    struct lobby_visitor *v = calloc(1, sizeof *v);
    if (!v)
        return; // tried again at the next look
    *v = (struct lobby_visitor){.lobby = l, .door = d, .next = l->visitors};
    l->visitors = d->awaited = v;
    l->visitor_count++;
    session_init(&v->session, &l->runner, &d->player, &visitor_events, v);
    if (!v->session.link)
        visitor_forget(v);
}

void visitor_forget(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    struct lobby_visitor **at = &l->visitors;
    while (*at != v)
        at = &(*at)->next;
    *at = v->next;
    l->visitor_count--;
    if (v->door->awaited == v)
        v->door->awaited = NULL;
    free(v);
}
