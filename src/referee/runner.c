#include "referee/runner.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/schedstat.h"
#include "link/lack.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// How long this thread could run and got no core in all, as far as is known.
static int64_t runner_waited_ns(const struct runner *r)
{
    return number_larger(schedstat_waited_ns(r->schedstat_fd), 0);
}

// When the last poll brought its events, in milliseconds rounded down, as libuv keeps it. If there
// were several polls in one turn of the loop, the first one counts; the hub knows its time.
static int64_t runner_polled_at_ns(const struct runner *r)
{
    if (!r->polling)
        return r->polls.last.returned_ns;
    int64_t first = link_hub_polled_ns(r->hub);
    int64_t at = first > 0 ? first : (int64_t)uv_now(&r->loop) * NS_PER_MS;
    return number_larger(at, r->polls.last.begun_ns);
}

static int64_t runner_computed_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

int64_t runner_late_ns(struct runner *r)
{
    r->waited_seen_ns = runner_waited_ns(r);
    int64_t polled_at = runner_polled_at_ns(r), stalled = core_stall_ns(&r->stall);
    int64_t computed =
        r->computed_at_poll_ns < 0 ? 0 : runner_computed_ns() - r->computed_at_poll_ns;
    return poll_delay_ns(&r->polls, polled_at, r->waited_seen_ns, stalled, computed) +
        number_larger(r->last_beat_ns - polled_at, 0);
}

static void runner_look(struct runner *r)
{
    int64_t begun = clock_now_ns();
    for (struct runner_task *t = r->tasks; t; t = t->next)
        t->look(t->user);
    r->looked_ns = begun;
    // If it took longer than a millisecond, the thread had no core for a while.
    r->look_took_ns = number_smaller(clock_now_ns() - begun, NS_PER_MS);
}

struct moment runner_moment(struct runner *r, int64_t now_ns)
{
    // The pulse wakes this thread every RUNNER_PULSE_MS. A longer gap means that the thread was
    // stopped, or waited for a core; runner_late_ns counts the waiting.
    int64_t gap = now_ns - r->last_beat_ns;
    if (gap > 2 * RUNNER_PULSE_MS * NS_PER_MS) {
        int64_t waited = runner_waited_ns(r) - r->waited_at_tick_ns;
        int64_t stopped = gap - RUNNER_PULSE_MS * NS_PER_MS - waited;
        r->lost_ns += stopped > 0 ? stopped : 0;
    }
    if (gap > 0)
        r->last_beat_ns = now_ns;
    if (now_ns - r->looked_ns >=
        number_larger(RUNNER_LOOK_MS * NS_PER_MS, RUNNER_LOOK_PART * r->look_took_ns))
        runner_look(r);
    return (struct moment){now_ns, r->lost_ns, core_stall_ns(&r->stall)};
}

// The tables look at their clocks for the time of the last poll, not for now: nobody has looked for
// answers that came since then. A bot that was asked after the poll is not late yet, however long
// the rest of this turn took.
static void runner_tick(struct runner *r, int64_t now)
{
    r->last_tick_ns = now;
    runner_moment(r, now);
    bool flush = now - r->last_flush_ns >= RUNNER_FLUSH_MS * NS_PER_MS;
    if (flush)
        r->last_flush_ns = now;
    for (struct runner_task *t = r->tasks, *next; t; t = next) {
        next = t->next;
        t->tick(t->user, runner_moment(r, r->polls.last.returned_ns), flush);
    }
    r->waited_at_tick_ns = r->waited_seen_ns = runner_waited_ns(r);
}

// Everything in this turn of the loop is done: reading, the tick, games that ended and began.
static void runner_before_poll(uv_prepare_t *prepare)
{
    struct runner *r = prepare->data;
    r->computed_at_poll_ns = link_hub_polls(r->hub) > 0 ? runner_computed_ns() : -1;
    r->polling = true;
    poll_delay_begin(&r->polls, clock_now_ns(), r->waited_seen_ns, core_stall_ns(&r->stall));
}

// The tick comes after a poll: what has arrived is read before a bot is found to be late.
static void runner_after_poll(uv_check_t *check)
{
    struct runner *r = check->data;
    poll_delay_return(&r->polls, runner_polled_at_ns(r));
    r->polling = false;
    int64_t now = clock_now_ns();
    if (now - r->last_tick_ns >= RUNNER_PULSE_MS * NS_PER_MS / 2)
        runner_tick(r, now);
}

// Only wakes the loop; the work is done after the poll.
static void runner_beat(uv_timer_t *pulse)
{
    (void)pulse;
}

bool runner_init(struct runner *r, struct error *e)
{
    int64_t now = clock_now_ns();
    *r = (struct runner){
        .last_beat_ns = now, .looked_ns = now, .schedstat_fd = -1, .computed_at_poll_ns = -1};
    r->polls.last = (struct poll_times){.begun_ns = now, .returned_ns = now};
    core_stall_init(&r->stall);
    int error = uv_loop_init(&r->loop);
    if (error != 0) {
        char lack[LACK_BYTES];
        lack_words(-error, lack);
        return error_set(e, "no event loop could be made: %s", lack);
    }
    r->hub = link_hub_create(&r->loop, e);
    r->pool = r->hub ? worker_pool_create(1, e) : NULL;
    r->desk = r->pool ? worker_desk_open(r->pool, &r->loop, e) : NULL;
    if (!r->desk) {
        runner_destroy(r);
        return false;
    }
    r->schedstat_fd = schedstat_open();
    uv_timer_init(&r->loop, &r->pulse);
    uv_prepare_init(&r->loop, &r->before_poll);
    uv_check_init(&r->loop, &r->after_poll);
    r->before_poll.data = r->after_poll.data = r;
    uv_timer_start(&r->pulse, runner_beat, RUNNER_PULSE_MS, RUNNER_PULSE_MS);
    uv_prepare_start(&r->before_poll, runner_before_poll);
    uv_check_start(&r->after_poll, runner_after_poll);
    // The loop must end when no game is left, though the pulse goes on.
    uv_unref((uv_handle_t *)&r->pulse);
    uv_unref((uv_handle_t *)&r->before_poll);
    uv_unref((uv_handle_t *)&r->after_poll);
    return true;
}

void runner_move_here(struct runner *r)
{
    if (r->schedstat_fd >= 0)
        close(r->schedstat_fd);
    r->schedstat_fd = schedstat_open();
    r->last_beat_ns = r->looked_ns = clock_now_ns();
    r->waited_at_tick_ns = r->waited_seen_ns = runner_waited_ns(r);
}

void runner_destroy(struct runner *r)
{
    if (r->desk) {
        uv_close((uv_handle_t *)&r->pulse, NULL);
        uv_close((uv_handle_t *)&r->before_poll, NULL);
        uv_close((uv_handle_t *)&r->after_poll, NULL);
        worker_desk_close(r->desk);
    }
    if (r->hub)
        link_hub_close(r->hub);
    uv_run(&r->loop, UV_RUN_DEFAULT);
    if (r->pool)
        worker_pool_destroy(r->pool);
    uv_loop_close(&r->loop);
    if (r->schedstat_fd >= 0)
        close(r->schedstat_fd);
    core_stall_destroy(&r->stall);
}

void runner_add(struct runner *r, struct runner_task *task)
{
    task->previous = NULL;
    task->next = r->tasks;
    if (task->next)
        task->next->previous = task;
    r->tasks = task;
}

void runner_remove(struct runner *r, struct runner_task *task)
{
    if (task->next)
        task->next->previous = task->previous;
    if (task->previous)
        task->previous->next = task->next;
    else
        r->tasks = task->next;
}

int runner_pin(int index)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 0;
    int count = CPU_COUNT(&allowed), seen = 0;
    CPU_ZERO(&one);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &allowed) && seen++ == index % count)
            CPU_SET(core, &one);
    }
    return sched_setaffinity(0, sizeof one, &one) == 0 ? count : 0;
}
