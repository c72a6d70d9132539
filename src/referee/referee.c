#include "referee/referee.h"

#include "referee/game/ending.h"
#include "referee/game/inbox.h"
#include "referee/game/outbox.h"
#include "referee/game/pondering.h"
#include "referee/game/timing.h"
#include "referee/game/turns.h"

#include <stdio.h>

// --- From one state to the next ---

static bool referee_both(const struct referee *r, bool (*holds)(const struct seat_state *state))
{
    return holds(&r->seats[0]) && holds(&r->seats[1]);
}

static void referee_begin_game(struct referee *r)
{
    r->state = REFEREE_BEGINNING;
    for (int seat = 0; seat < SEATS; seat++) {
        struct seat_state *state = &r->seats[seat];
        seat_clock_stop(&state->clock);
        state->begun = true;
        if (!state->player.wire)
            continue;
        state->clock.lag_ns = r->setup.ops->lag(r->setup.user, seat);
        char opponent[WIRE_NAME_BYTES];
        seat_state_wire_name(&r->seats[1 - seat], opponent);
        seat_state_tell_clock(r->seats, seat, false);
        wire_stream_begin(state->player.wire,
            &(struct wire_game){
                .start = &r->position,
                .seat = seat,
                .opponent = opponent,
                .coin = r->setup.coin,
            },
            &r->out[seat]);
        if (state->player.wire->waits != WIRE_IDLE) {
            struct moment sent = r->now;
            sent.now_ns = outbox_flush(r, seat);
            seat_clock_run(&state->clock, seat_state_begin_limit_ns(state), sent);
        }
    }
}

// Goes to the next state if what this state waits for has come, and perhaps further.
static void referee_advance(struct referee *r)
{
    if (r->state == REFEREE_OPENING && referee_both(r, seat_state_is_ready))
        referee_begin_game(r);
    if (r->state == REFEREE_BEGINNING && referee_both(r, seat_state_is_idle)) {
        r->state = REFEREE_PLAYING;
        turns_go_on(r);
    }
}

// Reads all messages that can be read, from both seats: one seat's message may lead to a request
// that a message of the other seat already answers. The state is advanced between two messages. A
// seat that is not asked anything is not read.
static void referee_settle(struct referee *r)
{
    bool changed = true;
    while (changed && r->state != REFEREE_DONE) {
        changed = false;
        referee_advance(r);
        for (int seat = 0; seat < SEATS && !changed && r->state != REFEREE_DONE; seat++)
            changed = inbox_next(r, seat);
    }
}

// --- Steps ---

void referee_init(struct referee *r, const struct referee_setup *setup, struct moment now)
{
    *r = (struct referee){
        .setup = *setup,
        .position = setup->start,
        .now = now,
        .began_ns = now.now_ns,
        .result = {.winner = NOBODY, .blame = NOBODY},
    };
    for (int seat = 0; seat < SEATS; seat++) {
        struct seat_state *state = &r->seats[seat];
        state->player = setup->players[seat];
        state->open = state->player.opened || !state->player.wire;
        const struct wire_stream *wire = state->player.wire;
        state->named = !wire || !wire->wire->bot_opens || (state->open && wire->waits != WIRE_NAME);
        state->heard = state->player.opened && state->named;
        r->out[seat] = text_growing();
        seat_clock_init(&state->clock, state->player.budget);
        // It is not there yet, or it connected during an earlier game and has not said its name.
        if (!state->open || !seat_state_is_idle(state))
            seat_clock_run(&state->clock, state->player.budget->start_ns, now);
    }
}

void referee_destroy(struct referee *r)
{
    for (int seat = 0; seat < SEATS; seat++)
        text_destroy(&r->out[seat]);
}

static bool referee_listens_to(struct referee *r, int seat, struct moment now)
{
    r->now = now;
    return r->state != REFEREE_DONE && !r->seats[seat].gone;
}

void referee_start(struct referee *r, struct moment now)
{
    r->now = now;
    referee_settle(r);
}

static void referee_open_wire(struct referee *r, int seat)
{
    struct seat_state *state = &r->seats[seat];
    state->open = true;
    seat_clock_stop(&state->clock);
    wire_stream_open(state->player.wire, &r->out[seat]);
    struct moment sent = r->now;
    sent.now_ns = outbox_flush(r, seat);
    if (state->player.wire->waits != WIRE_IDLE)
        seat_clock_run(&state->clock, state->player.budget->start_ns, sent);
}

void referee_opened(struct referee *r, int seat, struct moment now)
{
    struct seat_state *state = &r->seats[seat];
    // If a stream opens when the game is over, it does so for the next game.
    if (!referee_listens_to(r, seat, now) || state->open || r->state != REFEREE_OPENING)
        return;
    if (!timing_is_late(r, seat))
        referee_open_wire(r, seat);
    referee_settle(r);
}

void referee_received(
    struct referee *r, int seat, const char *bytes, size_t length, struct moment now)
{
    if (!referee_listens_to(r, seat, now))
        return;
    struct fault fault;
    bool within_limits = wire_stream_feed(r->seats[seat].player.wire, bytes, length, &fault);
    referee_settle(r);
    if (within_limits)
        return;
    if (r->state != REFEREE_DONE)
        ending_by_fault(r, seat, &fault);
    r->seats[seat].gone = true; // nothing that it says is heard any more
}

void referee_chose(struct referee *r, int seat, move m, struct moment now)
{
    if (!referee_listens_to(r, seat, now) || referee_to_move(r) != seat)
        return;
    struct refusal why;
    if (r->setup.game->legal(&r->position, m, &why)) {
        turns_moved(r, seat, m);
    } else {
        struct fault fault;
        fault_set(&fault, VERDICT_ILLEGAL, why.rule, "%s", why.words);
        snprintf(fault.expected, sizeof fault.expected, "%s", why.expected);
        snprintf(fault.seen, sizeof fault.seen, "%s", why.seen);
        ending_by_fault(r, seat, &fault);
    }
    referee_settle(r);
}

void referee_resigned(struct referee *r, int seat, struct moment now)
{
    if (referee_listens_to(r, seat, now))
        ending_by_resigning(r, seat);
}

void referee_lost(struct referee *r, int seat, const struct fault *fault, struct moment now)
{
    if (!referee_listens_to(r, seat, now))
        return;
    r->seats[seat].gone = true;
    if (r->seats[seat].clock.running)
        r->result.charge = timing_charge(r, seat, true);
    struct fault told = *fault;
    struct text words = TEXT_IN(told.words);
    text_string(&words, fault->words);
    if (fault->verdict == VERDICT_CRASH || fault->verdict == VERDICT_DISCONNECT)
        text_string(
            &words, r->seats[seat].begun ? " in the middle of the game" : " before the game began");
    ending_by_fault(r, seat, &told);
}

void referee_void(struct referee *r, const char *words, struct moment now)
{
    r->now = now;
    if (r->state != REFEREE_DONE)
        ending_void(r, words);
}

void referee_tick(struct referee *r, struct moment now)
{
    // `now` is the time of the last poll. What was read since then has a later time already.
    if (now.now_ns < r->now.now_ns)
        now.now_ns = r->now.now_ns;
    r->now = now;
    for (int seat = 0; seat < SEATS && r->state != REFEREE_DONE; seat++)
        timing_tick(r, seat);
    if (r->state != REFEREE_DONE)
        referee_settle(r);
}

int64_t referee_wake_ns(const struct referee *r)
{
    int64_t first = seat_clock_wake_ns(&r->seats[0].clock);
    int64_t second = seat_clock_wake_ns(&r->seats[1].clock);
    return first < second ? first : second;
}

int referee_to_move(const struct referee *r)
{
    return r->state == REFEREE_PLAYING ? r->setup.game->turn(&r->position) : NOBODY;
}

void referee_release(struct referee *r, struct moment now)
{
    r->now = now;
    if (r->state != REFEREE_PLAYING || !r->held)
        return;
    turns_release(r);
    referee_settle(r);
}

void referee_flush(struct referee *r)
{
    for (int seat = 0; seat < SEATS; seat++) {
        // In some protocols the last move of the other is the request.
        if (r->held && referee_to_move(r) == seat)
            continue;
        outbox_flush(r, seat);
        pondering_tick(r, seat);
    }
}

void referee_note(struct referee *r, int seat, const char *words)
{
    outbox_note(r, seat, words);
}

void referee_wire_name(const struct referee *r, int seat, char name[WIRE_NAME_BYTES])
{
    seat_state_wire_name(&r->seats[seat], name);
}
