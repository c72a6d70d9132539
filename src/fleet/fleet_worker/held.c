#include "fleet/fleet_worker/parts.h"

#include "base/clock.h"
#include "base/number.h"

#include <stdlib.h>

struct held_lease *held_add(struct fleet_worker *w, int64_t id, int64_t attempt, int count)
{
    struct held_lease *l = calloc(1, sizeof *l), **end = &w->leases;
    if (!l)
        return NULL;
    *l = (struct held_lease){
        .id = id, .attempt = attempt, .runner = FLEET_WORKER_NO_RUNNER, .count = count};
    for (int i = 0; i < count; i++)
        l->games[i] =
            (struct held_game){.lease = l, .pool.moves = text_growing(), .record = text_growing()};
    while (*end)
        end = &(*end)->next;
    *end = l;
    return l;
}

struct held_lease *held_find(struct fleet_worker *w, int64_t id)
{
    struct held_lease *l = w->leases;
    while (l && l->id != id)
        l = l->next;
    return l;
}

bool held_has_begun(const struct held_lease *l)
{
    return l->runner != FLEET_WORKER_NO_RUNNER;
}

static void held_add_game(struct held_summary *s, const struct held_game *g)
{
    s->open += !g->lease->broken && (g->stage == HELD_WAITING || g->stage == HELD_PLAYING);
    if (g->stage != HELD_PLAYED)
        return;
    if (s->records++ == 0 || g->played_ns < s->oldest_ns)
        s->oldest_ns = g->played_ns;
}

struct held_summary held_summary(const struct fleet_worker *w)
{
    struct held_summary s = {0};
    for (const struct held_lease *l = w->leases; l; l = l->next) {
        s.unbegun += !held_has_begun(l) && !l->lost;
        for (int i = 0; i < l->count && !l->lost; i++)
            held_add_game(&s, &l->games[i]);
    }
    return s;
}

int64_t held_wanted(const struct fleet_worker *w)
{
    const int64_t cores = w->options->cores;
    const int64_t ahead = number_smaller(FLEET_WORKER_AHEAD_MOST * cores,
        number_larger(cores, FLEET_WORKER_AHEAD_SECONDS * w->speed / LEASE_GAMES));
    const int64_t unbegun = held_summary(w).unbegun;
    return 2 * unbegun < ahead ? ahead - unbegun : 0;
}

int64_t held_submit_ns(const struct fleet_worker *w)
{
    const struct held_summary held = held_summary(w);
    if (held.records == 0)
        return INT64_MAX;
    if (w->stopping != 0 || w->changed || held.open == 0 ||
        held.records >= FLEET_WORKER_SUBMIT_MOST)
        return 0;
    return held.oldest_ns +
        (w->scarce ? FLEET_WORKER_GATHER_SCARCE_MS : FLEET_WORKER_GATHER_MS) * NS_PER_MS;
}

// A lease that is lost has nothing to hand in; one that is broken is to be given back first.
static bool held_is_over(const struct held_lease *l)
{
    if (l->broken && !l->lost)
        return false;
    for (int i = 0; i < l->count; i++) {
        enum held_stage stage = l->games[i].stage;
        if (stage == HELD_PLAYING || (!l->lost && stage != HELD_OVER))
            return false;
    }
    return true;
}

static void held_free(struct held_lease *l)
{
    for (int i = 0; i < l->count; i++) {
        text_destroy(&l->games[i].pool.moves);
        text_destroy(&l->games[i].record);
    }
    free(l);
}

void held_clear(struct fleet_worker *w)
{
    for (struct held_lease **at = &w->leases; *at;) {
        struct held_lease *l = *at;
        if (!held_is_over(l)) {
            at = &l->next;
            continue;
        }
        *at = l->next;
        held_free(l);
    }
}

void held_destroy(struct fleet_worker *w)
{
    for (struct held_lease *l = w->leases, *next; l; l = next) {
        next = l->next;
        held_free(l);
    }
    w->leases = NULL;
}
