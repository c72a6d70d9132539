#include "referee/game/timing.h"

#include "base/clock.h"
#include "referee/game/ending.h"

#include <inttypes.h>

enum {
    // If asking for the kernel's figures takes longer than this, we were interrupted: the machine
    // is
    // busy, and the figures do not belong to one moment. We ask again, at most so often.
    LOOK_MS = 1,
    LOOKS_MOST = 3,
};

// The bot has never connected: that is NO_START (G5), not TIMEOUT.
static void timing_never_started(struct referee *r, int seat, const struct charge *charge)
{
    struct fault fault = {.verdict = VERDICT_NO_START, .rule = "G5"};
    struct text words = TEXT_IN(fault.words);
    r->setup.ops->waiting(r->setup.user, seat, &words);
    text_format(&words, " within %" PRId64 " ms", charge->limit_ns / NS_PER_MS);
    r->result.charge = *charge;
    ending_by_fault(r, seat, &fault);
}

static const char *timing_purpose_of(const struct referee *r, const struct charge *charge)
{
    if (charge->of_game)
        return "left for the whole game";
    if (r->state == REFEREE_OPENING)
        return "to join";
    return r->state == REFEREE_BEGINNING ? "to acknowledge the new game" : "for its move";
}

// What had come from a seat when its time was over.
static enum came timing_what_came(
    const struct seat_state *state, bool answered, struct message *rest)
{
    if (answered)
        return CAME_LATE;
    if (state->player.wire && framer_rest(&state->player.wire->in, rest))
        return CAME_PART;
    return state->player.wire && !state->heard ? CAME_NEVER_ANYTHING : CAME_NOTHING;
}

void timing_ran_out(struct referee *r, int seat, const struct charge *charge, bool answered)
{
    if (!r->seats[seat].open) {
        timing_never_started(r, seat, charge);
        return;
    }
    struct fault fault;
    struct message rest;
    enum came came = timing_what_came(&r->seats[seat], answered, &rest);
    fault_timeout(&fault, charge, timing_purpose_of(r, charge), came, &rest);
    r->result.charge = *charge;
    ending_by_fault(r, seat, &fault);
}

struct charge timing_charge(struct referee *r, int seat, bool answered)
{
    struct seat_clock *clock = &r->seats[seat].clock;
    struct usage usage;
    struct moment now = r->now;
    if (answered && r->seats[seat].player.wire && seat_clock_wants_usage(clock, now))
        now = seat_clock_when_here(clock, r->setup.ops->late(r->setup.user, seat), now);
    if (!seat_clock_wants_usage(clock, now))
        return seat_clock_charge(clock, NULL, now);
    r->setup.ops->usage(r->setup.user, seat, false, &usage);
    if (answered)
        usage.ready = usage.unread = false;
    else
        usage.late_ns = 0;
    return seat_clock_charge(clock, &usage, r->now);
}

bool timing_is_late(struct referee *r, int seat)
{
    if (!r->seats[seat].clock.running)
        return false;
    struct charge charge = timing_charge(r, seat, true);
    if (!charge_is_over(&charge))
        return false;
    timing_ran_out(r, seat, &charge, true);
    return true;
}

void timing_take_base(struct referee *r, int seat)
{
    struct seat_clock *clock = &r->seats[seat].clock;
    struct usage usage;
    if (!seat_clock_wants_base(clock, r->now))
        return;
    int looks = 0;
    do
        r->setup.ops->usage(r->setup.user, seat, true, &usage);
    while (usage.to_ns - usage.from_ns > LOOK_MS * NS_PER_MS && ++looks < LOOKS_MOST);
    seat_clock_take_base(clock, &usage, r->now);
}

void timing_tick(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    if (!state->clock.running || state->gone)
        return;
    timing_take_base(r, seat);
    if (r->now.now_ns < seat_clock_wake_ns(&state->clock))
        return;
    struct charge charge = timing_charge(r, seat, false);
    if (charge_is_over(&charge))
        timing_ran_out(r, seat, &charge, false);
}
