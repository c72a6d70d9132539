// One seat's clock: what a move took, what of that the bot is charged, and when to look again.
// Pure: the time and the kernel's figures come in as arguments.
//
// Charged is wall time less what was no fault of the bot's: the time in which the arena or the
// whole machine did not run, the time in which the bot could run and got no core, a remote bot's
// lag allowance. But never less than the CPU time it used, shared out over the cores it was
// granted: a bot cannot buy time by starting threads that fight each other for a core. A bot that
// did not sleep between request and answer had no other time than its CPU time, and that is its
// charge.
#ifndef AGON_REFEREE_SEAT_CLOCK_H
#define AGON_REFEREE_SEAT_CLOCK_H

#include "base/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    // The kernel is asked only once a move has taken this part of its budget: fast moves, of which
    // there are many, pay nothing.
    SEAT_CLOCK_SLOW_PART = 10,
    // At most this many budgets are refunded for the load of the machine, or so much where budgets
    // are short: on a crowded machine a core can be away for that long.
    SEAT_CLOCK_REFUNDS_MOST = 4,
    SEAT_CLOCK_REFUND_MS = 2000,
    // A player of our own stops itself in time; what it is late by is our machine's doing, up to
    // here. A machine whose host stops it for 0.3 s, unseen, charges that to whoever was computing.
    SEAT_CLOCK_OURS_MS = 1000,
    // Budgets below this are measured always from the beginning: a few milliseconds decide there.
    SEAT_CLOCK_SHORT_MS = 50,
};

// A point in time. How long the arena itself had not been running up to then, all in all; and how
// long its core had stood still (see runner/core_stall.h).
struct moment {
    int64_t now_ns;
    int64_t lost_ns;
    int64_t stalled_ns;
};

// Totals since the bot was started, as the kernel counts them.
struct usage {
    bool observed;     // false: a bot elsewhere, of which we know nothing
    bool ours;         // a player of our own: when it waits, it waits for us, without bound
    bool ready;        // runs now, or waits for a core, which is not yet part of `waited_ns`
    bool unread;       // something of it is here, and will be read in a moment
    bool alone;        // it is one process with one thread,
    int64_t wakes;     // which so often went to sleep and was woken
    int64_t waited_ns; // could run and got no core
    int64_t cpu_ns;
    int64_t stalled_ns; // of the core, see struct moment
    // Not totals. When the look at the kernel's figures began and ended: on a busy machine much can
    // happen meanwhile. And how much later than necessary the arena read what came just now.
    int64_t from_ns, to_ns;
    int64_t late_ns;
};

struct budget {
    int64_t start_ns;     // from its start to the first request it can answer
    int64_t first_ns;     // for the first request of a game
    int64_t request_ns;   // for every later one
    int64_t game_ns;      // for all requests of a game together; 0: no such limit
    int64_t increment_ns; // added to that after every move
    int64_t lag_most_ns;  // the most that a remote bot is allowed for the way, per request
    int cores;            // granted to each bot
    bool wall;            // plain wall time: no refunds
};

struct charge {
    int64_t wall_ns;
    int64_t lost_ns; // the arena did not run
    int64_t waited_ns;
    int64_t cpu_ns;
    int64_t lag_ns; // allowed for the way
    int64_t charged_ns;
    int64_t limit_ns;
    bool measured; // waited and cpu were asked for
    bool of_game;  // the limit is what was left of the whole game's budget
    bool unread;   // perhaps the answer is here: it is too early to say
};

struct seat_clock {
    const struct budget *budget;
    int64_t left_ns; // of the whole game's budget
    int64_t lag_ns;  // measured for a remote bot, 0 else
    bool running;
    bool of_game;
    int64_t limit_ns; // of what is running
    struct moment asked;
    struct usage base;       // the kernel's figures when they were last asked for
    bool has_base;           // that was for the running request,
    bool whole;              // all of it, since they were asked for before it was sent;
    int64_t base_ahead_ns;   // that took so long. Else
    int64_t base_at_ns;      // so far into it,
    int64_t early_waited_ns; // with so much waiting before
    bool was_slow;           // the last move: then the next one is measured from its beginning
    int64_t refunded_ns;     // so far, for the running request
    bool excused;            // its limit had passed with something unread, once
};

// A few milliseconds decide.
static inline bool budget_is_short(const struct budget *budget)
{
    return budget->request_ns < SEAT_CLOCK_SHORT_MS * NS_PER_MS;
}

void seat_clock_init(struct seat_clock *c, const struct budget *budget);

// Starts it for something with a limit of its own (start, acknowledgement), or for a move, whose
// limit is also what is left of the game's budget.
void seat_clock_run(struct seat_clock *c, int64_t limit_ns, struct moment at);
void seat_clock_run_move(struct seat_clock *c, bool first, struct moment at);

// Whether the kernel's figures are wanted now: for a base, just before a request is sent, and
// whenever seat_clock_wake_ns has come; for a charge, when the answer is here. Not right after a
// request was sent: it wakes the bot, which may get the arena's core at once, and have waited,
// computed and answered before the arena can look.
bool seat_clock_wants_base(const struct seat_clock *c, struct moment at);
bool seat_clock_wants_usage(const struct seat_clock *c, struct moment at);
void seat_clock_take_base(struct seat_clock *c, const struct usage *u, struct moment at);

// An answer is here that the arena may have read so much too late: the moment at which it came, for
// seat_clock_wants_usage and seat_clock_charge. It is charged no more than the time until then,
// whatever the kernel says, so where that is short the kernel need not be asked.
struct moment seat_clock_when_here(const struct seat_clock *c, int64_t late_ns, struct moment at);

// When to look at it again: the earliest moment at which the kernel should be asked, or the limit
// can have been passed.
int64_t seat_clock_wake_ns(const struct seat_clock *c);

// What has been used so far. `u` is NULL when it is not known.
struct charge seat_clock_charge(struct seat_clock *c, const struct usage *u, struct moment at);
static inline bool charge_is_over(const struct charge *charge)
{
    return charge->charged_ns > charge->limit_ns && !charge->unread;
}

// The answer came, and was charged so much.
void seat_clock_stop(struct seat_clock *c);
void seat_clock_stop_move(struct seat_clock *c, const struct charge *charge);

#endif
