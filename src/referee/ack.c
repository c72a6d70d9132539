#include "referee/ack.h"

#include <inttypes.h>
#include <stdio.h>

static int64_t ack_limit_ns(const struct budget *budget)
{
    int64_t least_ns = ACK_LEAST_MS * NS_PER_MS;
    return budget->request_ns > least_ns ? budget->request_ns : least_ns;
}

void ack_await(struct ack *a, const struct wire_stream *w, const struct budget *budget,
    int64_t lag_ns, const char *of, struct moment now)
{
    if (w->waits != WIRE_ACK)
        return;
    a->budget = *budget;
    seat_clock_init(&a->clock, &a->budget);
    a->clock.lag_ns = lag_ns;
    snprintf(a->of, sizeof a->of, "%s", of);
    a->rule = w->ack_rule;
    seat_clock_run(&a->clock, ack_limit_ns(budget), now);
}

bool ack_is_owed(const struct ack *a)
{
    return a->clock.running;
}

enum ack_state ack_read(struct ack *a, struct wire_stream *w, struct fault *why)
{
    while (ack_is_owed(a)) {
        struct wire_event event;
        struct fault seen;
        switch (wire_stream_next(w, &event, &seen)) {
        case WIRE_NOTHING:
            return ACK_OWED;
        case WIRE_FAULT:
            seat_clock_stop(&a->clock);
            fault_set(
                why, seen.verdict, seen.rule, "did not acknowledge %s: %s", a->of, seen.words);
            return ACK_WRONG;
        case WIRE_LATE:
            break; // an answer to what the end of the game has overtaken
        default:
            seat_clock_stop(&a->clock);
        }
    }
    return ACK_CLEAR;
}

static bool ack_is_over(struct ack *a, ack_usage *usage, void *user, struct moment now)
{
    struct seat_clock *c = &a->clock;
    struct usage u;
    if (seat_clock_wants_base(c, now)) {
        usage(user, true, &u);
        seat_clock_take_base(c, &u, now);
    }
    if (now.now_ns < seat_clock_wake_ns(c))
        return false;
    bool wanted = seat_clock_wants_usage(c, now);
    if (wanted) {
        usage(user, false, &u);
        u.late_ns = 0; // nothing has come that could have been read earlier
    }
    struct charge charge = seat_clock_charge(c, wanted ? &u : NULL, now);
    return charge_is_over(&charge);
}

bool ack_is_late(struct ack *a, ack_usage *usage, void *user, struct moment now, struct fault *why)
{
    if (!ack_is_owed(a) || !ack_is_over(a, usage, user, now))
        return false;
    int64_t limit_ms = a->clock.limit_ns / NS_PER_MS;
    bool seconds = limit_ms % 1000 == 0;
    seat_clock_stop(&a->clock);
    fault_set(why, VERDICT_TIMEOUT, a->rule, "did not acknowledge %s within %" PRId64 " %s (%s)",
        a->of, seconds ? limit_ms / 1000 : limit_ms, seconds ? "s" : "ms", a->rule);
    return true;
}
