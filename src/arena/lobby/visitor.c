#include "arena/lobby/visitor.h"

#include "arena/lobby/admission.h"
#include "arena/lobby/entrant.h"
#include "arena/lobby/kept_name.h"
#include "arena/lobby/say.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_WAIT_MS = 300, // how long to wait for a name that need not be said
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
        if (v->token.name[0] == '\0')
            kept_name_add(l, p->name, &v->address);
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
    p->address = v->address;
    if (v->wanted[0] != '\0')
        snprintf(p->wanted, sizeof p->wanted, "%s", v->wanted);
    struct text out = text_growing();
    wire_stream_name(&v->session.wire, p->name, &out);
    if (out.length > 0)
        session_send(&v->session, out.bytes, out.length);
    text_destroy(&out);
    entrant_update(p);
}

// The name waits for somebody from another address.
static void visitor_turn_away_from_name(
    struct lobby_visitor *v, const char *name, const char *address, int64_t left_ns)
{
    struct error e;
    error_set(&e, "the name %s waits for whoever had it at %s, for another %" PRId64 " s", name,
        address, (left_ns + NS_PER_SECOND - 1) / NS_PER_SECOND);
    visitor_turn_away(v, e.words);
}

void visitor_return_to(struct lobby_visitor *v, struct lobby_entrant *p)
{
    bool has_token = v->token.name[0] != '\0';
    bool from_there = has_token || !p->address.known || address_is_same(&p->address, &v->address);
    int64_t left_ns;
    if (entrant_is_away(p) && !has_token && entrant_is_for_others(p, &v->address, &left_ns)) {
        char address[ADDRESS_TEXT_BYTES];
        address_show(&p->address, address);
        visitor_turn_away_from_name(v, p->name, address, left_ns);
    } else if (entrant_is_away(p)) {
        visitor_settle(v, p);
    } else if (p->playing && !p->successor && from_there) {
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

// Whether the visitor may join under this name. Returns false with words for people.
static bool visitor_may_join(const struct lobby_visitor *v, const char *name, struct error *e)
{
    const struct lobby *l = v->lobby;
    size_t most = l->limits.players_per_address;
    int64_t left_ns;
    if (!visitor_name_is_free(l, name, e))
        return false;
    if (v->token.name[0] == '\0' && kept_name_is_for_others(l, name, &v->address, &left_ns))
        return error_set(e,
            "the name %s waits for whoever had it at another address, for another %" PRId64 " s",
            name, (left_ns + NS_PER_SECOND - 1) / NS_PER_SECOND);
    return most == 0 || entrant_count_from(l, &v->address) < most ||
        error_set(e, "%zu players from its address have joined, and no more may", most);
}

// Makes a new entrant of the visitor.
static void visitor_join(struct lobby_visitor *v, const char *name)
{
    struct lobby *l = v->lobby;
    struct lobby_door *d = v->door;
    struct error e;
    if (!visitor_may_join(v, name, &e)) {
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

// The visitor is known by its token, whatever it calls itself.
static void visitor_receive_token(struct lobby_visitor *v)
{
    const struct lobby *l = v->lobby;
    struct lobby_entrant *p = l->invited > 0 ? NULL : entrant_named(v->door, v->token.name);
    struct error e;
    if (l->invited > 0) {
        visitor_join(v, v->token.name);
    } else if (!p) {
        error_set(&e, "its token is that of %s, who is not awaited there", v->token.name);
        admission_refuse(v, e.words);
    } else if (p->player.wire != v->session.wire.wire) {
        error_set(&e, "%s speaks %s in this contest, not %s", p->player.name, p->player.wire->name,
            v->session.wire.wire->name);
        visitor_turn_away(v, e.words);
    } else {
        visitor_return_to(v, p);
    }
}

static void visitor_receive_named(struct lobby_visitor *v, const char *wanted)
{
    struct lobby *l = v->lobby;
    if (v->entrant)
        return; // it was known by its port or token already
    snprintf(v->wanted, sizeof v->wanted, "%s", wanted);
    if (v->token.name[0] != '\0') {
        visitor_receive_token(v);
        return;
    }
    struct lobby_entrant *p =
        l->invited > 0 ? NULL : entrant_find(v->door, v->session.wire.wire, &v->address, wanted);
    char name[WIRE_NAME_BYTES];
    struct error e;
    if (p)
        visitor_return_to(v, p);
    else if (l->invited == 0)
        visitor_turn_away(v, "it is none of the players that are awaited");
    else if (!entrant_make_name(v->door, &v->address, wanted, name, &e))
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
        visitor_return_to(v, entrant_find(v->door, v->door->player.wire, &v->address, ""));
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
    if (v->refused) {
        admission_look(v);
    } else if (v->revoked) {
        visitor_send_away(v, "its token was revoked");
    } else if (v->token_due) {
        if (waited_ns > d->patience_ns)
            admission_refuse(v, "it showed no token in time (G10)");
    } else if (!v->entrant && needs_no_name && waited_ns > NAME_WAIT_MS * NS_PER_MS) {
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

// The protocol begins.
static void visitor_greet(struct lobby_visitor *v)
{
    struct session *s = &v->session;
    struct text out = text_growing();
    s->wire.any_dialect = v->door->any_dialect;
    wire_stream_open(&s->wire, &out);
    if (out.length > 0)
        session_send(s, out.bytes, out.length);
    text_destroy(&out);
    if (s->wire.wire->bot_opens)
        return; // it says its name now
    if (v->token.name[0] != '\0')
        visitor_receive_token(v);
    else if (v->door->capacity == 1 && v->lobby->invited == 0)
        visitor_receive_unnamed(v);
}

static void visitor_opened(struct session *s, struct moment at)
{
    struct lobby_visitor *v = s->user;
    v->connected = true;
    v->since_ns = at.now_ns;
    v->door->awaited = NULL;
    v->address = address_read(link_address(s->link));
    v->token_due = v->lobby->tokens.required;
    admission_make_room(v);
    if (!v->gone && !v->token_due)
        visitor_greet(v);
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
    if (v->gone || v->refused)
        return;
    bool well = wire_stream_feed(&s->wire, bytes, length, &fault);
    if (v->token_due) {
        admission_read_token(v); // before a flood behind it counts
        if (v->token_due && !well)
            admission_refuse(v, "its first message is not a token (G10)");
        if (v->token_due || v->refused)
            return;
        visitor_greet(v);
    }
    if (v->gone || v->refused)
        return;
    if (!well || ack_read(&s->ack, &s->wire, &fault) == ACK_WRONG || !visitor_read(v, &fault)) {
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
    // Visitors that have been refused are still there for a while.
    size_t most = l->limits.connections + 2 * l->limits.refused;
    if (d->awaited || l->closing || l->failed || l->visitor_count >= most)
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
