// How long something may have lain there before a runner read it. Pure: times come in as arguments.
//
// What a poll brings came after the poll before it had looked, or that would have brought it. If
// the last poll slept, it came even later, and woke this thread, which then waited for a core. Else
// it may have lain there all the time: while the thread was busy, and while it waited for a core in
// the poll before, if that was after the kernel had looked.
#ifndef AGON_REFEREE_RUNNER_POLL_DELAY_H
#define AGON_REFEREE_RUNNER_POLL_DELAY_H

#include <stdint.h>

struct poll_times {
    int64_t begun_ns, returned_ns;
    // How long the thread had waited for a core, and its core had stood still, when the poll began,
    // all in all; as far as was known then.
    int64_t waited_ns, stalled_ns;
};

struct poll_delay {
    struct poll_times last, before;
};

// The last one has not returned until poll_delay_return is called: what it brings is read before
// that.
void poll_delay_begin(struct poll_delay *p, int64_t now_ns, int64_t waited_ns, int64_t stalled_ns);
void poll_delay_return(struct poll_delay *p, int64_t at_ns);

// For what the last one brought when it returned; with what is known now. `computed_ns`: what the
// thread has computed since the poll began, if that had more to do than to look.
int64_t poll_delay_ns(const struct poll_delay *p, int64_t at_ns, int64_t waited_ns,
    int64_t stalled_ns, int64_t computed_ns);

#endif
