// Entries are fetched by the worker's thread and built by a thread of their own, one at a time, so
// that the worker is heard of meanwhile. A lease can be played when both of its players are ready.
#include "fleet/fleet_worker/parts.h"

#include "fleet/parcels.h"

#include <stdlib.h>

// --- Building ---

static void *readiness_thread(void *user)
{
    struct fleet_worker *w = user;
    struct readiness *p = &w->readiness;
    pthread_setname_np(pthread_self(), "agon builder");
    bool well = roster_build_parcel(
        &w->roster, p->building, p->cache.parcels, p->cache.shelf, &p->players[p->building].why);
    pthread_mutex_lock(&w->lock);
    p->players[p->building].stage = well ? READINESS_READY : READINESS_FAILED;
    pthread_mutex_unlock(&w->lock);
    fleet_worker_ring(w);
    return NULL;
}

static enum readiness_stage readiness_stage_of(struct fleet_worker *w, int player)
{
    pthread_mutex_lock(&w->lock);
    enum readiness_stage stage = w->readiness.players[player].stage;
    pthread_mutex_unlock(&w->lock);
    return stage;
}

static void readiness_fail(struct fleet_worker *w, int player)
{
    pthread_mutex_lock(&w->lock);
    w->readiness.players[player].stage = READINESS_FAILED;
    pthread_mutex_unlock(&w->lock);
}

static void readiness_build(struct fleet_worker *w, int player)
{
    struct readiness *p = &w->readiness;
    p->building = player;
    pthread_mutex_lock(&w->lock);
    p->players[player].stage = READINESS_BUILDING;
    pthread_mutex_unlock(&w->lock);
    p->is_building = pthread_create(&p->thread, NULL, readiness_thread, w) == 0;
    if (p->is_building)
        return;
    error_set(&p->players[player].why, "no thread could be made to build on");
    readiness_fail(w, player);
}

// Waits for the builder, if it has ended or is to be waited for.
static void readiness_join(struct fleet_worker *w, bool wait)
{
    struct readiness *p = &w->readiness;
    if (!p->is_building || (!wait && readiness_stage_of(w, p->building) == READINESS_BUILDING))
        return;
    pthread_join(p->thread, NULL);
    p->is_building = false;
    if (readiness_stage_of(w, p->building) == READINESS_READY)
        fleet_worker_say(w, "%s is built", w->roster.players[p->building].name);
}

// --- Fetching ---

// Puts the entry of the player into the cache. Returns false if the database failed; whatever else
// is wrong is the player's.
static bool readiness_fetch(struct fleet_worker *w, int player, bool *is_here, struct error *e)
{
    struct readiness *p = &w->readiness;
    struct error *why = &p->players[player].why;
    struct entry_text entry;
    unsigned char hash[SHA256_BYTES];
    *is_here = false;
    if (!entry_text_read(&entry, w->roster.players[player].text, why))
        return true;
    if (!parcels_hash(hash, entry.hash)) {
        error_set(why, "the contest does not say which content it has");
        return true;
    }
    *is_here = parcel_cache_hold(&p->cache, entry.hash);
    if (*is_here)
        return true;
    PGresult *r = exchange_blob(w, hash, e);
    if (!r)
        return false;
    size_t length;
    const void *bytes = postgres_bytes(r, 0, 0, &length);
    *is_here = length > 0 ? parcel_cache_put(&p->cache, entry.hash, bytes, length, why)
                          : error_set(why, "the database does not have its files");
    PQclear(r);
    return true;
}

static bool readiness_begin_player(struct fleet_worker *w, int player, struct error *e)
{
    bool is_here;
    if (!readiness_fetch(w, player, &is_here, e))
        return false;
    if (is_here)
        readiness_build(w, player);
    else
        readiness_fail(w, player);
    return true;
}

// --- Leases ---

// The lease cannot be played here.
static void readiness_break(struct fleet_worker *w, struct held_lease *l, int player)
{
    l->broken = true;
    error_set(&l->why, "%.40s cannot be made ready: %.180s", w->roster.players[player].name,
        w->readiness.players[player].why.words);
    for (int i = 0; i < l->count; i++)
        l->games[i].stage = HELD_OVER;
}

// Looks at one lease, with the lock. Sets `wanted` to a player that is not ready yet. Returns
// whether the lease can be played from now on.
static bool readiness_look(struct fleet_worker *w, struct held_lease *l, int *wanted)
{
    bool ready = true;
    if (l->prepared || l->lost || l->broken)
        return false;
    for (int seat = 0; seat < SEATS && !l->broken; seat++) {
        int player = l->games[0].pool.who[seat];
        enum readiness_stage stage = w->readiness.players[player].stage;
        if (stage == READINESS_FAILED)
            readiness_break(w, l, player);
        else if (stage == READINESS_NONE && *wanted < 0)
            *wanted = player;
        ready = ready && stage == READINESS_READY;
    }
    l->prepared = ready && !l->broken;
    return l->prepared;
}

bool readiness_turn(struct fleet_worker *w, struct error *e)
{
    for (int wanted = 0; w->engaged && wanted >= 0;) {
        bool news = false;
        readiness_join(w, false);
        wanted = -1;
        pthread_mutex_lock(&w->lock);
        for (struct held_lease *l = w->leases; l; l = l->next)
            news = readiness_look(w, l, &wanted) || news;
        pthread_mutex_unlock(&w->lock);
        if (news)
            pool_wake(w->pool);
        if (w->readiness.is_building)
            break;
        if (wanted >= 0 && !readiness_begin_player(w, wanted, e))
            return false;
    }
    return true;
}

bool readiness_begin(struct fleet_worker *w, struct error *e)
{
    struct readiness *p = &w->readiness;
    *p = (struct readiness){.players = calloc(w->roster.count, sizeof *p->players)};
    if (!p->players)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < w->roster.count; i++) {
        const char *text = w->roster.players[i].text;
        p->players[i].stage = text && entry_text_is(text) ? READINESS_NONE : READINESS_READY;
    }
    if (roster_entries(&w->roster) == 0)
        return true;
    if (!parcel_cache_open(&p->cache, w->options->cache, PARCEL_CACHE_MOST_BYTES, e))
        return false;
    parcel_cache_trim(&p->cache);
    return true;
}

void readiness_end(struct fleet_worker *w)
{
    struct readiness *p = &w->readiness;
    readiness_join(w, true);
    free(p->players);
    parcel_cache_close(&p->cache);
    *p = (struct readiness){0};
}
