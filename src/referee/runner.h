// One thread of the arena: a libuv loop, what the links and workers on it need, and a pulse by
// which every table looks at its clocks. There is one runner for each core. No other thread may
// touch a runner or what runs on it.
#ifndef AGON_REFEREE_RUNNER_H
#define AGON_REFEREE_RUNNER_H

#include "base/error.h"
#include "link/link.h"
#include "link/worker.h"
#include "referee/crowd.h"
#include "referee/runner/core_stall.h"
#include "referee/runner/poll_delay.h"
#include "referee/seat_clock.h"

#include <uv.h>

enum {
    RUNNER_PULSE_MS = 20,  // how often clocks are looked at; a longer stop of the thread is noticed
    RUNNER_FLUSH_MS = 250, // how old a line of a record may become before it is written
    // While the thread is busy, it looks for answers that it will read later, so that it knows
    // better when they came. It does so at most every RUNNER_LOOK_MS, and spends at most one part
    // in RUNNER_LOOK_PART of its time on it.
    RUNNER_LOOK_MS = 5,
    RUNNER_LOOK_PART = 32,
};

// Something that the runner calls again and again: a table. It belongs to whoever adds it.
struct runner_task {
    // At every pulse: look at the clocks. `flush_record`: also write the lines of the record.
    void (*tick)(void *user, struct moment now, bool flush_record);
    // While the thread is busy: look whether something has arrived that was not read yet.
    void (*look)(void *user);
    void *user;
    struct runner_task *next, *previous; // only the runner uses these
};

struct runner {
    uv_loop_t loop;
    struct link_hub *hub;
    struct worker_pool *pool;
    struct worker_desk *desk;
    uv_timer_t pulse;
    uv_prepare_t before_poll;
    uv_check_t after_poll;
    struct core_stall stall;
    struct crowd crowd;   // of the games on this runner, see crowd_join
    int64_t last_beat_ns; // when this thread was last seen running
    int64_t lost_ns;      // how long it was stopped in all
    int64_t last_tick_ns, last_flush_ns;
    int64_t waited_at_tick_ns;       // how long it had waited for a core in all, at the last tick,
    int64_t waited_seen_ns;          // and when it was asked for last
    int64_t looked_ns, look_took_ns; // when it last called `look`, and how long that took
    struct poll_delay polls;
    bool polling; // a poll has begun, and what it brings is being read
    // The CPU time of this thread when the poll began; -1: the poll has no descriptors to register.
    int64_t computed_at_poll_ns;
    int schedstat_fd; // of this thread; -1: the kernel does not tell its waiting
    struct runner_task *tasks;
};

bool runner_init(struct runner *r, struct error *e);
// Call it when no task is left. Runs the loop until nothing is left on it.
void runner_destroy(struct runner *r);
// From now on the calling thread runs the loop, which another thread ran before.
void runner_move_here(struct runner *r);

void runner_add(struct runner *r, struct runner_task *task);
// A task may remove itself from inside its `tick`.
void runner_remove(struct runner *r, struct runner_task *task);

// Makes a moment of `now_ns`, which is the time now or a moment ago.
struct moment runner_moment(struct runner *r, int64_t now_ns);

// How long what was read last, in this turn of the loop, may have been here before it was read:
// because this thread got no core, or was busy with other games.
int64_t runner_late_ns(struct runner *r);

// Keeps the calling thread, and the bots that it starts, on one of the cores that it may use: the
// one of number `index`, counted round. Returns how many cores it could use; 0 if that failed.
int runner_pin(int index);

#endif
