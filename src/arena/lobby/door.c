#include "arena/lobby/door.h"

#include "arena/lobby/say.h"
#include "arena/lobby/visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct lobby_door *door_open(
    struct lobby *l, const char *port, const struct wire *wire, int64_t patience_ns)
{
    struct lobby_door *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->lobby = l;
    d->patience_ns = patience_ns;
    snprintf(d->port, sizeof d->port, "%s", port);
    d->player = (struct player){.name = "visitor", .text = d->port, .wire = wire};
    visitor_await(d);
    return d;
}

struct lobby_door *door_at(struct lobby *l, const char *port, const struct wire *wire,
    int64_t patience_ns, struct error *e)
{
    struct lobby_door **at = &l->doors;
    while (*at && strcmp((*at)->port, port) != 0)
        at = &(*at)->next;
    struct lobby_door *d = *at;
    if (!d) {
        d = *at = door_open(l, port, wire, patience_ns);
        if (!d)
            error_set(e, "out of memory");
    } else if (wire_is_told_apart(wire, d->player.wire)) {
        d->any_dialect = true;
    } else if (d->player.wire != wire) {
        error_set(e, "the players at %.80s speak %s and %s: give each its own port", port,
            d->player.wire->name, wire->name);
        return NULL;
    }
    return d;
}

// "up to 3 bots", or the names of those who are expected.
static void door_text_awaited(struct text *out, const struct lobby_door *d)
{
    const struct lobby *l = d->lobby;
    if (l->invited > 0 && l->enough == 0)
        text_string(out, "bots");
    else if (l->invited > 0)
        text_format(out, "%s%zu bot%s", l->invited > l->enough ? "up to " : "", d->capacity,
            d->capacity == 1 ? "" : "s");
    for (size_t i = 0; l->invited == 0 && i < l->entrant_count; i++) {
        if (l->entrants[i]->door == d)
            text_format(out, "%s%s", out->length > 0 ? ", " : "", l->entrants[i]->player.name);
    }
}

// "santorini or santorini-course"
static void door_text_spoken(struct text *out, const struct lobby_door *d)
{
    text_string(out, d->player.wire->name);
    for (const struct wire *w = wires; d->any_dialect && w->name; w++) {
        if (wire_is_told_apart(w, d->player.wire))
            text_format(out, " or %s", w->name);
    }
}

void door_announce(struct lobby_door *d)
{
    const struct link *link = d->awaited ? d->awaited->session.link : NULL;
    if (d->announced || !link || link_port(link) == 0)
        return;
    d->announced = true;
    struct text who = text_growing(), spoken = text_growing();
    door_text_awaited(&who, d);
    door_text_spoken(&spoken, d);
    say_of_door(d, link_address(link), LOBBY_OPENED, "waiting for %s at %s (%s%s)", who.bytes,
        link_address(link), spoken.bytes,
        d->player.wire->many_games ? ""
                                   : ": one connection per game, so they come back for the next");
    text_destroy(&spoken);
    text_destroy(&who);
}
