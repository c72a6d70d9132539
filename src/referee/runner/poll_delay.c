#include "referee/runner/poll_delay.h"

#include "base/clock.h"

#include <stdbool.h>

enum { AT_ONCE_NS = NS_PER_MS }; // a poll that finds something at once takes less than this

void poll_delay_begin(struct poll_delay *p, int64_t now_ns, int64_t waited_ns, int64_t stalled_ns)
{
    p->before = p->last;
    p->last = (struct poll_times){.begun_ns = now_ns,
        .returned_ns = now_ns,
        .waited_ns = waited_ns,
        .stalled_ns = stalled_ns};
}

void poll_delay_return(struct poll_delay *p, int64_t at_ns)
{
    p->last.returned_ns = at_ns;
}

int64_t poll_delay_ns(const struct poll_delay *p, int64_t at_ns, int64_t waited_ns,
    int64_t stalled_ns, int64_t computed_ns)
{
    int64_t took = at_ns - p->last.begun_ns;
    int64_t waited = waited_ns - p->last.waited_ns;
    // The poll took longer than all this explains, and than it takes to fetch what is there: it has
    // slept.
    bool slept = took > waited + (stalled_ns - p->last.stalled_ns) + computed_ns + AT_ONCE_NS;
    if (slept)
        return waited;
    int64_t busy = p->last.begun_ns - p->before.returned_ns;
    int64_t took_before = p->before.returned_ns - p->before.begun_ns;
    int64_t waited_before = waited_ns - p->before.waited_ns;
    return took + busy + (waited_before < took_before ? waited_before : took_before);
}
