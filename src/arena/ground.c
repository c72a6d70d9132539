#include "arena/ground.h"

static void *ground_start(const void *user, const struct pool_options *options, struct error *e)
{
    (void)user;
    return pool_start(options, e);
}

static void ground_stop(void *played, enum pool_stop how)
{
    pool_stop(played, how);
}

static void ground_wake(void *played)
{
    pool_wake(played);
}

static void ground_join(void *played, struct crowd *crowd)
{
    pool_join(played, crowd);
}

static void ground_destroy(void *played)
{
    pool_destroy(played);
}

static size_t ground_snapshot(void *played, struct pool_view *views, size_t most)
{
    return pool_snapshot(played, views, most);
}

static bool ground_copy_record(void *played, int64_t game, size_t from, struct text *out)
{
    return pool_copy_record(played, game, from, out);
}

static int ground_cores(void *played)
{
    return pool_cores(played);
}

const struct arena_ground ground_here = {.start = ground_start,
    .stop = ground_stop,
    .wake = ground_wake,
    .join = ground_join,
    .destroy = ground_destroy,
    .snapshot = ground_snapshot,
    .copy_record = ground_copy_record,
    .cores = ground_cores};
