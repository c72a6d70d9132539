// The processes of a bot cannot leave their group, so a signal to the group stops all of them, and
// another one lets them run again. A cgroup with a freezer would do the same and could not be
// undone from inside (a timer of the kernel can send SIGCONT); its place is freezer_stop and
// freezer_go, which are the only ones that know of signals.
#include "base/clock.h"
#include "base/number.h"
#include "link/inside/state.h"

#include <signal.h>
#include <time.h>

// Nobody but the kernel can refuse these: the leader is our child and is not reaped yet.
static void freezer_stop(const struct link *link)
{
    kill(-link->group, SIGSTOP);
}

static void freezer_go(const struct link *link)
{
    kill(-link->group, SIGCONT);
}

static int64_t freezer_read_clock(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? t.tv_sec * NS_PER_SECOND + t.tv_nsec : 0;
}

bool link_freeze(struct link *link)
{
    // A bot that is about to end is to explain its end, see link_note_end.
    if (link->state != LINK_OPEN || !link->has_process || link->exited || link->end_seen)
        return false;
    freezer_stop(link);
    link->frozen = true;
    return true;
}

// When the call returns, the kernel has made every task of the group ready to run. But the tasks
// that came first may have got our core before the call returned, and have computed since then. So
// the time that the call took is counted by the CPU time of this thread, not by the wall clock.
int64_t link_thaw(struct link *link)
{
    if (!link->frozen)
        return 0;
    link->frozen = false;
    if (link->pid == 0)
        return 0;
    int64_t from_ns = clock_now_ns();
    int64_t computed_ns = freezer_read_clock(CLOCK_THREAD_CPUTIME_ID);
    freezer_go(link);
    return from_ns + freezer_read_clock(CLOCK_THREAD_CPUTIME_ID) - computed_ns;
}

bool link_is_frozen(const struct link *link)
{
    return link->frozen;
}

int64_t link_cpu_ns(struct link *link)
{
    clockid_t clock;
    if (link->pid != 0 && (link->has_cpu_clock || clock_getcpuclockid(link->pid, &clock) == 0)) {
        link->cpu_clock = link->has_cpu_clock ? link->cpu_clock : clock;
        link->has_cpu_clock = true;
        link->cpu_ns = number_larger(link->cpu_ns, freezer_read_clock(link->cpu_clock));
    }
    return link->cpu_ns;
}
