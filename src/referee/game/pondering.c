#include "referee/game/pondering.h"

#include "base/clock.h"
#include "base/number.h"
#include "referee/game/outbox.h"

#include <inttypes.h>

static void pondering_look(struct referee *r, int seat, bool whole, struct cpu_look *look)
{
    *look = (struct cpu_look){.whole = whole};
    r->setup.ops->cpu(r->setup.user, seat, look);
}

static void pondering_begin_measure(struct referee *r, int seat, bool whole)
{
    struct pondering *p = &r->seats[seat].pondering;
    struct cpu_look look;
    pondering_look(r, seat, whole, &look);
    p->measured = true;
    p->whole = whole;
    p->base_ns = look.cpu_ns;
    if (whole)
        p->alone = look.alone;
}

static void pondering_end_measure(struct referee *r, int seat)
{
    struct pondering *p = &r->seats[seat].pondering;
    struct cpu_look look;
    if (!p->measured)
        return;
    pondering_look(r, seat, p->whole, &look);
    p->used_ns += number_larger(look.cpu_ns - p->base_ns, 0);
    p->measured = false;
}

void pondering_rest(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    if (!state->player.started || state->pondering.resting || state->gone)
        return;
    state->pondering.resting = true;
    state->pondering.ticks = 0;
    if (state->player.frozen)
        r->setup.ops->freeze(r->setup.user, seat);
    const struct seat_state *other = &r->seats[1 - seat];
    if (state->player.frozen || !other->moved || other->took_ns >= PONDERING_LOOK_MS * NS_PER_MS)
        pondering_begin_measure(r, seat, false);
}

void pondering_tick(struct referee *r, int seat)
{
    const struct seat_state *state = &r->seats[seat];
    struct pondering *p = &r->seats[seat].pondering;
    if (!p->resting || state->gone)
        return;
    if (state->player.frozen)
        r->setup.ops->freeze(r->setup.user, seat);
    p->ticks++;
    if (p->ticks >= (p->alone ? PONDERING_ALONE_TICKS : PONDERING_TICKS) &&
        !(p->measured && p->whole)) {
        pondering_end_measure(r, seat);
        pondering_begin_measure(r, seat, true);
    }
}

void pondering_end(struct referee *r, int seat)
{
    struct pondering *p = &r->seats[seat].pondering;
    if (!p->resting)
        return;
    pondering_end_measure(r, seat);
    p->resting = false;
}

int64_t pondering_thaw(struct referee *r, int seat, int64_t sent_ns)
{
    if (!r->seats[seat].player.frozen)
        return sent_ns;
    return number_larger(sent_ns, r->setup.ops->thaw(r->setup.user, seat));
}

static void pondering_note(struct referee *r, int seat, int64_t used_ns)
{
    char bytes[128];
    struct text words = TEXT_IN(bytes);
    text_format(
        &words, "computed for %" PRId64 " ms while it was to stand still", used_ns / NS_PER_MS);
    outbox_note(r, seat, bytes);
}

void pondering_conclude(struct referee *r)
{
    for (int seat = 0; seat < SEATS; seat++) {
        const struct seat_state *state = &r->seats[seat];
        const struct pondering *p = &state->pondering;
        r->result.pondered_ns[seat] = RESULT_NOT_MEASURED;
        if (!state->player.started)
            continue;
        pondering_end(r, seat);
        pondering_thaw(r, seat, 0);
        r->result.pondered_ns[seat] = p->used_ns;
        if (state->player.frozen && p->used_ns >= PONDERING_NOTE_MS * NS_PER_MS)
            pondering_note(r, seat, p->used_ns);
    }
}
