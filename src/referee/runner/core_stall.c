#include "referee/runner/core_stall.h"

#include "base/clock.h"
#include "base/schedstat.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    PERIOD_MS = 10,
    PERIOD_SHORT_MS = 1, // where a few milliseconds decide
    LEAST_US = 500,      // less may be the way from the timer to the thread
    SETTLE_MOST_MS = 20,
    SLICE_US = 100, // the shortest that the kernel grants
};

int64_t core_stall_of(int64_t late_ns, int64_t waited_ns, int64_t period_ns)
{
    if (late_ns - waited_ns <= LEAST_US * (NS_PER_MS / 1000))
        return 0;
    // The core stood still, so the thread was woken too late; its waiting for the core may be a
    // part of the same standstill. Nobody saw when it began: on average half a period earlier. For
    // a short standstill add no more than was seen.
    int64_t before = period_ns / 2;
    return late_ns + (late_ns < before ? late_ns : before);
}

// --- The thread ---

// The kernel's struct sched_attr, which the C library does not have.
struct scheduling {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime_ns, deadline_ns, period_ns;
};

// While the thread waits for the core it sees nothing, so it should get the core first. If we may
// not demand that, we ask for short time slices, which come sooner.
static void core_stall_come_first(void)
{
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0); // whoever started us may have had a large one
    struct scheduling how = {.size = sizeof how, .policy = SCHED_FIFO, .priority = 1};
    if (syscall(SYS_sched_setattr, 0, &how, 0) == 0)
        return;
    how = (struct scheduling){.size = sizeof how,
        .nice = getpriority(PRIO_PROCESS, 0),
        .runtime_ns = SLICE_US * (NS_PER_MS / 1000)};
    syscall(SYS_sched_setattr, 0, &how, 0);
}

static void core_stall_sleep_until(int64_t due_ns)
{
    struct timespec t = {due_ns / NS_PER_SECOND, due_ns % NS_PER_SECOND};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

static void core_stall_wait_until_wanted(struct core_stall *s)
{
    pthread_mutex_lock(&s->lock);
    while (!s->wanted && !s->ended)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

static void core_stall_tell(struct core_stall *s, int64_t due_ns)
{
    s->due_ns = due_ns;
    if (!s->awaited)
        return;
    pthread_mutex_lock(&s->lock);
    pthread_cond_broadcast(&s->looked);
    pthread_mutex_unlock(&s->lock);
}

// Looks once in every period while games want to know.
static void core_stall_look(struct core_stall *s, int schedstat)
{
    int64_t waited = schedstat_waited_ns(schedstat);
    while (s->wanted && !s->ended) {
        int64_t period = s->period_ns, due = clock_now_ns() + period;
        core_stall_tell(s, due);
        core_stall_sleep_until(due);
        int64_t before = waited;
        int64_t late = clock_now_ns() - due;
        waited = schedstat_waited_ns(schedstat);
        s->total_ns += core_stall_of(late, waited - before, period);
    }
    core_stall_tell(s, INT64_MAX);
}

static void *core_stall_thread(void *argument)
{
    struct core_stall *s = argument;
    int schedstat = schedstat_open();
    core_stall_come_first();
    // Without this figure a wait for the core would look like a standstill.
    while (schedstat_waited_ns(schedstat) >= 0 && !s->ended) {
        core_stall_wait_until_wanted(s);
        core_stall_look(s, schedstat);
    }
    if (schedstat >= 0)
        close(schedstat);
    return NULL;
}

// --- Those who want to know ---

void core_stall_init(struct core_stall *s)
{
    *s = (struct core_stall){.due_ns = INT64_MAX};
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, &monotonic);
    pthread_cond_init(&s->looked, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void core_stall_wake(struct core_stall *s)
{
    pthread_mutex_lock(&s->lock);
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void core_stall_destroy(struct core_stall *s)
{
    if (s->there) {
        s->ended = true;
        core_stall_wake(s);
        pthread_join(s->thread, NULL);
    }
    pthread_cond_destroy(&s->looked);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
}

static void core_stall_start_thread(struct core_stall *s)
{
    // This thread must not get signals that other threads expect.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    s->there = pthread_create(&s->thread, NULL, core_stall_thread, s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void core_stall_watch(struct core_stall *s, bool budgets_are_short)
{
    bool first = s->games++ == 0;
    if (budgets_are_short)
        s->period_ns = PERIOD_SHORT_MS * NS_PER_MS;
    else if (first)
        s->period_ns = PERIOD_MS * NS_PER_MS;
    if (!first)
        return;
    s->wanted = true;
    if (s->there)
        core_stall_wake(s);
    else
        core_stall_start_thread(s);
}

void core_stall_rest(struct core_stall *s)
{
    s->wanted = --s->games > 0;
}

int64_t core_stall_ns(struct core_stall *s)
{
    return s->total_ns;
}

static bool core_stall_is_overdue(struct core_stall *s, int64_t now_ns)
{
    return s->due_ns < now_ns - LEAST_US * (NS_PER_MS / 1000);
}

int64_t core_stall_settled_ns(struct core_stall *s)
{
    int64_t now = clock_now_ns();
    if (core_stall_is_overdue(s, now)) {
        int64_t until = now + SETTLE_MOST_MS * NS_PER_MS;
        struct timespec t = {until / NS_PER_SECOND, until % NS_PER_SECOND};
        s->awaited = true;
        pthread_mutex_lock(&s->lock);
        while (
            core_stall_is_overdue(s, now) && pthread_cond_timedwait(&s->looked, &s->lock, &t) == 0)
            ;
        pthread_mutex_unlock(&s->lock);
        s->awaited = false;
    }
    return s->total_ns;
}
