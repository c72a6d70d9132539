#include "referee/game/turns.h"

#include "referee/game/ending.h"
#include "referee/game/outbox.h"
#include "referee/game/pondering.h"
#include "referee/game/timing.h"

static void turns_request(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    bool first = !state->asked;
    state->asked = true;
    if (state->player.wire) {
        seat_state_tell_clock(r->seats, seat, first);
        wire_stream_ask(state->player.wire, &r->position, &r->out[seat]);
    }
    // The other is told the last move but asked nothing. Its bytes are sent together with what
    // follows (G1), or by the next referee_flush.
    outbox_announce(r, 1 - seat);
    pondering_rest(r, 1 - seat);
    pondering_end(r, seat);
    if (state->player.timed)
        timing_take_base(r, seat);
    struct moment sent = r->now;
    sent.now_ns = state->asked_at_ns = pondering_thaw(r, seat, outbox_flush(r, seat));
    if (state->player.timed)
        seat_clock_run_move(&state->clock, first, sent);
    if (!state->player.wire)
        r->setup.ops->ask(r->setup.user, seat, &r->position);
}

static void turns_ask(struct referee *r)
{
    int seat = r->setup.game->turn(&r->position);
    const struct referee_player *player = &r->seats[seat].player;
    if (player->wire && player->held) {
        r->held = true;
        r->setup.ops->ask(r->setup.user, seat, &r->position);
    } else {
        turns_request(r, seat);
    }
}

void turns_release(struct referee *r)
{
    r->held = false;
    turns_request(r, r->setup.game->turn(&r->position));
}

static void turns_tell(struct referee *r, const position *before, move m)
{
    struct wire_stream *first = r->seats[0].player.wire, *second = r->seats[1].player.wire;
    size_t from = r->out[0].length;
    if (first)
        wire_stream_tell(first, before, m, &r->position, &r->out[0]);
    // Seats that speak the same wire are sent the same bytes. The stream of an engine keeps the
    // game.
    if (first && second && first->wire == second->wire && !first->wire->engine)
        text_bytes(&r->out[1], r->out[0].bytes + from, r->out[0].length - from);
    else if (second)
        wire_stream_tell(second, before, m, &r->position, &r->out[1]);
}

static void turns_apply(struct referee *r, int seat, move m, const struct charge *charge)
{
    position before = r->position;
    r->setup.game->apply(&r->position, m);
    r->moves++;
    if (charge) {
        r->before = before;
        r->chosen = true;
    }
    outbox_happened(r,
        &(struct referee_event){.kind = EVENT_MOVED,
            .seat = seat,
            .move = m,
            .forced = charge == NULL,
            .before = &before,
            .charge = charge});
    turns_tell(r, &before, m);
}

void turns_go_on(struct referee *r)
{
    const struct game *game = r->setup.game;
    for (;;) {
        struct outcome outcome = game->outcome(&r->position);
        if (outcome.over) {
            ending_by_rules(r, &outcome);
            return;
        }
        move forced = game->forced ? game->forced(&r->position) : MOVE_NONE;
        if (forced == MOVE_NONE)
            break;
        turns_apply(r, game->turn(&r->position), forced, NULL);
    }
    turns_ask(r);
}

// The move that is played when a seat has chosen `m`: another one if the seat is led. That one is
// as legal as the game from which it was taken; if it is not, the seat is led no more.
static move turns_led(struct referee *r, int seat, move m)
{
    struct referee_player *player = &r->seats[seat].player;
    const struct game *game = r->setup.game;
    if (r->moves >= player->led_count || player->led[r->moves] == m)
        return m;
    move led = player->led[r->moves];
    if (!game->legal(&r->position, led, NULL)) {
        player->led_count = 0;
        return m;
    }
    char words[2 * MOVE_TEXT_BYTES + 64];
    struct text note = TEXT_IN(words);
    text_string(&note, "chose ");
    game->print_move(&r->position, m, &note);
    text_string(&note, " and is led: ");
    game->print_move(&r->position, led, &note);
    text_string(&note, " is played");
    outbox_note(r, seat, words);
    return led;
}

void turns_moved(struct referee *r, int seat, move m)
{
    struct charge charge = {.wall_ns = r->now.now_ns - r->seats[seat].asked_at_ns};
    if (r->seats[seat].player.timed) {
        charge = timing_charge(r, seat, true);
        if (charge_is_over(&charge)) {
            timing_ran_out(r, seat, &charge, true);
            return;
        }
        seat_clock_stop_move(&r->seats[seat].clock, &charge);
    }
    r->seats[seat].moved = true;
    r->seats[seat].took_ns = charge.wall_ns;
    turns_apply(r, seat, turns_led(r, seat, m), &charge);
    turns_go_on(r);
}
