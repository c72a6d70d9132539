#include "referee/game/inbox.h"

#include "referee/game/ending.h"
#include "referee/game/outbox.h"
#include "referee/game/timing.h"
#include "referee/game/turns.h"

#include <string.h>

static bool inbox_is_taken(const char *name, void *context)
{
    return strcmp(name, context) == 0;
}

static void inbox_take_name(struct referee *r, int seat, const char *wanted)
{
    // If the other has not joined yet, it has no name that could be taken.
    char other[WIRE_NAME_BYTES] = "", name[WIRE_NAME_BYTES];
    if (r->seats[1 - seat].named)
        seat_state_wire_name(&r->seats[1 - seat], other);
    r->seats[seat].named = true;
    struct wire_stream *wire = r->seats[seat].player.wire;
    wire_name_make(name, wanted, inbox_is_taken, other);
    // If names are not part of the protocol, the bot may have any (R7).
    wire_stream_name(wire, wire->wire->bot_opens ? name : wanted, &r->out[seat]);
    outbox_flush(r, seat);
    struct seat_clock *clock = &r->seats[seat].clock;
    // It may have to wait long for the other now, and its clock must not run.
    if (wire->waits == WIRE_IDLE)
        seat_clock_stop(clock);
    else if (!clock->running) // its message had to wait until the other was read
        seat_clock_run(clock, r->seats[seat].player.budget->start_ns, r->now);
}

static void inbox_take_fault(
    struct referee *r, int seat, const struct wire_event *event, const struct fault *fault)
{
    result_blame_message(&r->result, &event->message);
    if (fault->verdict == VERDICT_ILLEGAL)
        wire_explain(r->seats[seat].player.wire, &event->message, r->chosen ? &r->before : NULL,
            &r->result.refused);
    if (r->seats[seat].clock.running)
        r->result.charge = timing_charge(r, seat, true);
    ending_by_fault(r, seat, fault);
}

static void inbox_take_event(struct referee *r, int seat, enum wire_event_kind kind,
    const struct wire_event *event, const struct fault *fault)
{
    switch (kind) {
    case WIRE_NAMED:
        if (!timing_is_late(r, seat))
            inbox_take_name(r, seat, event->name);
        break;
    case WIRE_ACKNOWLEDGED:
        if (!timing_is_late(r, seat))
            seat_clock_stop(&r->seats[seat].clock);
        break;
    case WIRE_MOVED:
        turns_moved(r, seat, event->move);
        break;
    case WIRE_RESIGNED:
        ending_by_resigning(r, seat);
        break;
    case WIRE_FAULT:
        inbox_take_fault(r, seat, event, fault);
        break;
    case WIRE_LATE:
    case WIRE_NOTHING:
        break;
    }
}

// Returns false if there is no message that the referee waits for.
static bool inbox_take_message(struct referee *r, int seat)
{
    struct wire_event event;
    struct fault fault;
    enum wire_event_kind kind = wire_stream_next(r->seats[seat].player.wire, &event, &fault);
    if (kind == WIRE_NOTHING)
        return false;
    r->seats[seat].heard = true;
    outbox_happened(r,
        &(struct referee_event){.kind = EVENT_GOT,
            .seat = seat,
            .bytes = event.message.bytes,
            .length = event.message.length,
            .as_text = r->seats[seat].player.wire->wire->engine ||
                (kind == WIRE_FAULT && fault.verdict == VERDICT_MALFORMED)});
    if (event.message.early && (kind == WIRE_MOVED || kind == WIRE_ACKNOWLEDGED))
        outbox_note(r, seat, "answered before it was asked (G4)");
    inbox_take_event(r, seat, kind, &event, &fault);
    return true;
}

// If both may speak at once, seat 0 is read first. So the record does not depend on who was faster,
// nor who gets a name that both want.
static bool inbox_is_second(const struct referee *r, int seat)
{
    return seat == 1 && r->state != REFEREE_PLAYING && !seat_state_is_ready(&r->seats[0]);
}

// The message of this seat has to wait until the other was read, but we can see now whether it came
// in time. Returns true if it was too late: then the game is over.
static bool inbox_waits_too_late(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    struct message message;
    if (!state->clock.running || !framer_peek(&state->player.wire->in, &message))
        return false;
    if (timing_is_late(r, seat))
        return true;
    seat_clock_stop(&state->clock);
    return false;
}

bool inbox_next(struct referee *r, int seat)
{
    const struct seat_state *state = &r->seats[seat];
    if (!state->open || state->gone || seat_state_is_idle(state))
        return false;
    return inbox_is_second(r, seat) ? inbox_waits_too_late(r, seat) : inbox_take_message(r, seat);
}
