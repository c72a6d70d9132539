#include "author/check/bout.h"

#include "base/clock.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    APART_MS = 10,          // between messages that are sent one at a time,
    APART_MOST_MS = 2000,   // and the most if the bot does not read
    BOUT_GAMES_MOST = 4096, // of a case
    REST_MS = 60, // how long a bot is watched after the end; longer than it takes to answer twice
    // An answer that has not come in time is awaited as long again, but at least and at most so
    // long: one that comes late is about time, and one that never comes is not.
    LATE_LEAST_MS = 2000,
    LATE_MOST_MS = 5000,
};

static struct moment bout_now(const struct bout *b)
{
    return runner_moment(b->session.runner, clock_now_ns());
}

// --- Sending, and the clock ---

void bout_flush(struct bout *b)
{
    if (b->out.length == 0)
        return;
    struct text shaped = text_growing();
    rewrite_messages(b->order.row->rewrite, b->out.bytes, b->out.length, &shaped);
    b->sent_before += b->sent_earlier.length;
    struct text oldest = b->sent_earlier;
    b->sent_earlier = b->sent;
    b->sent = oldest;
    text_clear(&b->sent);
    text_bytes(&b->sent, shaped.bytes, shaped.length);
    text_clear(&b->out);
    if (b->order.row->apart)
        text_bytes(&b->later, shaped.bytes, shaped.length);
    else
        session_send(&b->session, shaped.bytes, shaped.length);
    text_destroy(&shaped);
}

// Sends the next of the messages that are sent one at a time.
static void bout_send_later(struct bout *b, int64_t now_ns)
{
    const char *end = memchr(b->later.bytes, '\n', b->later.length);
    bool is_read =
        link_unread_bytes(b->session.link) == 0 || now_ns > b->later_ns + APART_MOST_MS * NS_PER_MS;
    if (!end || now_ns < b->later_ns || !is_read)
        return;
    size_t length = (size_t)(end + 1 - b->later.bytes);
    session_send(&b->session, b->later.bytes, length);
    memmove(b->later.bytes, end + 1, b->later.length - length + 1);
    b->later.length -= length;
    b->later_ns = now_ns + APART_MS * NS_PER_MS;
}

static void bout_start_clock(struct bout *b, int64_t limit_ns)
{
    struct usage usage;
    struct moment now = bout_now(b);
    int64_t patience_ns = battery_patience_ns(b->battery, limit_ns);
    b->hurried = patience_ns < limit_ns;
    b->overdue = false;
    seat_clock_init(&b->clock, &b->battery->options->budget);
    seat_clock_run(&b->clock, patience_ns, now);
    if (seat_clock_wants_base(&b->clock, now)) {
        session_usage(&b->session, true, &usage);
        seat_clock_take_base(&b->clock, &usage, now);
    }
}

// Sends what is to be sent and lets the time run for the answer.
void bout_await(struct bout *b, enum bout_state state, int64_t limit_ns)
{
    b->state = state;
    bout_start_clock(b, limit_ns);
    bout_flush(b);
    b->clock.asked = bout_now(b);
}

static struct charge bout_charge(struct bout *b, bool answered)
{
    struct usage usage;
    struct moment now = bout_now(b);
    if (!seat_clock_wants_usage(&b->clock, now))
        return seat_clock_charge(&b->clock, NULL, now);
    session_usage(&b->session, false, &usage);
    if (answered)
        usage.ready = usage.unread = false;
    else
        usage.late_ns = 0;
    return seat_clock_charge(&b->clock, &usage, now);
}

// --- Leaving ---

void bout_leave(struct bout *b, bool at_once)
{
    if (b->state == BOUT_LEAVING)
        return;
    b->state = BOUT_LEAVING;
    seat_clock_stop(&b->clock);
    link_set_grace(b->session.link, battery_grace_ms(b->battery));
    session_close(&b->session, at_once);
}

// Something is wrong: what follows would say little.
static void bout_break_off(struct bout *b)
{
    b->failed = true;
    bout_leave(b, true);
}

void bout_rest(struct bout *b)
{
    seat_clock_stop(&b->clock);
    b->state = BOUT_RESTING;
    b->until_ns = clock_now_ns() + (b->order.row->bulk ? 0 : REST_MS * NS_PER_MS);
}

// --- What the bot says ---

static void bout_named(struct bout *b, const char *wanted)
{
    struct wire_stream *w = &b->session.wire;
    char name[WIRE_NAME_BYTES];
    if (!b->player.wire->bot_opens) { // it may say its name, and is told nothing (R7)
        wire_stream_name(w, wanted, &b->out);
        return;
    }
    if (!wire_name_fits(wanted))
        bout_judge_name(b, wanted);
    wire_name_make(name, wanted, NULL, NULL);
    if (b->order.row->renames) {
        char fitting[WIRE_NAME_BYTES];
        memcpy(fitting, name, sizeof fitting);
        snprintf(name, sizeof name, "q%.*szq", WIRE_NAME_LETTERS - 3, fitting);
    }
    wire_stream_name(w, name, &b->out);
    if (w->waits == WIRE_ACK)
        bout_await(b, BOUT_NAMING, b->battery->options->budget.request_ns);
    else
        bout_begin_game(b);
}

static void bout_acknowledged(struct bout *b)
{
    switch (b->state) {
    case BOUT_NAMING:
        bout_begin_game(b);
        break;
    case BOUT_BEGINNING:
        bout_advance(b);
        break;
    case BOUT_ENDING:
        bout_next_game(b);
        break;
    default:
        bout_rest(b);
        break;
    }
}

// Looks at the time of an answer. Returns false if it came too late, which is told.
static bool bout_is_in_time(struct bout *b, struct charge *charge)
{
    *charge = bout_charge(b, true);
    b->overdue = false;
    if (!charge_is_over(charge))
        return true;
    bout_judge_time(b, charge, true);
    bout_break_off(b);
    return false;
}

// The same for an answer that was right.
static bool bout_take_time(struct bout *b, const struct message *m)
{
    struct charge charge;
    if (!b->clock.running)
        return true;
    if (!bout_is_in_time(b, &charge))
        return false;
    seat_clock_stop(&b->clock);
    bout_judge_answer(b, &charge, m);
    return true;
}

static bool bout_take(struct bout *b, const struct wire_event *event)
{
    if (event->kind == WIRE_MOVED || event->kind == WIRE_ACKNOWLEDGED) {
        if (event->message.early)
            bout_judge_unasked(b, &event->message);
        if (!bout_take_time(b, &event->message))
            return false;
    }
    switch (event->kind) {
    case WIRE_NAMED:
        if (b->player.wire->bot_opens)
            seat_clock_stop(&b->clock);
        bout_named(b, event->name);
        break;
    case WIRE_ACKNOWLEDGED:
        bout_acknowledged(b);
        break;
    case WIRE_MOVED:
        bout_moved(b, event->move);
        break;
    case WIRE_RESIGNED:
        bout_end_game(b, VERDICT_WON, 1 - b->plan.seat, NOBODY);
        break;
    default:
        break;
    }
    return true;
}

// Whether something is an answer that came too late; that is told, whatever the answer says.
static bool bout_take_late(struct bout *b, enum wire_event_kind kind)
{
    struct charge charge;
    bool answer = kind != WIRE_NAMED || b->player.wire->bot_opens;
    return b->overdue && answer && !bout_is_in_time(b, &charge);
}

static void bout_settle(struct bout *b)
{
    struct wire_stream *w = &b->session.wire;
    while (b->state != BOUT_LEAVING) {
        struct wire_event event;
        struct fault fault;
        struct message head;
        enum wire_event_kind kind = wire_stream_next(w, &event, &fault);
        if (kind == WIRE_NOTHING) {
            if (w->waits == WIRE_IDLE && framer_peek(&w->in, &head))
                bout_judge_unasked(b, &head);
            return;
        }
        if (bout_take_late(b, kind))
            return;
        if (kind == WIRE_FAULT) {
            bout_judge_message(b, &fault, &event.message);
            bout_break_off(b);
        } else if (!bout_take(b, &event)) {
            return;
        }
    }
}

// --- The events of its session ---

static void bout_opened(struct session *s, struct moment at)
{
    (void)at;
    struct bout *b = s->user;
    b->battery->result->starts++;
    link_count_left(s->link);
    if (b->order.row->silent) {
        b->silenced = true;
        bout_leave(b, false);
        return;
    }
    seat_clock_stop(&b->clock);
    wire_stream_open(&s->wire, &b->out);
    if (b->player.wire->bot_opens)
        bout_await(b, BOUT_OPENING, b->battery->options->budget.start_ns);
    else
        bout_begin_game(b);
}

static void bout_received(struct session *s, const char *bytes, size_t length, struct moment at)
{
    (void)at;
    struct bout *b = s->user;
    struct fault fault;
    b->heard = b->battery->heard = true;
    if (b->state == BOUT_LEAVING)
        return;
    if (!wire_stream_feed(&s->wire, bytes, length, &fault)) {
        bout_judge_loss(b, &fault);
        bout_break_off(b);
        return;
    }
    bout_settle(b);
}

static void bout_lost(struct session *s, const struct fault *fault, bool ours, struct moment at)
{
    (void)at;
    struct bout *b = s->user;
    if (b->state == BOUT_LEAVING)
        return;
    if (b->state == BOUT_RESTING) { // it leaves by itself when all is over
        bout_leave(b, false);
        return;
    }
    if (!ours && b->overdue)
        bout_judge_time(b, &b->overdue_charge, false);
    else if (!ours)
        bout_judge_loss(b, fault);
    bout_break_off(b);
}

static void bout_chose(struct session *s, move m, struct moment at)
{
    (void)s;
    (void)m;
    (void)at;
}

static void bout_noted(struct session *s, const char *words)
{
    (void)s;
    (void)words;
}

static void bout_leaving(struct session *s)
{
    struct bout *b = s->user;
    if (!b->failed)
        bout_judge_leaving(b);
}

static void bout_free(struct bout *b)
{
    text_destroy(&b->out);
    text_destroy(&b->sent);
    text_destroy(&b->sent_earlier);
    text_destroy(&b->later);
    seed_variable_destroy(&b->seed);
    free(b->results);
    free(b->kept);
    free(b);
}

static void bout_closed(struct session *s)
{
    struct bout *b = s->user;
    runner_remove(s->runner, &b->task);
    battery_bout_closed(b->battery, b);
    bout_free(b);
}

static const struct session_events bout_events = {
    .opened = bout_opened,
    .received = bout_received,
    .chose = bout_chose,
    .lost = bout_lost,
    .noted = bout_noted,
    .leaving = bout_leaving,
    .closed = bout_closed,
};

// --- The pulse ---

// The time of a request is over. Returns true as long as the answer may still come late.
static bool bout_waits_on(struct bout *b, const struct charge *charge)
{
    if (!b->overdue && bout_judge_may_be_late(b, charge)) {
        b->overdue = true;
        b->overdue_charge = *charge;
    }
    int64_t most_ns = number_larger(charge->limit_ns, LATE_LEAST_MS * NS_PER_MS);
    most_ns = number_smaller(most_ns, LATE_MOST_MS * NS_PER_MS);
    return b->overdue && charge->charged_ns <= charge->limit_ns + most_ns;
}

static void bout_tick(void *user, struct moment now, bool flush_record)
{
    (void)flush_record;
    struct bout *b = user;
    struct usage usage;
    if (b->later.length > 0 && b->state != BOUT_LEAVING) {
        bout_send_later(b, now.now_ns);
        return;
    }
    if ((b->state == BOUT_PAUSED || b->state == BOUT_RESTING) && now.now_ns >= b->until_ns) {
        if (b->state == BOUT_RESTING)
            bout_leave(b, false);
        else
            bout_advance(b);
        bout_settle(b);
        return;
    }
    if (b->state == BOUT_LEAVING || !b->clock.running)
        return;
    if (seat_clock_wants_base(&b->clock, now)) {
        session_usage(&b->session, true, &usage);
        seat_clock_take_base(&b->clock, &usage, now);
    }
    if (now.now_ns < seat_clock_wake_ns(&b->clock))
        return;
    struct charge charge = bout_charge(b, false);
    if (charge_is_over(&charge) && !bout_waits_on(b, &charge)) {
        bout_judge_time(b, b->overdue ? &b->overdue_charge : &charge, false);
        bout_break_off(b);
    }
}

static void bout_look(void *user)
{
    struct bout *b = user;
    if (b->clock.running && b->state != BOUT_LEAVING)
        session_look(&b->session);
}

uint64_t bout_seed(const struct battery *b, const struct check_case *row, int game)
{
    return random_derive(
        b->options->seed, (uint64_t)(row - check_cases) * BOUT_GAMES_MOST + (uint64_t)game);
}

// Opens the session of a bout whose texts and lists are there.
static bool bout_open(struct bout *b)
{
    uint64_t seed = bout_seed(b->battery, b->order.row, b->game);
    if (!seed_variable_add(&b->seed, &b->player, seed))
        return false;
    session_init(&b->session, &b->battery->runner, &b->player, NULL, &bout_events, b);
    if (!b->session.link)
        wire_stream_destroy(&b->session.wire);
    return b->session.link != NULL;
}

bool bout_start(struct battery *battery, const struct bout_order *order)
{
    struct bout *b = calloc(1, sizeof *b);
    struct wire_result *results = calloc((size_t)order->count, sizeof *results);
    struct bout_result *kept = calloc((size_t)order->count, sizeof *kept);
    if (!b || !results || !kept) {
        free(b);
        free(results);
        free(kept);
        return false;
    }
    b->battery = battery;
    b->order = *order;
    b->results = results;
    b->kept = kept;
    b->game = order->first;
    b->player = *battery->options->player;
    b->player.shape = order->row->shape;
    b->out = text_growing();
    b->sent = text_growing();
    b->sent_earlier = text_growing();
    b->later = text_growing();
    b->task = (struct runner_task){.tick = bout_tick, .look = bout_look, .user = b};
    if (!bout_open(b)) {
        bout_free(b);
        return false;
    }
    battery_tell_port(battery, b->session.link);
    bout_start_clock(b, battery->options->budget.start_ns);
    runner_add(&battery->runner, &b->task);
    return true;
}
