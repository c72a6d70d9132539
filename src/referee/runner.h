// One thread's share of the arena: a libuv loop, what the links and workers on it need, and the
// pulse, a beat by which every table looks at its clocks. There is one runner per core; nothing of
// a runner is touched by another thread.
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
    RUNNER_PULSE_MS = 20, // how often clocks are looked at; also how soon a stop of ours is noticed
    RUNNER_FLUSH_MS = 250, // how old an unwritten line of a record may be
    // While this thread is busy it looks now and then for answers that it will read later, so that
    // it knows better when they came. That takes a small part of its time.
    RUNNER_LOOK_MS = 5,
    RUNNER_LOOK_PART = 32,
};

// What the runner's beat calls again and again: a table. Owned by whoever adds it.
struct runner_task {
    // Its clocks are to be looked at. `flush_record`: what waits for the disk is to be written.
    void (*tick)(void *user, struct moment now, bool flush_record);
    // Something may have come that nobody has read yet.
    void (*look)(void *user);
    void *user;
    struct runner_task *next, *previous; // the runner's own
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
    struct crowd crowd;   // of its own games, see crowd_join
    int64_t last_beat_ns; // when this thread was last seen running
    int64_t lost_ns;      // how long it was stopped, all in all
    int64_t last_tick_ns, last_flush_ns;
    int64_t waited_at_tick_ns;
    int64_t waited_seen_ns; // how long it had waited for a core, when that was last asked for
    int64_t looked_ns, look_took_ns; // when it last looked for unread answers
    struct poll_delay polls;
    bool polling; // the last one has begun, and what it brings is being read
    // What this thread had computed when the poll began; -1: that had only to look.
    int64_t computed_at_poll_ns;
    int schedstat_fd; // of this thread; -1: the kernel does not say
    struct runner_task *tasks;
};

bool runner_init(struct runner *r, struct error *e);
void runner_destroy(struct runner *r); // when no task is left; runs the loop until it is empty
// From now on the calling thread runs the loop, which another one ran before.
void runner_move_here(struct runner *r);

void runner_add(struct runner *r, struct runner_task *task);
void runner_remove(struct runner *r, struct runner_task *task); // may be called by its own `tick`

// The time now, or at a stamp taken just before, together with what the arena has lost so far.
struct moment runner_moment(struct runner *r, int64_t now_ns);

// How much later than necessary what was read last, in this turn of the loop, may have been read:
// this thread got no core, or was busy with other games.
int64_t runner_late_ns(struct runner *r);

// Keeps this thread and the bots that it starts on one core, the `index`th that it may use.
// Returns how many cores there are to choose from; 0: it could not be done.
int runner_pin(int index);

#endif
