// The threads take jobs from one queue, in order. A finished job goes back to the desk from which
// it came, and a bell (uv_async) wakes the loop of that desk. One lock guards the queue, the desks
// and the states of jobs; it is held only to change a few pointers.
#include "link/worker.h"

#include "base/clock.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { JOB_IDLE, JOB_QUEUED, JOB_RUNNING, JOB_FINISHED };

struct job_queue {
    struct worker_job *first, *last;
};

struct worker_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct job_queue queue; // locked
    bool closing;           // locked
    int thread_count;
    pthread_t threads[];
};

struct worker_desk {
    struct worker_pool *pool;
    uv_async_t bell;
    struct job_queue finished;    // locked
    struct worker_job *under_way; // only the loop's thread uses this, and everything below
    bool closing;
};

// --- Queues ---

static void worker_append(struct job_queue *queue, struct worker_job *job)
{
    job->next = NULL;
    job->previous = queue->last;
    if (queue->last != NULL)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

static void worker_detach(struct job_queue *queue, struct worker_job *job)
{
    if (job->previous != NULL)
        job->previous->next = job->next;
    else
        queue->first = job->next;
    if (job->next != NULL)
        job->next->previous = job->previous;
    else
        queue->last = job->previous;
}

// --- On a worker thread ---

static int64_t worker_cpu_ns_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

// The lock is held.
static void worker_begin(struct worker_job *job)
{
    job->state = JOB_RUNNING;
    if (pthread_getcpuclockid(pthread_self(), &job->clock) != 0)
        job->clock = CLOCK_MONOTONIC; // there is no CPU clock: all its time counts
    job->cpu_before_ns = worker_cpu_ns_of(job->clock);
}

static void worker_run(struct worker_job *job)
{
    job->started_at_ns = clock_now_ns();
    job->run(job);
    job->finished_at_ns = clock_now_ns();
    job->cpu_ns = worker_cpu_ns_of(job->clock) - job->cpu_before_ns;
}

// The lock is held. The bell must be rung before it is released: after that, a desk that has got
// its last job back may be freed at any moment.
static void worker_finish(struct worker_job *job)
{
    job->state = JOB_FINISHED;
    worker_append(&job->desk->finished, job);
    uv_async_send(&job->desk->bell);
}

static void *worker_thread(void *argument)
{
    struct worker_pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct worker_job *job = pool->queue.first;
        if (job != NULL) {
            worker_detach(&pool->queue, job);
            worker_begin(job);
            pthread_mutex_unlock(&pool->lock);
            worker_run(job);
            pthread_mutex_lock(&pool->lock);
            worker_finish(job);
        } else if (pool->closing) {
            break;
        } else {
            pthread_cond_wait(&pool->work, &pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

// --- The pool ---

int worker_cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? count : 1;
}

struct worker_pool *worker_pool_create(int threads, struct error *e)
{
    assert(threads >= 1);
    struct worker_pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->threads[0]);
    if (pool == NULL) {
        error_set(e, "no memory for worker threads");
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    // These threads must not get signals that other threads expect.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = 0;
    while (error == 0 && pool->thread_count < threads) {
        error = pthread_create(&pool->threads[pool->thread_count], NULL, worker_thread, pool);
        pool->thread_count += error == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        error_set(e, "no worker thread: %s", uv_strerror(-error));
        worker_pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void worker_pool_destroy(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

// --- The desk ---

static void worker_on_bell_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void worker_close_if_idle(struct worker_desk *desk)
{
    if (desk->closing && desk->under_way == NULL && !uv_is_closing((uv_handle_t *)&desk->bell))
        uv_close((uv_handle_t *)&desk->bell, worker_on_bell_closed);
}

static void worker_take_off_desk(struct worker_desk *desk, struct worker_job *job)
{
    if (job->desk_previous != NULL)
        job->desk_previous->desk_next = job->desk_next;
    else
        desk->under_way = job->desk_next;
    if (job->desk_next != NULL)
        job->desk_next->desk_previous = job->desk_previous;
    if (desk->under_way == NULL)
        uv_unref((uv_handle_t *)&desk->bell);
}

// Takes one job at a time: inside `done` the owner may start it again, free it, or stop others.
static void worker_on_bell(uv_async_t *bell)
{
    struct worker_desk *desk = bell->data;
    for (;;) {
        pthread_mutex_lock(&desk->pool->lock);
        struct worker_job *job = desk->finished.first;
        if (job != NULL) {
            worker_detach(&desk->finished, job);
            job->state = JOB_IDLE;
        }
        pthread_mutex_unlock(&desk->pool->lock);
        if (job == NULL)
            break;
        worker_take_off_desk(desk, job);
        job->done(job);
    }
    worker_close_if_idle(desk);
}

struct worker_desk *worker_desk_open(struct worker_pool *pool, uv_loop_t *loop, struct error *e)
{
    struct worker_desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL) {
        error_set(e, "no memory for worker threads");
        return NULL;
    }
    desk->pool = pool;
    int error = uv_async_init(loop, &desk->bell, worker_on_bell);
    if (error != 0) {
        free(desk);
        error_set(e, "worker threads cannot wake the loop: %s", uv_strerror(error));
        return NULL;
    }
    desk->bell.data = desk;
    uv_unref((uv_handle_t *)&desk->bell);
    return desk;
}

void worker_desk_close(struct worker_desk *desk)
{
    desk->closing = true;
    for (struct worker_job *job = desk->under_way; job != NULL; job = job->desk_next)
        worker_stop(job);
    worker_close_if_idle(desk);
}

// --- A job ---

void worker_start(struct worker_desk *desk, struct worker_job *job)
{
    atomic_store(&job->stop, false);
    job->started_at_ns = job->finished_at_ns = job->cpu_ns = 0;
    job->desk = desk;
    if (desk->under_way == NULL)
        uv_ref((uv_handle_t *)&desk->bell);
    else
        desk->under_way->desk_previous = job;
    job->desk_previous = NULL;
    job->desk_next = desk->under_way;
    desk->under_way = job;

    struct worker_pool *pool = desk->pool;
    pthread_mutex_lock(&pool->lock);
    job->state = JOB_QUEUED;
    worker_append(&pool->queue, job);
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    if (desk->closing) // a `done` has started it: it comes back at once
        worker_stop(job);
}

void worker_stop(struct worker_job *job)
{
    if (job->desk == NULL)
        return;
    struct worker_pool *pool = job->desk->pool;
    atomic_store(&job->stop, true);
    pthread_mutex_lock(&pool->lock);
    if (job->state == JOB_QUEUED) {
        worker_detach(&pool->queue, job);
        worker_finish(job);
    }
    pthread_mutex_unlock(&pool->lock);
}

int64_t worker_cpu_ns(struct worker_job *job)
{
    struct worker_pool *pool = job->desk->pool;
    pthread_mutex_lock(&pool->lock);
    int64_t cpu_ns = 0;
    if (job->state == JOB_RUNNING)
        cpu_ns = worker_cpu_ns_of(job->clock) - job->cpu_before_ns;
    else if (job->state != JOB_QUEUED)
        cpu_ns = job->cpu_ns;
    pthread_mutex_unlock(&pool->lock);
    return cpu_ns;
}
