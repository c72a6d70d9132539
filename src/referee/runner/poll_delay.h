// Finds out how long something may have been here before a runner read it. Pure: times come in as
// arguments.
//
// What a poll brings came after the poll before it had looked; else that poll would have brought
// it. If the last poll slept, it came even later: it woke the thread, which then waited for a core.
// If the last poll did not sleep, it may have been here all the time: while the thread was busy,
// and while it waited for a core in the poll before, if the kernel had looked before that waiting.
#ifndef AGON_REFEREE_RUNNER_POLL_DELAY_H
#define AGON_REFEREE_RUNNER_POLL_DELAY_H

#include <stdint.h>

struct poll_times {
    int64_t begun_ns, returned_ns;
    // Two totals when the poll began, as far as they were known then: how long the thread had
    // waited for a core, and how long its core had stood still.
    int64_t waited_ns, stalled_ns;
};

struct poll_delay {
    struct poll_times last, before;
};

// A poll begins. What it brings is read before poll_delay_return.
void poll_delay_begin(struct poll_delay *p, int64_t now_ns, int64_t waited_ns, int64_t stalled_ns);
void poll_delay_return(struct poll_delay *p, int64_t at_ns);

// How long what the last poll brought at `at_ns` may have been here. `waited_ns` and `stalled_ns`
// are the totals of now; `computed_ns` is the CPU time of the thread since the poll began, or 0 if
// the poll had no descriptors to register.
int64_t poll_delay_ns(const struct poll_delay *p, int64_t at_ns, int64_t waited_ns,
    int64_t stalled_ns, int64_t computed_ns);

#endif
