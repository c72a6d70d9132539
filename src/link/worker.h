// Built-in players compute on worker threads, so that the loop never waits for a search.
//
// A pool has a fixed number of threads. So many jobs run at once; the others wait in the order of
// their start. A desk belongs to one loop: finished jobs come back through it. One pool may serve
// the desks of several loops, or each loop may have a pool of its own. (A thread may use the cores
// that the thread which created it may use.)
#ifndef AGON_LINK_WORKER_H
#define AGON_LINK_WORKER_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <uv.h>

struct worker_pool;
struct worker_desk;

// `threads` is at least 1. Returns NULL and fills `e` on failure.
struct worker_pool *worker_pool_create(int threads, struct error *e);
// Call it when all desks of the pool are closed. Waits until the threads have ended.
void worker_pool_destroy(struct worker_pool *pool);
// How many cores the calling thread may use.
int worker_cores(void);

// Returns NULL and fills `e` on failure. The loop must outlive the desk. The desk keeps the loop
// running only while it has jobs.
struct worker_desk *worker_desk_open(struct worker_pool *pool, uv_loop_t *loop, struct error *e);

// Stops every job of the desk. When the last one has come back through its `done`, the desk frees
// itself. The loop must run until then: uv_run returns when nothing is left.
void worker_desk_close(struct worker_desk *desk);

// One computation. The caller owns it and must not move it from worker_start until `done` is
// called. It may be started again from inside `done`.
struct worker_job {
    // Set by the caller. `run` is called on a worker thread and must look at worker_stopped often.
    // `done` is called on the loop's thread, exactly once for each start, by no function of this
    // header.
    void (*run)(struct worker_job *job);
    void (*done)(struct worker_job *job);
    void *user;

    // For `done` to read. started_at_ns is 0 if the job was stopped before it got a thread: then
    // `run` was not called.
    int64_t started_at_ns, finished_at_ns; // clock_now_ns
    int64_t cpu_ns;                        // that the thread used between the two

    // Only worker.c uses these.
    atomic_bool stop;
    int state;
    clockid_t clock;       // the CPU clock of the thread that runs it,
    int64_t cpu_before_ns; // and what it showed at the start
    struct worker_desk *desk;
    struct worker_job *next, *previous;           // in the pool's queue, or finished
    struct worker_job *desk_next, *desk_previous; // among all jobs of the desk
};

// The caller has set `run`, `done` and `user`; this sets the rest.
void worker_start(struct worker_desk *desk, struct worker_job *job);

// Asks a job that was started to end soon. `done` will still be called. Does nothing if the job is
// already finished.
void worker_stop(struct worker_job *job);

// The CPU time that a job has used since its start.
int64_t worker_cpu_ns(struct worker_job *job);

// For `run`: whether it should end now. Cheap enough for every node of a search.
static inline bool worker_stopped(const struct worker_job *job)
{
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

#endif
