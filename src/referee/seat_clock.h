// The clock of one seat: how long a move took, how much of that the bot is charged, and when to
// look at it again. Pure: the time and the kernel's figures come in as arguments.
//
// The charge is wall time, without the time for which the bot is not to blame: the arena or the
// whole machine did not run; the bot could run and got no core; the way to a bot on another
// machine. But the charge is never less than the CPU time that the bot used, divided by the cores
// that it may use: so a bot cannot win time by threads that take the core from each other. A bot
// that did not sleep between request and answer is charged exactly its CPU time.
#ifndef AGON_REFEREE_SEAT_CLOCK_H
#define AGON_REFEREE_SEAT_CLOCK_H

#include "base/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    // The kernel is asked only for moves that have taken this part of their limit. Most moves are
    // faster, and cost nothing.
    SEAT_CLOCK_SLOW_PART = 10,
    // The most that is given back for one request because the machine is busy: so many times the
    // limit, or so many milliseconds if that is more. On a busy machine a core can be away that
    // long.
    SEAT_CLOCK_REFUNDS_MOST = 4,
    SEAT_CLOCK_REFUND_MS = 2000,
    // A built-in player stops itself in time. If it is late by less than this, our machine is to
    // blame: a host may stop a virtual machine for 0.3 s, and nobody sees it.
    SEAT_CLOCK_OURS_MS = 1000,
    // With budgets below this a few milliseconds decide, and every move is measured from its
    // beginning.
    SEAT_CLOCK_SHORT_MS = 50,
};

// A point in time, and two totals up to then.
struct moment {
    int64_t now_ns;
    int64_t lost_ns;    // how long the arena's thread was stopped
    int64_t stalled_ns; // how long its core stood still, see runner/core_stall.h
};

// What the kernel knows of a bot. Times are totals since its start, but for the last three.
struct usage {
    bool observed;      // false: we did not start the bot, and know nothing of it
    bool ours;          // a built-in player: if it waits, that is never its fault
    bool ready;         // it runs now, or waits for a core; `waited_ns` does not count that yet
    bool unread;        // something of it has arrived, and will be read in a moment
    bool alone;         // it is one process with one thread
    int64_t wakes;      // how often it went to sleep and was woken
    int64_t waited_ns;  // how long it could run and got no core
    int64_t cpu_ns;     // how long it computed
    int64_t stalled_ns; // how long the core stood still, see struct moment
    // These are not totals:
    int64_t late_ns;        // how long what came just now may have been here before it was read
    int64_t from_ns, to_ns; // when we began and ended to ask for these figures
};

// How much time a seat has.
struct budget {
    int64_t start_ns;     // from its start to the first request that it can answer
    int64_t first_ns;     // for the first request of a game
    int64_t request_ns;   // for every later request
    int64_t game_ns;      // for all requests of a game together; 0: no limit
    int64_t increment_ns; // added to `game_ns` after every move
    int64_t lag_most_ns;  // the most that is given to a bot on another machine for the way
    int cores;            // how many cores a bot may use,
    bool own_cores;       // which nobody else uses
    bool wall;            // charge plain wall time
    bool frozen;          // a bot that we started stands still while it is not asked
    // The times are scaled for a machine of this speed, in hundredths; 0: they are not scaled.
    int64_t speed_percent;
};

// Scales the five times for a machine of this speed, in hundredths: half the speed gives twice the
// time. They are rounded to milliseconds, as records have them; a time that is not 0 stays at least
// 1 ms. To be called once.
void budget_scale(struct budget *budget, int64_t speed_percent);

// What an answer took, and what the bot is charged for it.
struct charge {
    int64_t wall_ns;
    int64_t lost_ns;    // the arena did not run, or read the answer late
    int64_t waited_ns;  // the bot could run and got no core
    int64_t cpu_ns;     // the bot computed
    int64_t lag_ns;     // given for the way
    int64_t charged_ns; // what is left of `wall_ns`
    int64_t limit_ns;
    bool measured; // the kernel was asked for `waited_ns` and `cpu_ns`
    bool of_game;  // the limit is what was left of the time for the whole game
    bool unread;   // perhaps the answer is here and was not read yet: too early for a verdict
};

struct seat_clock {
    const struct budget *budget;
    int64_t left_ns; // what is left of the time for the whole game
    int64_t lag_ns;  // the way to a bot on another machine and back, as measured; else 0
    bool running;
    bool of_game;            // see struct charge
    int64_t limit_ns;        // of the running request
    struct moment asked;     // when the running request was sent
    struct usage base;       // the kernel's figures with which later ones are compared
    bool has_base;           // they were taken for the running request:
    bool whole;              // before it was sent, so they count for all of it,
    int64_t base_ahead_ns;   // and asking for them took so long;
    int64_t base_at_ns;      // or this long after it was sent,
    int64_t early_waited_ns; // when the bot had waited so long in it
    bool was_slow;           // the last move was: the next one is measured from its beginning
    int64_t refunded_ns;     // so far, for the running request
    bool excused;            // its time was over once, but something of it was not read yet
};

// Whether the budget is so short that a few milliseconds decide.
static inline bool budget_is_short(const struct budget *budget)
{
    return budget->request_ns < SEAT_CLOCK_SHORT_MS * NS_PER_MS;
}

void seat_clock_init(struct seat_clock *c, const struct budget *budget);

// Starts the clock for something with a limit of its own: a start, an acknowledgement.
void seat_clock_run(struct seat_clock *c, int64_t limit_ns, struct moment at);
// Starts it for a move. The limit is that of the budget, or what is left of the time for the whole
// game if that is less. `first`: it is the seat's first move in this game.
void seat_clock_run_move(struct seat_clock *c, bool first, struct moment at);

// Whether the clock wants the kernel's figures now to compare later ones with them. Ask this just
// before a request is sent, and when the time of seat_clock_wake_ns has come. Do not ask right
// after a request was sent: the request wakes the bot, which may get the arena's core at once, and
// may have waited, computed and answered before the arena can look.
bool seat_clock_wants_base(const struct seat_clock *c, struct moment at);
void seat_clock_take_base(struct seat_clock *c, const struct usage *u, struct moment at);
// Whether the clock wants the kernel's figures for seat_clock_charge.
bool seat_clock_wants_usage(const struct seat_clock *c, struct moment at);

// Returns `at` with `late_ns` added to the time that the arena has lost: for an answer that may
// have been here that long before it was read. If little time is left then, seat_clock_wants_usage
// says that the kernel need not be asked.
struct moment seat_clock_when_here(const struct seat_clock *c, int64_t late_ns, struct moment at);

// When to look at the clock again: the first moment at which it may want the kernel's figures, or
// at which its limit may have passed. INT64_MAX if it does not run.
int64_t seat_clock_wake_ns(const struct seat_clock *c);

// What the running request has taken until `at`. `u` is NULL if the kernel was not asked.
struct charge seat_clock_charge(struct seat_clock *c, const struct usage *u, struct moment at);
// Whether the time is over.
static inline bool charge_is_over(const struct charge *charge)
{
    return charge->charged_ns > charge->limit_ns && !charge->unread;
}

// The answer has come. For a move, its charge is taken from the time for the whole game.
void seat_clock_stop(struct seat_clock *c);
void seat_clock_stop_move(struct seat_clock *c, const struct charge *charge);

#endif
