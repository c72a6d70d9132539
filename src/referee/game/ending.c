#include "referee/game/ending.h"

#include "referee/game/outbox.h"
#include "referee/game/pondering.h"

static void ending_say_over(struct referee *r)
{
    const struct wire_end end = {r->result.verdict, r->result.winner, r->result.blame};
    for (int seat = 0; seat < SEATS; seat++) {
        struct seat_state *state = &r->seats[seat];
        seat_clock_stop(&state->clock);
        if (!state->player.wire || !state->begun || state->gone)
            continue;
        wire_stream_over(state->player.wire, &end, &r->out[seat]);
        outbox_flush(r, seat);
    }
}

// The result is set: tells the bots and the world.
static void ending_finish(struct referee *r)
{
    r->state = REFEREE_DONE;
    r->result.moves = r->moves;
    r->result.wall_ns = r->now.now_ns - r->began_ns;
    pondering_conclude(r);
    ending_say_over(r);
    outbox_happened(r,
        &(struct referee_event){.kind = EVENT_OVER, .seat = r->result.blame, .result = &r->result});
    r->setup.ops->done(r->setup.user);
}

static const char *const *ending_names_of(const struct referee *r, const char *names[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++)
        names[seat] = r->seats[seat].player.name;
    return names;
}

void ending_by_rules(struct referee *r, const struct outcome *o)
{
    const char *names[SEATS];
    result_by_rules(&r->result, o, ending_names_of(r, names));
    ending_finish(r);
}

void ending_void(struct referee *r, const char *words)
{
    result_void(&r->result, words);
    ending_finish(r);
}

void ending_by_fault(struct referee *r, int seat, const struct fault *fault)
{
    const char *names[SEATS];
    result_by_fault(&r->result, seat, fault, ending_names_of(r, names));
    ending_finish(r);
}

void ending_by_resigning(struct referee *r, int seat)
{
    const char *names[SEATS];
    result_by_resigning(&r->result, seat, ending_names_of(r, names));
    ending_finish(r);
}
