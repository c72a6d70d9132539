// In-process players compute on worker threads, so that the loop never waits for a search.
//
// A pool is a fixed number of threads; as many jobs run at once, the others wait in order, so a
// pool sized to the cores is fair to all games: nobody overtakes. A desk is the place on one loop
// where finished jobs come back. One pool may serve the desks of several loops, or each
// loop may have a pool of its own (threads inherit the affinity of the thread that creates them).
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

// `threads` is at least 1; worker_cores() is how many this thread may use. NULL and words on
// failure.
struct worker_pool *worker_pool_create(int threads, struct error *e);
void worker_pool_destroy(
    struct worker_pool *pool); // when all its desks are closed; joins the threads
int worker_cores(void);

// NULL and words on failure. The loop outlives the desk. The desk keeps the loop running only while
// jobs are under way.
struct worker_desk *worker_desk_open(struct worker_pool *pool, uv_loop_t *loop, struct error *e);

// Stops every job under way, lets each come back through its `done`, then frees itself. The loop
// must run until it has: uv_run returns when nothing else is left.
void worker_desk_close(struct worker_desk *desk);

// One computation. Owned by the caller, at a fixed address, from worker_start until `done` is
// called; may be started again from inside `done`.
struct worker_job {
    void (*run)(struct worker_job *job);  // on a worker thread; looks at worker_stopped often
    void (*done)(struct worker_job *job); // on the loop's thread, exactly once per start, never
                                          // from inside a function of this header
    void *user;

    // Told to `done`. started_at_ns is 0 when the job was stopped before it got a thread: run was
    // not called.
    int64_t started_at_ns, finished_at_ns; // clock_now_ns
    int64_t cpu_ns;                        // of the thread, between the two

    // The workers' own.
    atomic_bool stop;
    int state;
    clockid_t clock;       // of the thread that runs it,
    int64_t cpu_before_ns; // and what that said at the start
    struct worker_desk *desk;
    struct worker_job *next, *previous;           // in the pool's queue, or finished
    struct worker_job *desk_next, *desk_previous; // among all that the desk has under way
};

// Sets up `stop` and the times; the caller has set run, done and user.
void worker_start(struct worker_desk *desk, struct worker_job *job);

// Asks a job that was started to end soon. Its `done` still comes. Harmless when it is already
// finished.
void worker_stop(struct worker_job *job);

// What a job that was started has computed so far.
int64_t worker_cpu_ns(struct worker_job *job);

// Inside run: shall it end? Cheap enough for every node of a search.
static inline bool worker_stopped(const struct worker_job *job)
{
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

#endif
