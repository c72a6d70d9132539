#include "referee/referee.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- Telling the world ---

static void happened(struct referee *r, struct referee_event *event)
{
    event->at_ns = r->now.now_ns - r->began_ns;
    r->setup.ops->happened(r->setup.user, event);
}

void referee_note(struct referee *r, int seat, const char *words)
{
    happened(r, &(struct referee_event){.kind = EVENT_NOTE, .seat = seat, .words = words});
}

// Tells the world what a seat is told, in the order of the game, whenever the bytes may leave.
static void announce(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    struct text *out = &r->out[seat];
    size_t told = chair->announced;
    chair->announced = out->length;
    if (out->length > told && chair->open && !chair->gone)
        happened(r,
            &(struct referee_event){.kind = EVENT_SENT,
                .seat = seat,
                .bytes = out->bytes + told,
                .length = out->length - told});
}

// Sends what has been written for a seat; returns when its last byte left.
static int64_t flush(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    struct text *out = &r->out[seat];
    int64_t at = r->now.now_ns;
    if (out->length == 0)
        return at;
    announce(r, seat);
    if (chair->open && !chair->gone)
        at = r->setup.ops->send(r->setup.user, seat, out->bytes, out->length);
    text_clear(out);
    chair->announced = 0;
    return at;
}

void referee_flush(struct referee *r)
{
    for (int seat = 0; seat < SEATS; seat++)
        flush(r, seat);
}

// --- Verdicts ---

static void say_over(struct referee *r)
{
    const struct wire_end end = {r->result.verdict, r->result.winner, r->result.blame};
    for (int seat = 0; seat < SEATS; seat++) {
        struct referee_chair *chair = &r->chairs[seat];
        clock_stop(&chair->clock);
        if (!chair->player.wire || !chair->begun || chair->gone)
            continue;
        wire_seat_over(chair->player.wire, &end, &r->out[seat]);
        flush(r, seat);
        if (chair->player.wire->waits == WIRE_ACK)
            clock_run(&chair->clock, REFEREE_LAST_ACK_MS * NS_PER_MS, r->now);
    }
}

// The end: tells the bots and the world, then waits for the last acknowledgements.
static void finish(struct referee *r)
{
    r->state = REFEREE_ENDING;
    r->result.moves = r->moves;
    r->result.wall_ns = r->now.now_ns - r->began_ns;
    say_over(r);
    happened(r,
        &(struct referee_event){.kind = EVENT_OVER, .seat = r->result.blame, .result = &r->result});
}

static const char *const *names_of(const struct referee *r, const char *names[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++)
        names[seat] = r->chairs[seat].player.name;
    return names;
}

static void finish_by_rules(struct referee *r, const struct outcome *o)
{
    const char *names[SEATS];
    result_by_rules(&r->result, o, names_of(r, names));
    finish(r);
}

static void finish_void(struct referee *r, const char *words)
{
    result_void(&r->result, words);
    finish(r);
}

static void finish_by_fault(struct referee *r, int seat, const struct fault *fault)
{
    const char *names[SEATS];
    result_by_fault(&r->result, seat, fault, names_of(r, names));
    finish(r);
}

static void finish_by_resigning(struct referee *r, int seat)
{
    const char *names[SEATS];
    result_by_resigning(&r->result, seat, names_of(r, names));
    finish(r);
}

// --- Time ---

// G5: never connected. A timeout is for those who are there.
static void no_start(struct referee *r, int seat, const struct charge *charge)
{
    struct fault fault = {.verdict = VERDICT_NO_START, .rule = "G5"};
    struct text words = TEXT_IN(fault.words);
    r->setup.ops->waiting(r->setup.user, seat, &words);
    text_format(&words, " within %" PRId64 " ms", charge->limit_ns / NS_PER_MS);
    r->result.charge = *charge;
    finish_by_fault(r, seat, &fault);
}

static const char *purpose_of(const struct referee *r, const struct charge *charge)
{
    if (charge->of_game)
        return "left for the whole game";
    if (r->state == REFEREE_OPENING)
        return "to join";
    return r->state == REFEREE_BEGINNING ? "to acknowledge the new game" : "for its move";
}

static void timeout(struct referee *r, int seat, const struct charge *charge)
{
    if (!r->chairs[seat].open) {
        no_start(r, seat, charge);
        return;
    }
    struct fault fault;
    struct message rest;
    const struct wire_seat *wire = r->chairs[seat].player.wire;
    bool has_rest = wire && framer_rest(&wire->in, &rest);
    fault_timeout(&fault, charge, purpose_of(r, charge), has_rest ? &rest : NULL);
    r->result.charge = *charge;
    finish_by_fault(r, seat, &fault);
}

// What the running clock of a seat says now; the kernel is asked if that could matter. `answered`:
// something has come from it just now.
static struct charge charge_now(struct referee *r, int seat, bool answered)
{
    struct clock *clock = &r->chairs[seat].clock;
    struct usage usage;
    if (!clock_wants_usage(clock, r->now))
        return clock_charge(clock, NULL, r->now);
    r->setup.ops->usage(r->setup.user, seat, false, &usage);
    if (answered)
        usage.ready = usage.unread = false;
    else
        usage.late_ns = 0;
    return clock_charge(clock, &usage, r->now);
}

// Whether what just came came too late; then that was the end of the game.
static bool is_late(struct referee *r, int seat)
{
    if (!r->chairs[seat].clock.running)
        return false;
    struct charge charge = charge_now(r, seat, true);
    if (!charge_is_over(&charge))
        return false;
    timeout(r, seat, &charge);
    return true;
}

static void take_base(struct referee *r, int seat)
{
    struct clock *clock = &r->chairs[seat].clock;
    struct usage usage;
    if (!clock_wants_base(clock, r->now))
        return;
    r->setup.ops->usage(r->setup.user, seat, true, &usage);
    clock_take_base(clock, &usage, r->now);
}

// --- The way of a game ---

static void ask(struct referee *r)
{
    int seat = r->setup.game->turn(&r->position);
    struct referee_chair *chair = &r->chairs[seat];
    bool first = !chair->asked;
    chair->asked = true;
    if (chair->player.wire)
        wire_seat_ask(chair->player.wire, &r->position, &r->out[seat]);
    // What the other hears of the last move asks nothing of it. It leaves together with what
    // follows (G1), or with the next referee_flush.
    announce(r, 1 - seat);
    struct moment sent = r->now;
    sent.now_ns = chair->asked_at_ns = flush(r, seat);
    if (chair->player.timed) {
        clock_run_move(&chair->clock, first, sent);
        if (chair->clock.was_slow)
            take_base(r, seat);
    }
    if (!chair->player.wire)
        r->setup.ops->ask(r->setup.user, seat, &r->position);
}

static void tell(struct referee *r, const position *before, move m)
{
    struct wire_seat *first = r->chairs[0].player.wire, *second = r->chairs[1].player.wire;
    size_t from = r->out[0].length;
    if (first)
        wire_seat_tell(first, before, m, &r->position, &r->out[0]);
    // Seats that speak the same wire hear the same.
    if (first && second && first->wire == second->wire)
        text_bytes(&r->out[1], r->out[0].bytes + from, r->out[0].length - from);
    else if (second)
        wire_seat_tell(second, before, m, &r->position, &r->out[1]);
}

static void apply(struct referee *r, int seat, move m, const struct charge *charge)
{
    position before = r->position;
    r->setup.game->apply(&r->position, m);
    r->moves++;
    happened(r,
        &(struct referee_event){.kind = EVENT_MOVED,
            .seat = seat,
            .move = m,
            .forced = charge == NULL,
            .before = &before,
            .charge = charge});
    tell(r, &before, m);
}

// After a move, and at the beginning: ends the game or asks for the next move.
static void go_on(struct referee *r)
{
    const struct game *game = r->setup.game;
    for (;;) {
        struct outcome outcome = game->outcome(&r->position);
        if (outcome.over) {
            finish_by_rules(r, &outcome);
            return;
        }
        move forced = game->forced ? game->forced(&r->position) : MOVE_NONE;
        if (forced == MOVE_NONE)
            break;
        apply(r, game->turn(&r->position), forced, NULL);
    }
    ask(r);
}

static void moved(struct referee *r, int seat, move m)
{
    struct charge charge = {.wall_ns = r->now.now_ns - r->chairs[seat].asked_at_ns};
    if (r->chairs[seat].player.timed) {
        charge = charge_now(r, seat, true);
        if (charge_is_over(&charge)) {
            timeout(r, seat, &charge);
            return;
        }
        clock_stop_move(&r->chairs[seat].clock, &charge);
    }
    apply(r, seat, m, &charge);
    go_on(r);
}

static bool is_idle(const struct referee_chair *chair)
{
    return !chair->player.wire || chair->player.wire->waits == WIRE_IDLE;
}

static bool both(const struct referee *r, bool (*holds)(const struct referee_chair *chair))
{
    return holds(&r->chairs[0]) && holds(&r->chairs[1]);
}

static bool is_ready(const struct referee_chair *chair)
{
    return chair->open && is_idle(chair);
}

static bool is_finished(const struct referee_chair *chair)
{
    return chair->gone || !chair->begun || is_idle(chair);
}

void referee_wire_name(const struct referee *r, int seat, char name[WIRE_NAME_BYTES])
{
    const struct wire_seat *wire = r->chairs[seat].player.wire;
    if (wire && wire->name[0] != '\0')
        memcpy(name, wire->name, WIRE_NAME_BYTES);
    else
        wire_name_make(name, r->chairs[seat].player.name, NULL, NULL);
}

// A bot that was just started may still be loading; one that has played before is awake.
static int64_t begin_limit_ns(const struct referee_chair *chair)
{
    const struct budget *budget = chair->player.budget;
    return chair->player.opened ? budget->request_ns : budget->start_ns;
}

static void begin(struct referee *r)
{
    r->state = REFEREE_BEGINNING;
    for (int seat = 0; seat < SEATS; seat++) {
        struct referee_chair *chair = &r->chairs[seat];
        clock_stop(&chair->clock);
        chair->begun = true;
        if (!chair->player.wire)
            continue;
        chair->clock.lag_ns = r->setup.ops->lag(r->setup.user, seat);
        char opponent[WIRE_NAME_BYTES];
        referee_wire_name(r, 1 - seat, opponent);
        wire_seat_begin(chair->player.wire,
            &(struct wire_game){
                .start = &r->position,
                .seat = seat,
                .opponent = opponent,
                .first_id = r->setup.first_id,
                .same_series = r->setup.same_series,
            },
            &r->out[seat]);
        if (chair->player.wire->waits != WIRE_IDLE) {
            struct moment sent = r->now;
            sent.now_ns = flush(r, seat);
            clock_run(&chair->clock, begin_limit_ns(chair), sent);
        }
    }
}

// Moves on when what the state waited for has come. One state may lead straight to the next.
static void advance(struct referee *r)
{
    if (r->state == REFEREE_OPENING && both(r, is_ready))
        begin(r);
    if (r->state == REFEREE_BEGINNING && both(r, is_idle)) {
        r->state = REFEREE_PLAYING;
        go_on(r);
    }
    if (r->state == REFEREE_ENDING && both(r, is_finished)) {
        r->state = REFEREE_DONE;
        r->setup.ops->done(r->setup.user);
    }
}

// --- What a bot says ---

static bool is_taken(const char *name, void *context)
{
    return strcmp(name, context) == 0;
}

static void named(struct referee *r, int seat, const char *wanted)
{
    // One that has not joined yet has no name to be taken.
    char other[WIRE_NAME_BYTES] = "", name[WIRE_NAME_BYTES];
    if (r->chairs[1 - seat].named)
        referee_wire_name(r, 1 - seat, other);
    r->chairs[seat].named = true;
    struct wire_seat *wire = r->chairs[seat].player.wire;
    wire_name_make(name, wanted, is_taken, other);
    // Where names are no part of the protocol, any will do (R7).
    wire_seat_name(wire, wire->wire->bot_opens ? name : wanted, &r->out[seat]);
    flush(r, seat);
    struct clock *clock = &r->chairs[seat].clock;
    // From now on it waits for the other, and may do so for long.
    if (wire->waits == WIRE_IDLE)
        clock_stop(clock);
    else if (!clock->running) // it had to wait for the other to be heard
        clock_run(clock, r->chairs[seat].player.budget->start_ns, r->now);
}

// One message of a bot. Returns false when there is none that anyone waits for.
static bool take_message(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    struct wire_event event;
    struct fault fault;
    enum wire_event_kind kind = wire_seat_next(chair->player.wire, &event, &fault);
    if (kind == WIRE_NOTHING)
        return false;
    happened(r,
        &(struct referee_event){.kind = EVENT_GOT,
            .seat = seat,
            .bytes = event.message.bytes,
            .length = event.message.length,
            .broken = kind == WIRE_FAULT && fault.verdict == VERDICT_MALFORMED});
    if (event.message.early && (kind == WIRE_MOVED || kind == WIRE_ACKNOWLEDGED))
        referee_note(r, seat, "answered before it was asked (G4)");
    if (r->state == REFEREE_ENDING) {
        // The result stands, whatever comes now (S7).
        if (kind == WIRE_FAULT) {
            referee_note(r, seat, fault.words);
            chair->gone = true;
        }
        if (chair->gone || is_idle(chair))
            clock_stop(&chair->clock);
        return true;
    }
    switch (kind) {
    case WIRE_NAMED:
        if (!is_late(r, seat))
            named(r, seat, event.name);
        break;
    case WIRE_ACKNOWLEDGED:
        if (!is_late(r, seat))
            clock_stop(&chair->clock);
        break;
    case WIRE_MOVED:
        moved(r, seat, event.move);
        break;
    case WIRE_RESIGNED:
        finish_by_resigning(r, seat);
        break;
    case WIRE_FAULT:
        result_blame_message(&r->result, &event.message);
        if (chair->clock.running)
            r->result.charge = charge_now(r, seat, true);
        finish_by_fault(r, seat, &fault);
        break;
    case WIRE_LATE:
    case WIRE_NOTHING:
        break;
    }
    return true;
}

// Where both may speak at once, seat 0 is heard first: so neither the record nor who gets a name
// that both want depends on who was faster.
static bool is_second(const struct referee *r, int seat)
{
    const struct referee_chair *first = &r->chairs[0];
    return seat == 1 && r->state != REFEREE_PLAYING &&
        !(r->state == REFEREE_ENDING ? is_finished(first) : is_ready(first));
}

// What has come is not read yet, but it has come in time or not. True: not, and the game is over.
static bool waits_too_late(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    struct message message;
    if (!chair->clock.running || !framer_peek(&chair->player.wire->in, &message))
        return false;
    if (r->state != REFEREE_ENDING && is_late(r, seat))
        return true;
    clock_stop(&chair->clock);
    return false;
}

// Reads what can be read, from both seats: a message of one may be the answer to what a message of
// the other brought about. Between two messages the game moves on. Who is not asked is not read.
static void settle(struct referee *r)
{
    bool changed = true;
    while (changed && r->state != REFEREE_DONE) {
        changed = false;
        advance(r);
        for (int seat = 0; seat < SEATS && !changed && r->state != REFEREE_DONE; seat++) {
            struct referee_chair *chair = &r->chairs[seat];
            if (!chair->open || chair->gone || is_idle(chair))
                continue;
            changed = is_second(r, seat) ? waits_too_late(r, seat) : take_message(r, seat);
        }
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
        struct referee_chair *chair = &r->chairs[seat];
        chair->player = setup->players[seat];
        chair->open = chair->player.opened || !chair->player.wire;
        const struct wire_seat *wire = chair->player.wire;
        chair->named = !wire || !wire->wire->bot_opens || (chair->open && wire->waits != WIRE_NAME);
        r->out[seat] = text_growing();
        clock_init(&chair->clock, chair->player.budget);
        // Not there yet, or it came during an earlier game and has not said its name since.
        if (!chair->open || !is_idle(chair))
            clock_run(&chair->clock, chair->player.budget->start_ns, now);
    }
}

void referee_destroy(struct referee *r)
{
    for (int seat = 0; seat < SEATS; seat++)
        text_destroy(&r->out[seat]);
}

static bool listens_to(struct referee *r, int seat, struct moment now)
{
    r->now = now;
    return r->state != REFEREE_DONE && !r->chairs[seat].gone;
}

void referee_start(struct referee *r, struct moment now)
{
    r->now = now;
    settle(r);
}

static void open_wire(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    chair->open = true;
    clock_stop(&chair->clock);
    wire_seat_open(chair->player.wire, &r->out[seat]);
    struct moment sent = r->now;
    sent.now_ns = flush(r, seat);
    if (chair->player.wire->waits != WIRE_IDLE)
        clock_run(&chair->clock, chair->player.budget->start_ns, sent);
}

void referee_opened(struct referee *r, int seat, struct moment now)
{
    struct referee_chair *chair = &r->chairs[seat];
    // One that comes when the game is over opens for the next one.
    if (!listens_to(r, seat, now) || chair->open || r->state != REFEREE_OPENING)
        return;
    if (!is_late(r, seat))
        open_wire(r, seat);
    settle(r);
}

void referee_received(
    struct referee *r, int seat, const char *bytes, size_t length, struct moment now)
{
    if (!listens_to(r, seat, now))
        return;
    struct fault fault;
    bool within_limits = wire_seat_feed(r->chairs[seat].player.wire, bytes, length, &fault);
    settle(r);
    if (within_limits || r->state == REFEREE_DONE)
        return;
    if (r->state < REFEREE_ENDING)
        finish_by_fault(r, seat, &fault);
    r->chairs[seat].gone = true; // nothing that it says is heard any more
    settle(r);
}

void referee_chose(struct referee *r, int seat, move m, struct moment now)
{
    if (!listens_to(r, seat, now) || referee_to_move(r) != seat)
        return;
    struct refusal why;
    if (r->setup.game->legal(&r->position, m, &why)) {
        moved(r, seat, m);
    } else {
        struct fault fault;
        fault_set(&fault, VERDICT_ILLEGAL, why.rule, "%s", why.words);
        snprintf(fault.expected, sizeof fault.expected, "%s", why.expected);
        snprintf(fault.seen, sizeof fault.seen, "%s", why.seen);
        finish_by_fault(r, seat, &fault);
    }
    settle(r);
}

void referee_resigned(struct referee *r, int seat, struct moment now)
{
    if (!listens_to(r, seat, now) || r->state >= REFEREE_ENDING)
        return;
    finish_by_resigning(r, seat);
    settle(r);
}

void referee_lost(struct referee *r, int seat, const struct fault *fault, struct moment now)
{
    if (!listens_to(r, seat, now))
        return;
    r->chairs[seat].gone = true;
    if (r->state < REFEREE_ENDING) {
        if (r->chairs[seat].clock.running)
            r->result.charge = charge_now(r, seat, true);
        struct fault told = *fault;
        struct text words = TEXT_IN(told.words);
        text_string(&words, fault->words);
        if (fault->verdict == VERDICT_CRASH || fault->verdict == VERDICT_DISCONNECT)
            text_string(&words,
                r->chairs[seat].begun ? " in the middle of the game" : " before the game began");
        finish_by_fault(r, seat, &told);
    }
    settle(r);
}

void referee_void(struct referee *r, const char *words, struct moment now)
{
    r->now = now;
    if (r->state >= REFEREE_ENDING)
        return;
    finish_void(r, words);
    settle(r);
}

static void tick_seat(struct referee *r, int seat)
{
    struct referee_chair *chair = &r->chairs[seat];
    if (!chair->clock.running || chair->gone)
        return;
    take_base(r, seat);
    if (r->now.now_ns < clock_wake_ns(&chair->clock))
        return;
    struct charge charge = charge_now(r, seat, false);
    if (!charge_is_over(&charge))
        return;
    if (r->state == REFEREE_ENDING) {
        chair->gone = true;
        clock_stop(&chair->clock);
        referee_note(r, seat, "did not acknowledge the end of the game (S7)");
    } else {
        timeout(r, seat, &charge);
    }
}

void referee_tick(struct referee *r, struct moment now)
{
    r->now = now;
    for (int seat = 0; seat < SEATS && r->state != REFEREE_DONE; seat++)
        tick_seat(r, seat);
    if (r->state != REFEREE_DONE)
        settle(r);
}

int64_t referee_wake_ns(const struct referee *r)
{
    int64_t first = clock_wake_ns(&r->chairs[0].clock);
    int64_t second = clock_wake_ns(&r->chairs[1].clock);
    return first < second ? first : second;
}

int referee_to_move(const struct referee *r)
{
    return r->state == REFEREE_PLAYING ? r->setup.game->turn(&r->position) : NOBODY;
}
