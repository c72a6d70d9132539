#include "web/site/desk.h"

#include "base/clock.h"
#include "store/postgres.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DESK_NICE = 10, DESK_TIDY_MS = 1000 };

struct desk {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct desk_job *first, *last; // that wait
    struct desk_job *done_first, *done_last;
    int count;
    bool ends;
    struct documents *documents; // of the thread
    uv_async_t async;
};

void desk_job_destroy(struct desk_job *job)
{
    documents_wish_destroy(&job->wish);
    documents_result_destroy(&job->result);
    free(job);
}

static void desk_append(struct desk_job **first, struct desk_job **last, struct desk_job *job)
{
    job->next = NULL;
    if (*last != NULL)
        (*last)->next = job;
    else
        *first = job;
    *last = job;
}

static struct desk_job *desk_take(struct desk_job **first, struct desk_job **last)
{
    struct desk_job *job = *first;
    if (job == NULL)
        return NULL;
    *first = job->next;
    if (*first == NULL)
        *last = NULL;
    return job;
}

// The next job; NULL: it is time to end. Tidies while it waits. Called with the lock held.
static struct desk_job *desk_await(struct desk *d)
{
    bool tidies = true;
    while (d->first == NULL && !d->ends) {
        if (!tidies) {
            pthread_cond_wait(&d->changed, &d->lock);
            tidies = true;
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += DESK_TIDY_MS / 1000;
        pthread_cond_timedwait(&d->changed, &d->lock, &until);
        pthread_mutex_unlock(&d->lock);
        tidies = documents_tidy(d->documents);
        pthread_mutex_lock(&d->lock);
    }
    if (d->ends)
        return NULL;
    d->count--;
    return desk_take(&d->first, &d->last);
}

static void *desk_run(void *user)
{
    struct desk *d = user;
    pthread_setname_np(pthread_self(), "agon desk");
    // Games and their players come first.
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), DESK_NICE);
    postgres_pool_begin();
    pthread_mutex_lock(&d->lock);
    for (struct desk_job *job; (job = desk_await(d)) != NULL;) {
        pthread_mutex_unlock(&d->lock);
        int64_t began_ns = clock_now_ns();
        documents_make(d->documents, &job->wish, &job->result);
        job->took_ms = (clock_now_ns() - began_ns) / NS_PER_MS;
        pthread_mutex_lock(&d->lock);
        desk_append(&d->done_first, &d->done_last, job);
        uv_async_send(&d->async);
    }
    pthread_mutex_unlock(&d->lock);
    documents_destroy(d->documents);
    postgres_pool_end();
    return NULL;
}

static void desk_on_async(uv_async_t *async)
{
    struct desk *d = async->data;
    for (;;) {
        pthread_mutex_lock(&d->lock);
        struct desk_job *job = desk_take(&d->done_first, &d->done_last);
        pthread_mutex_unlock(&d->lock);
        if (job == NULL)
            return;
        job->done(job);
    }
}

static bool desk_start(struct desk *d, uv_loop_t *loop, struct error *e)
{
    pthread_condattr_t attributes;
    if (uv_async_init(loop, &d->async, desk_on_async) != 0)
        return error_set(e, "the web cannot start: no file descriptor is left");
    d->async.data = d;
    pthread_mutex_init(&d->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&d->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&d->thread, NULL, desk_run, d) == 0)
        return true;
    uv_close((uv_handle_t *)&d->async, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    return error_set(e, "the web cannot start: no thread is left");
}

struct desk *desk_create(uv_loop_t *loop, struct error *e)
{
    struct desk *d = calloc(1, sizeof *d);
    if (d != NULL)
        d->documents = documents_create();
    if (d == NULL || d->documents == NULL)
        error_set(e, "out of memory");
    else if (desk_start(d, loop, e))
        return d;
    if (d != NULL)
        documents_destroy(d->documents);
    free(d);
    return NULL;
}

bool desk_add(struct desk *d, struct desk_job *job)
{
    pthread_mutex_lock(&d->lock);
    bool fits = d->count < DESK_JOBS_MOST;
    if (fits) {
        d->count++;
        desk_append(&d->first, &d->last, job);
        pthread_cond_signal(&d->changed);
    }
    pthread_mutex_unlock(&d->lock);
    return fits;
}

static void desk_freed(uv_handle_t *handle)
{
    free(handle->data);
}

void desk_destroy(struct desk *d)
{
    pthread_mutex_lock(&d->lock);
    d->ends = true;
    pthread_cond_signal(&d->changed);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    for (struct desk_job *job; (job = desk_take(&d->first, &d->last)) != NULL;)
        desk_job_destroy(job);
    for (struct desk_job *job; (job = desk_take(&d->done_first, &d->done_last)) != NULL;)
        desk_job_destroy(job);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->changed);
    uv_close((uv_handle_t *)&d->async, desk_freed);
}
