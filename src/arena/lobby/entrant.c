#include "arena/lobby/entrant.h"

#include "arena/lobby/kept_name.h"
#include "arena/lobby/say.h"
#include "base/clock.h"
#include "contest/player_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool entrant_is_away(const struct lobby_entrant *p)
{
    return !p->visitor && !p->playing;
}

bool entrant_is_ready(const struct lobby_entrant *p)
{
    return p->visitor && !p->playing && p->visitor->session.wire.waits == WIRE_IDLE;
}

// When the lobby is to stop, it waits for nobody.
static bool entrant_is_absent(const struct lobby_entrant *p)
{
    bool waited = clock_now_ns() - p->away_since_ns > p->patience_ns;
    return entrant_is_away(p) && (waited || lobby_is_stopped(p->door->lobby));
}

void entrant_leave(struct lobby_entrant *p, const char *why)
{
    p->visitor = NULL;
    p->away_since_ns = clock_now_ns();
    snprintf(p->why_away, sizeof p->why_away, "%s", why[0] != '\0' ? why : "has not come back");
}

void entrant_update(struct lobby_entrant *p)
{
    if (!p->door->lobby->playing || p->playing)
        return;
    if (p->visitor && p->missed)
        say_of_entrant(p, LOBBY_BACK, "%s is back", p->player.name);
    p->missed = p->missed && !p->visitor;
    bool free = entrant_is_absent(p) || entrant_is_ready(p);
    if (free != p->free)
        say_changed(p, free);
    p->free = free;
}

// --- Names ---

_Static_assert((int)PLAYER_NAME_BYTES == (int)WIRE_NAME_BYTES &&
        (int)PLAYER_NAME_BYTES == (int)REFEREE_NAME_BYTES,
    "every name can be said in messages, and stand in records");

static bool entrant_name_is_known(const char *name, void *context)
{
    return entrant_looking_like(context, name) != NULL;
}

bool entrant_is_for_others(
    const struct lobby_entrant *p, const struct lobby_address *from, int64_t *left_ns)
{
    *left_ns = p->away_since_ns + p->door->lobby->limits.name_kept_ns - clock_now_ns();
    return p->address.known && *left_ns > 0 && !address_is_same(&p->address, from);
}

// Who asks for a name, and from where.
struct entrant_request {
    struct lobby *lobby;
    const struct lobby_address *from;
};

// A visitor that says the name of an entrant that is away gets it back. A name that only looks like
// it is taken.
static bool entrant_name_is_taken(const char *name, void *context)
{
    const struct entrant_request *q = context;
    const struct lobby *l = q->lobby;
    int64_t left_ns;
    for (size_t i = 0; i < l->entrant_count; i++) {
        const struct lobby_entrant *p = l->entrants[i];
        if (strcmp(p->name, name) == 0)
            return !entrant_is_away(p) || entrant_is_for_others(p, q->from, &left_ns);
    }
    return kept_name_is_for_others(l, name, q->from, NULL) || entrant_name_is_known(name, q->lobby);
}

const struct lobby_entrant *entrant_looking_like(const struct lobby *l, const char *name)
{
    char *look = player_name_look(name);
    const struct lobby_entrant *found = NULL;
    for (size_t i = 0; !found && i < l->entrant_count; i++) {
        const struct lobby_entrant *p = l->entrants[i];
        bool alike = look && p->look ? strcmp(look, p->look) == 0 : strcmp(name, p->name) == 0;
        found = alike ? p : NULL;
    }
    free(look);
    return found;
}

bool entrant_make_name(struct lobby_door *d, const struct lobby_address *from, const char *wanted,
    char name[WIRE_NAME_BYTES], struct error *e)
{
    if (!d->player.wire->bot_opens)
        return player_name_read(name, wanted, e);
    struct entrant_request request = {d->lobby, from};
    wire_name_make(name, wanted, entrant_name_is_taken, &request);
    return true;
}

// `made` is the name that entrant_make_name makes of `wanted`.
static bool entrant_is_called(const struct lobby_entrant *p, const char *wanted, const char *made)
{
    if (p->door->capacity == 1 || strcmp(p->name, wanted) == 0)
        return true;
    // Until it has been here, nobody knows whether it was given another name than it wanted.
    return p->wanted[0] != '\0' ? strcmp(p->wanted, wanted) == 0 : strcmp(p->name, made) == 0;
}

struct lobby_entrant *entrant_named(struct lobby_door *d, const char *name)
{
    const struct lobby *l = d->lobby;
    for (size_t i = 0; i < l->entrant_count; i++) {
        struct lobby_entrant *p = l->entrants[i];
        if (p->door == d && strcmp(p->player.name, name) == 0)
            return p;
    }
    return NULL;
}

struct lobby_entrant *entrant_find(struct lobby_door *d, const struct wire *wire,
    const struct lobby_address *from, const char *wanted)
{
    const struct lobby *l = d->lobby;
    struct lobby_entrant *found = NULL;
    char made[WIRE_NAME_BYTES] = "";
    entrant_make_name(d, from, wanted, made, NULL);
    for (size_t i = 0; i < l->entrant_count; i++) {
        struct lobby_entrant *p = l->entrants[i];
        if (p->door != d || p->player.wire != wire || !entrant_is_called(p, wanted, made))
            continue;
        if (entrant_is_away(p))
            return p;
        found = p;
    }
    return found;
}

// --- The list ---

struct lobby_entrant *entrant_add(struct lobby_door *d, const struct player *player)
{
    struct lobby *l = d->lobby;
    struct lobby_entrant *p = l->entrant_count < LOBBY_ENTRANTS_MOST ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    *p = (struct lobby_entrant){.number = LOBBY_NO_NUMBER,
        .player = *player,
        .door = d,
        .away_since_ns = clock_now_ns(),
        .patience_ns = d->patience_ns,
        .why_away = "has not come"};
    if (d->player.wire->bot_opens)
        wire_name_make(p->name, player->name, entrant_name_is_known, l);
    else
        snprintf(p->name, sizeof p->name, "%s", player->name);
    p->look = player_name_look(p->name);
    l->entrants[l->entrant_count++] = p;
    return p;
}

void entrant_remove(struct lobby_entrant *p)
{
    struct lobby *l = p->door->lobby;
    size_t at = 0;
    while (l->entrants[at] != p)
        at++;
    l->entrant_count--;
    memmove(&l->entrants[at], &l->entrants[at + 1], (l->entrant_count - at) * sizeof *l->entrants);
    free(p->look);
    free(p);
}

size_t entrant_count_at(const struct lobby_door *d)
{
    size_t count = 0;
    for (size_t i = 0; i < d->lobby->entrant_count; i++)
        count += d->lobby->entrants[i]->door == d;
    return count;
}

size_t entrant_count_from(const struct lobby *l, const struct lobby_address *from)
{
    size_t count = 0;
    for (size_t i = 0; i < l->entrant_count; i++)
        count += address_is_same(&l->entrants[i]->address, from);
    return count;
}

struct lobby_entrant *entrant_numbered(const struct lobby *l, int number)
{
    for (size_t i = 0; i < l->entrant_count; i++) {
        if (l->entrants[i]->number == number)
            return l->entrants[i];
    }
    return NULL;
}
