// The places of a lobby: who takes part, under which name, and whether it is there.
#include "base/clock.h"
#include "cli/lobby_inside.h"
#include "cli/notice.h"
#include "cli/stop.h"
#include "contest/player_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool place_is_away(const struct lobby_place *p)
{
    return !p->visitor && !p->playing;
}

bool place_is_ready(const struct lobby_place *p)
{
    return p->visitor && !p->playing && p->visitor->session.wire.waits == WIRE_IDLE;
}

// Nobody is waited for when the contest is to stop.
static bool is_absent(const struct lobby_place *p)
{
    return place_is_away(p) && (stop_asked() || clock_now_ns() - p->away_since_ns > p->patience_ns);
}

void place_leave(struct lobby_place *p, const char *why)
{
    p->visitor = NULL;
    p->away_since_ns = clock_now_ns();
    snprintf(p->why_away, sizeof p->why_away, "%s", why[0] != '\0' ? why : "has not come back");
}

void place_update(struct lobby_place *p)
{
    struct lobby *l = p->door->lobby;
    if (!l->events || p->playing)
        return;
    if (p->visitor && p->missed)
        notice_say("%s is back", p->player.name);
    p->missed = p->missed && !p->visitor;
    bool free = is_absent(p) || place_is_ready(p);
    if (free != p->free)
        l->events->changed(l->user, p->number, free);
    p->free = free;
}

// --- Names ---

_Static_assert((int)PLAYER_NAME_BYTES == (int)WIRE_NAME_BYTES &&
        (int)PLAYER_NAME_BYTES == (int)REFEREE_NAME_BYTES,
    "every name can be said in messages, and stand in records");

static bool is_known(const char *name, void *context)
{
    return place_looking_like(context, name) != NULL;
}

// A name that is away can be had back by whoever says it; one that only looks like it cannot.
static bool is_taken(const char *name, void *context)
{
    const struct lobby *l = context;
    for (size_t i = 0; i < l->place_count; i++) {
        if (strcmp(l->places[i]->name, name) == 0)
            return !place_is_away(l->places[i]);
    }
    return is_known(name, context);
}

const struct lobby_place *place_looking_like(const struct lobby *l, const char *name)
{
    char *look = player_name_look(name);
    const struct lobby_place *found = NULL;
    for (size_t i = 0; !found && i < l->place_count; i++) {
        const struct lobby_place *p = l->places[i];
        bool alike = look && p->look ? strcmp(look, p->look) == 0 : strcmp(name, p->name) == 0;
        found = alike ? p : NULL;
    }
    free(look);
    return found;
}

bool place_make_name(
    struct lobby_door *d, const char *wanted, char name[WIRE_NAME_BYTES], struct error *e)
{
    if (!d->player.wire->bot_opens)
        return player_name_read(name, wanted, e);
    wire_name_make(name, wanted, is_taken, d->lobby);
    return true;
}

static bool is_called(const struct lobby_place *p, const char *wanted, const char *made)
{
    if (p->door->places == 1 || strcmp(p->name, wanted) == 0)
        return true;
    // Until it has been here, nobody knows whether it was given another name than it wanted.
    return p->wanted[0] != '\0' ? strcmp(p->wanted, wanted) == 0 : strcmp(p->name, made) == 0;
}

struct lobby_place *place_find(struct lobby_door *d, const struct wire *wire, const char *wanted)
{
    const struct lobby *l = d->lobby;
    struct lobby_place *found = NULL;
    char made[WIRE_NAME_BYTES] = "";
    place_make_name(d, wanted, made, NULL);
    for (size_t i = 0; i < l->place_count; i++) {
        struct lobby_place *p = l->places[i];
        if (p->door != d || p->player.wire != wire || !is_called(p, wanted, made))
            continue;
        if (place_is_away(p))
            return p;
        found = p;
    }
    return found;
}

// --- Coming and going ---

struct lobby_place *place_add(struct lobby_door *d, const struct player *player)
{
    struct lobby *l = d->lobby;
    struct lobby_place *p = l->place_count < LOBBY_PLACES_MOST ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    *p = (struct lobby_place){.number = -1,
        .player = *player,
        .door = d,
        .away_since_ns = clock_now_ns(),
        .patience_ns = d->patience_ns,
        .why_away = "has not come"};
    if (d->player.wire->bot_opens)
        wire_name_make(p->name, player->name, is_known, l);
    else
        snprintf(p->name, sizeof p->name, "%s", player->name);
    p->look = player_name_look(p->name);
    l->places[l->place_count++] = p;
    return p;
}

void place_remove(struct lobby_place *p)
{
    struct lobby *l = p->door->lobby;
    size_t at = 0;
    while (l->places[at] != p)
        at++;
    l->place_count--;
    memmove(&l->places[at], &l->places[at + 1], (l->place_count - at) * sizeof *l->places);
    free(p->look);
    free(p);
}

size_t place_count_at(const struct lobby_door *d)
{
    size_t count = 0;
    for (size_t i = 0; i < d->lobby->place_count; i++)
        count += d->lobby->places[i]->door == d;
    return count;
}
