// What is seen of an arena while it plays: its standings, its games under way, their records.
#include "arena/arena/state.h"

#include <stdlib.h>

bool arena_state_init(struct arena_state *s, const struct arena *a, struct error *e)
{
    *s = (struct arena_state){0};
    return standings_init(&s->standings, &a->options.roster->definition->plan, e);
}

void arena_state_destroy(struct arena_state *s)
{
    standings_destroy(&s->standings);
    free(s->games);
}

static void snapshot_copy_games(struct arena *a, struct arena_state *s)
{
    size_t wanted = (size_t)a->options.concurrency;
    s->game_count = 0;
    if (wanted > s->game_capacity) {
        struct pool_view *views = realloc(s->games, wanted * sizeof *views);
        if (!views)
            return;
        s->games = views;
        s->game_capacity = wanted;
    }
    s->game_count = arena_view_games(a, s->games, s->game_capacity);
}

size_t arena_view_games(struct arena *a, struct pool_view *views, size_t most)
{
    pthread_mutex_lock(&a->lock);
    size_t count = a->played ? a->ground->snapshot(a->played, views, most) : 0;
    pthread_mutex_unlock(&a->lock);
    return count;
}

int arena_cores(struct arena *a)
{
    pthread_mutex_lock(&a->lock);
    const int cores = a->played ? a->ground->cores(a->played) : 0;
    pthread_mutex_unlock(&a->lock);
    return cores;
}

bool arena_copy_standings(struct arena *a, struct standings *s, size_t *under_way, struct error *e)
{
    pthread_mutex_lock(&a->looking);
    bool well = (a->playing || error_set(e, "no games are played")) &&
        dispatch_copy_standings(&a->dispatch, s, under_way, e);
    pthread_mutex_unlock(&a->looking);
    return well;
}

bool arena_snapshot(struct arena *a, struct arena_state *s)
{
    struct error e;
    snapshot_copy_games(a, s);
    return arena_copy_standings(a, &s->standings, &s->under_way, &e);
}

bool arena_copy_record(struct arena *a, int64_t game, size_t from, struct text *out)
{
    pthread_mutex_lock(&a->lock);
    bool playing = a->played != NULL;
    bool copied = playing && a->ground->copy_record(a->played, game, from, out);
    pthread_mutex_unlock(&a->lock);
    return copied || (!playing && recent_records_copy(&a->recent, game, from, out));
}

// --- For watchers ---

static bool snapshot_copy_live_record(void *user, int64_t game, size_t from, struct text *out)
{
    return arena_copy_record(user, game, from, out);
}

static size_t snapshot_view_live_games(void *user, struct pool_view *views, size_t most)
{
    return arena_view_games(user, views, most);
}

static int snapshot_live_cores(void *user)
{
    return arena_cores(user);
}

struct live_source arena_live_source(struct arena *a)
{
    return (struct live_source){arena_feeds(a), snapshot_copy_live_record, snapshot_view_live_games,
        snapshot_live_cores, a};
}
