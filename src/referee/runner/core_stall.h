// When a core stands still: the host of a virtual machine keeps it for others, or for itself, and
// whoever ran there seems to have computed. The kernel tells little of that, in units of 10 ms. So
// a thread on the runner's core sleeps for a moment, again and again: woken too late, though it did
// not have to wait for the core, it knows.
#ifndef AGON_REFEREE_RUNNER_CORE_STALL_H
#define AGON_REFEREE_RUNNER_CORE_STALL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct core_stall {
    int games;              // that want it now
    bool there;             // the thread
    pthread_t thread;       // all else belongs to both threads:
    pthread_mutex_t lock;   // only to sleep with,
    pthread_cond_t changed; // until there is something to do
    pthread_cond_t looked;  // or until the next look
    atomic_bool wanted, ended, awaited;
    _Atomic int64_t period_ns, due_ns, total_ns;
};

void core_stall_init(struct core_stall *s);
void core_stall_destroy(struct core_stall *s);

// A game begins or ends whose clocks want to know. The first one starts the thread, on the core, or
// the cores, that this one may use; without such a thread nothing is ever seen to stand still.
void core_stall_watch(struct core_stall *s, bool budgets_are_short);
void core_stall_rest(struct core_stall *s);

// How long the core has stood still, all in all, as far as is known.
int64_t core_stall_ns(struct core_stall *s);
// The same up to now: waits for a look that is overdue, for some milliseconds at most.
int64_t core_stall_settled_ns(struct core_stall *s);

// What a look says that came so much later than it should have, of which it waited for the core,
// when there is one in every period.
int64_t core_stall_of(int64_t late_ns, int64_t waited_ns, int64_t period_ns);

#endif
