#include "arena/lobby/visitor.h"

#include "arena/lobby/entrant.h"
#include "arena/lobby/say.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_WAIT_MS = 300, // how long to wait for a name that need not be said
    VISITORS_MOST = 4 * LOBBY_ENTRANTS_MOST,
};

void visitor_turn_away(struct lobby_visitor *v, const char *why)
{
    if (v->gone)
        return;
    v->gone = true;
    const char *where = v->session.link ? link_address(v->session.link) : "somewhere";
    say_of_door(v->door, where, LOBBY_TURNED_AWAY, "a bot from %s was turned away: %s", where, why);
    session_close(&v->session, false);
}

// --- Visitors and entrants ---

void visitor_leave_entrant(struct lobby_visitor *v, const char *why)
{
    struct lobby *l = v->lobby;
    struct lobby_entrant *p = v->entrant;
    v->entrant = NULL;
    if (!p)
        return;
    if (p->successor == v) {
        p->successor = NULL;
        return;
    }
    v->session.player = &v->door->player; // the entrant may be freed before the session is closed
    entrant_leave(p, why);
    if (l->invited > 0) {
        say_of_entrant(p, LOBBY_LEFT, "%s left", p->player.name);
        entrant_remove(p);
    } else {
        entrant_update(p);
    }
}

// Ends the connection of a visitor that broke the protocol.
static void visitor_send_away(struct lobby_visitor *v, const char *why)
{
    const struct lobby_entrant *p = v->entrant;
    if (!p || p->visitor != v || v->lobby->invited > 0) {
        visitor_leave_entrant(v, why);
        visitor_turn_away(v, why);
        return;
    }
    say_of_entrant(p, LOBBY_DISCONNECTED, "%s was disconnected: %s", p->player.name, why);
    visitor_leave_entrant(v, why);
    v->gone = true;
    session_close(&v->session, false);
}

// Makes the visitor that of an entrant that is away.
static void visitor_settle(struct lobby_visitor *v, struct lobby_entrant *p)
{
    v->entrant = p;
    v->since_ns = clock_now_ns();
    v->session.player = &p->player;
    p->visitor = v;
    if (v->wanted[0] != '\0')
        snprintf(p->wanted, sizeof p->wanted, "%s", v->wanted);
    struct text out = text_growing();
    wire_stream_name(&v->session.wire, p->name, &out);
    if (out.length > 0)
        session_send(&v->session, out.bytes, out.length);
    text_destroy(&out);
    entrant_update(p);
}

void visitor_return_to(struct lobby_visitor *v, struct lobby_entrant *p)
{
    if (entrant_is_away(p)) {
        visitor_settle(v, p);
    } else if (p->playing && !p->successor) {
        v->entrant = p;
        p->successor = v;
    } else {
        visitor_turn_away(v, "somebody else is there under its name");
    }
}

// True if nobody's name looks like `name`. Returns false with words for the visitor.
static bool visitor_name_is_free(const struct lobby *l, const char *name, struct error *e)
{
    const struct lobby_entrant *alike = entrant_looking_like(l, name);
    if (!alike)
        return true;
    if (strcmp(alike->name, name) == 0)
        return error_set(e, "its name is taken");
    return error_set(e, "its name, \"%s\", looks like \"%s\", which is taken", name, alike->name);
}

static void visitor_say_joined(const struct lobby_visitor *v)
{
    const struct lobby *l = v->lobby;
    const struct lobby_entrant *p = v->entrant;
    const char *name = p->player.name;
    if (v->door->player.wire->bot_opens && strcmp(v->wanted, name) != 0)
        say_of_entrant(
            p, LOBBY_RENAMED, "a bot that calls itself \"%s\" plays as %s", v->wanted, name);
    if (l->enough > 0)
        say_of_entrant(
            p, LOBBY_JOINED, "%s joined (%zu of %zu)", name, l->entrant_count, l->enough);
    else
        say_of_entrant(p, LOBBY_JOINED, "%s joined (%zu)", name, l->entrant_count);
}

// Makes a new entrant of the visitor.
static void visitor_join(struct lobby_visitor *v, const char *name)
{
    struct lobby *l = v->lobby;
    struct lobby_door *d = v->door;
    struct error e;
    if (!visitor_name_is_free(l, name, &e)) {
        visitor_turn_away(v, e.words);
        return;
    }
    struct player player = d->player;
    player.wire = v->session.wire.wire;
    snprintf(player.name, sizeof player.name, "%s", name);
    bool is_room = l->entrant_count < l->invited && entrant_count_at(d) < d->capacity &&
        (l->enough == 0 || l->entrant_count < l->enough);
    struct lobby_entrant *p = is_room ? entrant_add(d, &player) : NULL;
    if (!p) {
        visitor_turn_away(v, "all places are taken");
        return;
    }
    visitor_settle(v, p);
    visitor_say_joined(v);
}

// --- Names ---

static void visitor_receive_named(struct lobby_visitor *v, const char *wanted)
{
    struct lobby *l = v->lobby;
    if (v->entrant)
        return; // it was known by its port already
    snprintf(v->wanted, sizeof v->wanted, "%s", wanted);
    struct lobby_entrant *p =
        l->invited > 0 ? NULL : entrant_find(v->door, v->session.wire.wire, wanted);
    char name[WIRE_NAME_BYTES];
    struct error e;
    if (p)
        visitor_return_to(v, p);
    else if (l->invited == 0)
        visitor_turn_away(v, "it is none of the players that are awaited");
    else if (!entrant_make_name(v->door, wanted, name, &e))
        visitor_turn_away(v, e.words);
    else
        visitor_join(v, name);
}

// The visitor says no name and need not: an entrant that has the door for itself is known by the
// door.
static void visitor_receive_unnamed(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    if (l->invited == 0) {
        visitor_return_to(v, entrant_find(v->door, v->door->player.wire, ""));
        return;
    }
    int number = 1;
    for (const struct lobby_door *d = l->doors; d != v->door; d = d->next)
        number++;
    // A visitor of another door may have such a name.
    char name[WIRE_NAME_BYTES];
    do
        snprintf(name, sizeof name, "player-%d", number++);
    while (entrant_looking_like(l, name));
    visitor_join(v, name);
}

// The end of its game, or of the contest, is to be acknowledged in time (S7, S8).
static void visitor_look_at_ack(struct lobby_visitor *v)
{
    struct fault fault;
    struct moment now = runner_moment(&v->lobby->runner, clock_now_ns());
    if (session_ack_is_late(&v->session, now, &fault))
        visitor_send_away(v, fault.words);
}

void visitor_look(struct lobby_visitor *v)
{
    const struct lobby_door *d = v->door;
    if (!v->connected || v->gone || (v->entrant && v->entrant->playing))
        return;
    int64_t waited_ns = clock_now_ns() - v->since_ns;
    bool needs_no_name = d->capacity == 1 && !d->player.wire->bot_opens;
    if (!v->entrant && needs_no_name && waited_ns > NAME_WAIT_MS * NS_PER_MS) {
        visitor_receive_unnamed(v);
    } else if (!v->entrant && waited_ns > d->patience_ns) {
        visitor_turn_away(v,
            d->player.wire->bot_opens
                ? "it did not say its name in time"
                : "it says no name: where several players share a port, each must say its own");
    } else if (ack_is_owed(&v->session.ack)) {
        visitor_look_at_ack(v);
    } else if (v->session.wire.waits != WIRE_IDLE && waited_ns > d->patience_ns) {
        visitor_leave_entrant(v, "did not accept its name in time");
        visitor_turn_away(v, "it did not accept its name in time");
    }
}

// --- What the seat says ---

static void visitor_opened(struct session *s, struct moment at)
{
    struct lobby_visitor *v = s->user;
    v->connected = true;
    v->since_ns = at.now_ns;
    v->door->awaited = NULL;
    struct text out = text_growing();
    s->wire.any_dialect = v->door->any_dialect;
    wire_stream_open(&s->wire, &out);
    if (out.length > 0)
        session_send(s, out.bytes, out.length);
    text_destroy(&out);
    if (v->door->capacity == 1 && v->lobby->invited == 0 && !s->wire.wire->bot_opens)
        visitor_receive_unnamed(v);
    visitor_await(v->door);
}

// Reads the messages that have come, as far as somebody waits for them. Returns false with a fault
// when one breaks the protocol.
static bool visitor_read(struct lobby_visitor *v, struct fault *fault)
{
    struct wire_event event;
    while (!v->gone) {
        switch (wire_stream_next(&v->session.wire, &event, fault)) {
        case WIRE_NOTHING:
            return true;
        case WIRE_FAULT:
            return false;
        case WIRE_NAMED:
            visitor_receive_named(v, event.name);
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
    if (!wire_stream_feed(&s->wire, bytes, length, &fault) ||
        ack_read(&s->ack, &s->wire, &fault) == ACK_WRONG || !visitor_read(v, &fault)) {
        visitor_send_away(v, fault.words);
    } else if (v->entrant) {
        entrant_update(v->entrant);
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
        say_broke(v->lobby, fault->words);
    visitor_leave_entrant(v, fault->words);
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

static const struct session_events visitor_events = {
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
        return; // the next look tries again
    *v = (struct lobby_visitor){.lobby = l, .door = d, .next = l->visitors};
    l->visitors = d->awaited = v;
    l->visitor_count++;
    session_init(&v->session, &l->runner, &d->player, NULL, &visitor_events, v);
    if (!v->session.link)
        visitor_forget(v);
}

void visitor_take_back(struct lobby_visitor *v, struct session *session)
{
    session->events = &visitor_events;
    session->user = v;
    v->since_ns = clock_now_ns();
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
