#include "referee/game/outbox.h"

void outbox_happened(struct referee *r, struct referee_event *event)
{
    event->at_ns = r->now.now_ns - r->began_ns;
    r->setup.ops->happened(r->setup.user, event);
}

void outbox_announce(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    struct text *out = &r->out[seat];
    size_t told = state->announced;
    state->announced = out->length;
    if (out->length > told && state->open && !state->gone)
        outbox_happened(r,
            &(struct referee_event){.kind = EVENT_SENT,
                .seat = seat,
                .as_text = state->player.wire && state->player.wire->wire->engine,
                .bytes = out->bytes + told,
                .length = out->length - told});
}

int64_t outbox_flush(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    struct text *out = &r->out[seat];
    int64_t at = r->now.now_ns;
    if (out->length == 0)
        return at;
    outbox_announce(r, seat);
    if (state->open && !state->gone)
        at = r->setup.ops->send(r->setup.user, seat, out->bytes, out->length);
    text_clear(out);
    state->announced = 0;
    return at;
}

void outbox_note(struct referee *r, int seat, const char *words)
{
    outbox_happened(r, &(struct referee_event){.kind = EVENT_NOTE, .seat = seat, .words = words});
}
