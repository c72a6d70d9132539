#include "fleet/fleet_worker/parts.h"

#include "archive/claimed_game.h"
#include "arena/conditions.h"
#include "arena/player_text.h"
#include "base/clock.h"
#include "fleet/shared_contest.h"

#include <stdio.h>
#include <string.h>

// --- The source of the pool ---

// A game of the lease that may begin: not beside another one of it.
static struct held_game *engagement_waiting(struct held_lease *l)
{
    struct held_game *waiting = NULL;
    if (!l->prepared || l->lost || l->broken)
        return NULL;
    for (int i = l->count - 1; i >= 0; i--) {
        if (l->games[i].stage == HELD_PLAYING)
            return NULL;
        if (l->games[i].stage == HELD_WAITING)
            waiting = &l->games[i];
    }
    return waiting;
}

// A lease that has begun on this runner comes first; then one that has not.
static struct held_game *engagement_choose(struct fleet_worker *w, int runner)
{
    struct held_game *g = NULL;
    for (struct held_lease *l = w->leases; l && !g; l = l->next)
        g = l->runner == runner ? engagement_waiting(l) : NULL;
    for (struct held_lease *l = w->closing ? NULL : w->leases; l && !g; l = l->next)
        g = held_has_begun(l) ? NULL : engagement_waiting(l);
    return g;
}

static enum pool_next engagement_next(
    void *user, int64_t series, int runner, struct pool_game **next)
{
    struct fleet_worker *w = user;
    (void)series; // each game is alone
    pthread_mutex_lock(&w->lock);
    struct held_game *g = engagement_choose(w, runner);
    if (g) {
        g->lease->runner = runner;
        g->stage = HELD_PLAYING;
        w->state.playing++;
        *next = &g->pool;
    }
    const bool few = g && held_wanted(w) > 0;
    pthread_mutex_unlock(&w->lock);
    if (few)
        fleet_worker_ring(w); // it is time for more leases
    return g ? POOL_GAME : POOL_NOTHING;
}

static void engagement_done(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct fleet_worker *w = user;
    struct held_game *g = (struct held_game *)game;
    pthread_mutex_lock(&w->lock);
    text_clear(&g->record);
    text_bytes(&g->record, how->record->bytes, how->record->length);
    claimed_game_add_moves(&g->record, g->pool.moves.bytes);
    g->stage = HELD_PLAYED;
    g->played_ns = clock_now_ns();
    w->state.playing--;
    w->played++;
    if (g->record.length == 0 || g->record.cut) {
        g->stage = HELD_OVER;
        g->lease->broken = true;
        error_set(&g->lease->why, "no memory for a record");
    }
    const struct held_summary held = held_summary(w);
    // The first record starts the time for which it waits for others.
    const bool rings = g->lease->broken || g->lease->lost || held.records == 1 ||
        held.records == FLEET_WORKER_SUBMIT_MOST || held.open == 0;
    pthread_mutex_unlock(&w->lock);
    if (rings)
        fleet_worker_ring(w);
}

// The game was void, or was stopped.
static void engagement_put_back(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct fleet_worker *w = user;
    struct held_game *g = (struct held_game *)game;
    pthread_mutex_lock(&w->lock);
    g->stage = HELD_OVER;
    g->lease->broken = true;
    g->lease->why.words[0] = '\0';
    if (how->result)
        error_set(&g->lease->why, "%.200s", how->result->explanation);
    w->state.playing--;
    w->state.voided += how->result != NULL;
    pthread_mutex_unlock(&w->lock);
    fleet_worker_ring(w);
}

static bool engagement_is_over(void *user)
{
    struct fleet_worker *w = user;
    pthread_mutex_lock(&w->lock);
    bool over = w->closing;
    for (struct held_lease *l = w->leases; l && over; l = l->next)
        over = !held_has_begun(l) || !engagement_waiting(l);
    pthread_mutex_unlock(&w->lock);
    return over;
}

static void engagement_fail(void *user, const struct error *e)
{
    struct fleet_worker *w = user;
    pthread_mutex_lock(&w->lock);
    if (!w->failed)
        w->error = *e;
    w->failed = w->closing = true;
    pthread_mutex_unlock(&w->lock);
    fleet_worker_ring(w);
}

static const struct pool_source engagement_source = {.next = engagement_next,
    .done = engagement_done,
    .put_back = engagement_put_back,
    .is_over = engagement_is_over,
    .fail = engagement_fail};

// --- The contest ---

static bool engagement_read(struct fleet_worker *w, struct error *e)
{
    PGresult *row = exchange_contest(w, e);
    bool well = row != NULL;
    if (well && PQntuples(row) != 1)
        well = error_set(e, "%s is not shared any more", w->offer.contest);
    if (well) {
        w->offer.generation = postgres_number(row, 0, 0);
        well = shared_contest_read(&w->definition, row, e);
    }
    PQclear(row);
    // Whoever hands out games is not believed either: nothing but entries is started here.
    if (!well || !shared_contest_check(&w->definition, e) ||
        !roster_read(&w->roster, &w->definition, e))
        return false;
    roster_scale_times(&w->roster, w->options->speed_percent);
    return readiness_begin(w, e);
}

static bool engagement_start_pool(struct fleet_worker *w, struct error *e)
{
    const struct contest_file *f = &w->definition.file;
    const bool started = players_are_started(w->roster.players, w->roster.count);
    conditions_host(w->host);
    const struct pool_options options = {.source = &engagement_source,
        .user = w,
        .concurrency = w->options->cores,
        .cores = started ? (int)f->cores : 0,
        .feeds = &w->feeds,
        .recent = &w->recent,
        .host = w->host,
        .keeps_moves = true};
    w->pool = pool_start(&options, e);
    return w->pool != NULL;
}

static void engagement_forget(struct fleet_worker *w)
{
    readiness_end(w);
    roster_destroy(&w->roster);
    definition_destroy(&w->definition);
    w->roster = (struct roster){0};
    w->definition = (struct definition){0};
}

bool engagement_begin(struct fleet_worker *w, struct error *e)
{
    pthread_mutex_lock(&w->lock);
    w->closing = w->stopping != 0;
    pthread_mutex_unlock(&w->lock);
    w->changed = false;
    if (!engagement_read(w, e) || !engagement_start_pool(w, e)) {
        engagement_forget(w);
        return false;
    }
    w->engaged = true;
    pthread_mutex_lock(&w->lock);
    snprintf(w->state.contest, sizeof w->state.contest, "%s", w->offer.contest);
    pthread_mutex_unlock(&w->lock);
    return true;
}

void engagement_end(struct fleet_worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    w->state.contest[0] = '\0';
    pthread_mutex_unlock(&w->lock);
    pool_wake(w->pool);
    pool_join(w->pool, NULL);
    pool_destroy(w->pool);
    w->pool = NULL;
    engagement_forget(w);
    w->engaged = w->changed = false;
}

bool engagement_fill(
    struct fleet_worker *w, struct held_lease *l, const char *job_lines, struct error *e)
{
    for (int i = 0; i < l->count; i++) {
        struct assignment job;
        struct pool_game *g = &l->games[i].pool;
        size_t length = strcspn(job_lines, "\n");
        if (!assignment_read(&job, job_lines, length, w->definition.game, w->roster.count, e))
            return false;
        job_lines += length + (job_lines[length] == '\n');
        *g = (struct pool_game){.number = job.number,
            .series = POOL_ALONE,
            .game = w->definition.game,
            .start = job.start,
            .seed = job.seed,
            .coin = job.coin,
            .record_kept = true,
            .moves = g->moves};
        for (int seat = 0; seat < SEATS; seat++) {
            g->who[seat] = job.players[seat];
            g->players[seat] = &w->roster.players[job.players[seat]];
            g->budgets[seat] = &w->roster.budgets[job.players[seat]];
        }
    }
    return true;
}
