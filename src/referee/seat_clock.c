#include "referee/seat_clock.h"

#include "base/clock.h"
#include "base/number.h"

static int64_t budget_scale_time(int64_t ns, int64_t speed_percent)
{
    // In microseconds, so that days stay far below the largest number.
    int64_t scaled_us = (ns / 1000 * 100 + speed_percent / 2) / speed_percent;
    int64_t ms = (scaled_us + 500) / 1000;
    return ns == 0 ? 0 : number_larger(ms, 1) * NS_PER_MS;
}

void budget_scale(struct budget *budget, int64_t speed_percent)
{
    int64_t *const times[] = {&budget->start_ns, &budget->first_ns, &budget->request_ns,
        &budget->game_ns, &budget->increment_ns};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = budget_scale_time(*times[i], speed_percent);
    budget->speed_percent = speed_percent;
}

void seat_clock_init(struct seat_clock *c, const struct budget *budget)
{
    *c = (struct seat_clock){.budget = budget, .left_ns = budget->game_ns};
}

void seat_clock_run(struct seat_clock *c, int64_t limit_ns, struct moment at)
{
    c->running = true;
    c->of_game = false;
    c->limit_ns = limit_ns;
    c->asked = at;
    c->whole = c->has_base;
    if (c->whole)
        c->asked.stalled_ns = c->base.stalled_ns;
    c->refunded_ns = 0;
    c->excused = false;
}

void seat_clock_run_move(struct seat_clock *c, bool first, struct moment at)
{
    seat_clock_run(c, first ? c->budget->first_ns : c->budget->request_ns, at);
    if (c->budget->game_ns > 0 && c->left_ns < c->limit_ns) {
        c->limit_ns = c->left_ns;
        c->of_game = true;
    }
}

static int64_t seat_clock_slow_ns(const struct seat_clock *c)
{
    return c->limit_ns / SEAT_CLOCK_SLOW_PART;
}

// How long the request has been running, without the time in which the arena did not run.
static int64_t seat_clock_elapsed_ns(const struct seat_clock *c, struct moment at)
{
    return (at.now_ns - c->asked.now_ns) - (at.lost_ns - c->asked.lost_ns);
}

bool seat_clock_wants_usage(const struct seat_clock *c, struct moment at)
{
    return c->running && !c->budget->wall && seat_clock_elapsed_ns(c, at) >= seat_clock_slow_ns(c);
}

struct moment seat_clock_when_here(const struct seat_clock *c, int64_t late_ns, struct moment at)
{
    at.lost_ns += number_smaller(late_ns, number_larger(seat_clock_elapsed_ns(c, at), 0));
    return at;
}

bool seat_clock_wants_base(const struct seat_clock *c, struct moment at)
{
    if (c->budget->wall)
        return false;
    if (c->running)
        return !c->has_base && seat_clock_elapsed_ns(c, at) >= seat_clock_slow_ns(c);
    return c->was_slow || budget_is_short(c->budget);
}

// Called just before a request is sent. What the bot computes while we ask for its figures is not
// part of the request.
static void seat_clock_take_base_ahead(struct seat_clock *c, const struct usage *u)
{
    c->base = *u;
    c->has_base = true;
    c->base_at_ns = c->early_waited_ns = 0;
    c->base_ahead_ns = u->to_ns - u->from_ns;
}

void seat_clock_take_base(struct seat_clock *c, const struct usage *u, struct moment at)
{
    if (!c->running) {
        seat_clock_take_base_ahead(c, u);
        return;
    }
    // Some of the waiting since the last figures may lie before this request. In the request the
    // bot cannot have waited longer than the request has run, up to the end of this look.
    at.now_ns = number_larger(at.now_ns, u->to_ns);
    int64_t elapsed = number_larger(seat_clock_elapsed_ns(c, at), 0);
    c->early_waited_ns =
        number_smaller(number_larger(u->waited_ns - c->base.waited_ns, 0), elapsed);
    // Nor can it have computed in the request for longer than since the last figures.
    if (u->ready)
        c->early_waited_ns = number_larger(
            c->early_waited_ns, elapsed - number_larger(u->cpu_ns - c->base.cpu_ns, 0));
    c->base = *u;
    c->base_at_ns = elapsed;
    c->base_ahead_ns = 0;
    c->has_base = true;
}

int64_t seat_clock_wake_ns(const struct seat_clock *c)
{
    if (!c->running)
        return INT64_MAX;
    int64_t lag = number_smaller(c->lag_ns, c->budget->lag_most_ns);
    int64_t limit = c->asked.now_ns + c->limit_ns + c->refunded_ns + lag + 1;
    bool wants_base = !c->budget->wall && !c->has_base;
    return wants_base ? number_smaller(limit, c->asked.now_ns + seat_clock_slow_ns(c)) : limit;
}

// Whether the bot was woken only once, by the request, and has not slept since then.
static bool seat_clock_is_awake(const struct seat_clock *c, const struct usage *u)
{
    return c->whole && c->base.alone && u->alone && !c->base.ready && u->wakes - c->base.wakes <= 1;
}

struct charge seat_clock_charge(struct seat_clock *c, const struct usage *u, struct moment at)
{
    struct charge charge = {
        .wall_ns = at.now_ns - c->asked.now_ns,
        .lost_ns = at.lost_ns - c->asked.lost_ns,
        .limit_ns = c->limit_ns,
        .of_game = c->of_game,
    };
    int64_t elapsed = number_larger(charge.wall_ns - charge.lost_ns, 0), stalled = 0;
    if (u && !c->budget->wall) {
        if (!c->has_base)
            seat_clock_take_base(c, u, at);
        charge.measured = u->observed;
        charge.unread = u->unread && !c->excused;
        int64_t since = elapsed - c->base_at_ns;
        charge.waited_ns = c->early_waited_ns + number_larger(u->waited_ns - c->base.waited_ns, 0);
        charge.cpu_ns = number_larger(u->cpu_ns - c->base.cpu_ns, 0);
        if (u->ready || seat_clock_is_awake(c, u))
            charge.waited_ns = number_larger(
                charge.waited_ns, c->early_waited_ns + number_larger(since - charge.cpu_ns, 0));
        // A stop of the arena looks like a standstill of the core, and is already in `lost_ns`.
        stalled = number_larger(u->stalled_ns - c->asked.stalled_ns - charge.lost_ns, 0);
        int64_t late = number_smaller(u->late_ns + stalled, elapsed);
        charge.lost_ns += late;
        elapsed -= late;
        charge.waited_ns = number_smaller(charge.waited_ns, elapsed);
    }
    int64_t refund_most =
        number_larger(SEAT_CLOCK_REFUNDS_MOST * c->limit_ns, SEAT_CLOCK_REFUND_MS * NS_PER_MS);
    int64_t refund =
        u && u->ours ? charge.waited_ns : number_smaller(charge.waited_ns, refund_most);
    int64_t cores = c->budget->cores > 0 ? c->budget->cores : 1;
    charge.lag_ns =
        number_smaller(number_smaller(c->lag_ns, c->budget->lag_most_ns), elapsed - refund);
    charge.charged_ns = elapsed - refund - charge.lag_ns;
    // Charge no more CPU time than time has passed: the kernel counts children in coarse ticks. And
    // none for a standstill of the core, which the kernel takes for computing.
    int64_t computed = number_larger(charge.cpu_ns - c->base_ahead_ns - stalled, 0) / cores;
    charge.charged_ns = number_larger(charge.charged_ns, number_smaller(computed, elapsed));
    if (u && u->ours && charge.charged_ns < charge.limit_ns + SEAT_CLOCK_OURS_MS * NS_PER_MS)
        charge.charged_ns = number_smaller(charge.charged_ns, charge.limit_ns);
    c->refunded_ns = charge.lost_ns + refund;
    // Only once: by the next look what is here has been read. So a bot that writes all the time
    // wins nothing.
    c->excused = c->excused || (charge.unread && charge.charged_ns > charge.limit_ns);
    return charge;
}

void seat_clock_stop(struct seat_clock *c)
{
    c->running = c->has_base = false;
}

void seat_clock_stop_move(struct seat_clock *c, const struct charge *charge)
{
    seat_clock_stop(c);
    // The time that it took counts here, not the charge: a bot that waits much must be measured
    // well.
    c->was_slow = charge->wall_ns - charge->lost_ns >= seat_clock_slow_ns(c);
    if (c->budget->game_ns > 0)
        c->left_ns += c->budget->increment_ns - charge->charged_ns;
}
