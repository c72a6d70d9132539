// Measures how long a core stands still. The host of a virtual machine may keep a core for others
// or for itself; then the program that ran there seems to have computed. The kernel tells little of
// that, in units of 10 ms. So a thread on the runner's core sleeps for a moment again and again. If
// it is woken too late, though it did not have to wait for the core, the core has stood still.
#ifndef AGON_REFEREE_RUNNER_CORE_STALL_H
#define AGON_REFEREE_RUNNER_CORE_STALL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct core_stall {
    int games;              // so many games want to know it now
    bool there;             // the thread runs
    pthread_t thread;       // Both threads use what follows:
    pthread_mutex_t lock;   // only to wait
    pthread_cond_t changed; // until there is something to do,
    pthread_cond_t looked;  // or until the next look
    atomic_bool wanted, ended, awaited;
    _Atomic int64_t period_ns, due_ns, total_ns;
};

void core_stall_init(struct core_stall *s);
void core_stall_destroy(struct core_stall *s);

// A game begins whose clocks want to know it. The first one starts the thread, on the cores that
// the calling thread may use. If the thread cannot be started, the core never seems to stand still.
void core_stall_watch(struct core_stall *s, bool budgets_are_short);
// Such a game has ended.
void core_stall_rest(struct core_stall *s);

// How long the core has stood still in all, as far as is known.
int64_t core_stall_ns(struct core_stall *s);
// The same up to now: waits some milliseconds if a look of the thread is overdue.
int64_t core_stall_settled_ns(struct core_stall *s);

// How long the core stood still if a look came `late_ns` too late, of which the thread waited
// `waited_ns` for the core, with one look in every period. Pure.
int64_t core_stall_of(int64_t late_ns, int64_t waited_ns, int64_t period_ns);

#endif
