#include "author/deepening.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct deepening {
    pthread_t thread;
    pthread_mutex_t lock; // of `lines` and `over`
    pthread_cond_t ended;
    struct lines *lines;
    struct mind *mind;
    struct deepening_wish wish;
    atomic_bool stop;
    bool over;
};

// --- The thread ---

static bool deepening_is_enough(const struct deepening *d)
{
    return lines_done(d->lines) || (d->wish.nodes > 0 && lines_nodes(d->lines) >= d->wish.nodes);
}

static void *deepening_run(void *context)
{
    struct deepening *d = context;
    struct line found;
    while (!deepening_is_enough(d) &&
        lines_judge(d->lines, d->mind, d->wish.threads, &d->stop, &found)) {
        pthread_mutex_lock(&d->lock);
        lines_take(d->lines, &found);
        pthread_mutex_unlock(&d->lock);
    }
    pthread_mutex_lock(&d->lock);
    d->over = true;
    pthread_cond_broadcast(&d->ended);
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

// --- Its life ---

static void deepening_free(struct deepening *d)
{
    lines_destroy(d->lines);
    mind_destroy(d->mind);
    pthread_cond_destroy(&d->ended);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static void deepening_init_locks(struct deepening *d)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&d->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&d->lock, NULL);
}

struct deepening *deepening_start(const struct deepening_wish *wish, struct error *e)
{
    struct deepening *d = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "out of memory");
        return NULL;
    }
    d->wish = *wish;
    deepening_init_locks(d);
    d->lines = lines_create(wish->game, &wish->position, wish->lines, e);
    d->mind = d->lines ? mind_create(brain_find("@max", NULL), wish->game, 0) : NULL;
    if (!d->mind) {
        if (d->lines)
            error_set(e, "out of memory");
    } else if (pthread_create(&d->thread, NULL, deepening_run, d) == 0) {
        return d;
    } else {
        error_set(e, "no thread to search on");
    }
    deepening_free(d);
    return NULL;
}

void deepening_stop(struct deepening *d)
{
    if (!d)
        return;
    atomic_store(&d->stop, true);
    pthread_join(d->thread, NULL);
    deepening_free(d);
}

// --- What it has found ---

int deepening_copy(struct deepening *d, struct line *out, int most)
{
    pthread_mutex_lock(&d->lock);
    const int count = lines_copy(d->lines, out, most);
    pthread_mutex_unlock(&d->lock);
    return count;
}

bool deepening_is_over(struct deepening *d)
{
    pthread_mutex_lock(&d->lock);
    const bool over = d->over;
    pthread_mutex_unlock(&d->lock);
    return over;
}

uint64_t deepening_nodes(struct deepening *d)
{
    pthread_mutex_lock(&d->lock);
    const uint64_t nodes = lines_nodes(d->lines);
    pthread_mutex_unlock(&d->lock);
    return nodes;
}

void deepening_wait(struct deepening *d, int64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&d->lock);
    int why = 0;
    while (!d->over && why != ETIMEDOUT)
        why = ms > 0 ? pthread_cond_timedwait(&d->ended, &d->lock, &until)
                     : pthread_cond_wait(&d->ended, &d->lock);
    pthread_mutex_unlock(&d->lock);
}
