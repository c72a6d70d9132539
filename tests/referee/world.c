#include "referee/world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct budget world_budget = {
    .start_ns = 1000 * MS,
    .first_ns = 500 * MS,
    .request_ns = 100 * MS,
    .cores = 1,
};

// --- What the referee wants ---

static int64_t sends(void *user, int seat, const char *bytes, size_t length)
{
    struct world *w = user;
    text_bytes(&w->seats[seat].sent, bytes, length);
    text_format(&w->order, "%d ", seat);
    w->seats[seat].sends++;
    return w->now.now_ns;
}

static void asks(void *user, int seat, const position *p)
{
    struct world *w = user;
    assert(position_equal(p, &w->referee.position));
    w->asked = seat;
}

static void wants_usage(void *user, int seat, bool mark, struct usage *u)
{
    (void)mark;
    struct world_seat *s = &((struct world *)user)->seats[seat];
    s->usage_asked++;
    s->sends_at_look = s->sends;
    *u = s->usage;
    u->observed = s->known;
}

static int64_t wants_late(void *user, int seat)
{
    return ((struct world *)user)->seats[seat].usage.late_ns;
}

static void wonders(void *user, int seat, struct text *out)
{
    (void)user;
    text_format(out, "seat %d has not come", seat);
}

static void happened(void *user, const struct referee_event *event)
{
    struct world *w = user;
    switch (event->kind) {
    case EVENT_SENT:
        break;
    case EVENT_GOT:
        w->got++;
        w->broken += event->as_text;
        break;
    case EVENT_MOVED:
        w->moves++;
        w->forced += event->forced;
        if (event->charge)
            w->charge = *event->charge;
        break;
    case EVENT_NOTE:
        text_format(&w->notes, "%d: %s\n", event->seat, event->words);
        break;
    case EVENT_OVER:
        w->overs++;
        w->result = *event->result;
        break;
    }
    if (w->listen)
        w->listen(w->listener, event);
}

// As the table does it: what is to be acknowledged has its clock from here on.
static void done(void *user)
{
    struct world *w = user;
    w->dones++;
    for (int seat = 0; seat < SEATS; seat++) {
        const struct referee_player *player = &w->referee.seats[seat].player;
        if (player->wire && !w->referee.seats[seat].gone)
            ack_await(&w->seats[seat].ack, player->wire, player->budget, w->seats[seat].lag_ns,
                "the end of game 1", w->now);
    }
}

static int64_t wants_lag(void *user, int seat)
{
    struct world *w = user;
    return w->seats[seat].lag_ns;
}

static void wants_cpu(void *user, int seat, struct cpu_look *look)
{
    struct world_seat *s = &((struct world *)user)->seats[seat];
    look->whole ? s->whole_looks++ : s->own_looks++;
    look->alone = s->children_cpu_ns == 0;
    look->cpu_ns = s->cpu_ns + (look->whole ? s->children_cpu_ns : 0);
}

static void freezes(void *user, int seat)
{
    struct world *w = user;
    w->seats[seat].frozen = true;
    text_format(&w->order, "f%d ", seat);
}

static int64_t thaws(void *user, int seat)
{
    struct world *w = user;
    if (!w->seats[seat].frozen)
        return 0;
    w->seats[seat].frozen = false;
    text_format(&w->order, "t%d ", seat);
    return w->now.now_ns + w->seats[seat].thaw_takes_ns;
}

static const struct referee_ops ops = {
    .send = sends,
    .ask = asks,
    .usage = wants_usage,
    .late = wants_late,
    .lag = wants_lag,
    .cpu = wants_cpu,
    .freeze = freezes,
    .thaw = thaws,
    .waiting = wonders,
    .happened = happened,
    .done = done,
};

// --- Coming and going ---

static const struct wire *wire_of(const struct world_plan *plan, int seat)
{
    return plan->wires[seat] ? wire_find(plan->wires[seat], NULL) : NULL;
}

static void set_up(struct world *w, bool opened)
{
    const struct world_plan *plan = &w->plan;
    struct referee_setup setup = {
        .game = plan->game ? game_find(plan->game, NULL) : wire_of(plan, 0)->game,
        .coin = plan->coin,
        .ops = &ops,
        .user = w,
    };
    if (!plan->position) {
        setup.game->start(&setup.start, NULL, NULL);
        const struct wire *wire = wire_of(plan, plan->wires[0] ? 0 : 1);
        if (wire)
            wire_turn_start(wire, &setup.start, plan->coin);
    } else if (!setup.game->parse(&setup.start, plan->position, NULL)) {
        assert(!"the position of the plan is one");
    }
    for (int seat = 0; seat < SEATS; seat++) {
        struct referee_player *player = &setup.players[seat];
        snprintf(player->name, sizeof player->name, "%s", plan->names[seat]);
        player->wire = plan->wires[seat] ? &w->seats[seat].wire : NULL;
        player->timed = !(plan->untimed && seat == 0);
        player->opened = opened;
        player->started = plan->started && player->wire;
        player->frozen = player->started && plan->frozen[seat];
        player->held = plan->held[seat];
        player->led = plan->led[seat];
        player->led_count = plan->led[seat] ? plan->led_count : 0;
        player->budget = plan->budgets[seat] ? plan->budgets[seat] : &world_budget;
    }
    referee_init(&w->referee, &setup, w->now);
}

struct world *world_new(const struct world_plan *plan)
{
    struct world *w = malloc(sizeof *w);
    assert(w);
    *w = (struct world){.plan = *plan,
        .now = {.now_ns = 7 * NS_PER_SECOND, .lost_ns = 3 * NS_PER_SECOND},
        .random = random_seeded(plan->seed),
        .order = text_growing(),
        .notes = text_growing(),
        .asked = NOBODY};
    for (int seat = 0; seat < SEATS; seat++) {
        struct world_seat *s = &w->seats[seat];
        const struct wire *wire = wire_of(plan, seat);
        s->sent = text_growing();
        if (wire) {
            wire_stream_init(&s->wire, wire, plan->names[seat]);
            wire_bot_init(&s->bot, wire, plan->names[seat], NULL);
        }
    }
    set_up(w, false);
    return w;
}

void world_again(struct world *w)
{
    referee_destroy(&w->referee);
    w->moves = w->forced = w->got = w->overs = w->dones = 0;
    set_up(w, true);
}

void world_destroy(struct world *w)
{
    referee_destroy(&w->referee);
    for (int seat = 0; seat < SEATS; seat++) {
        text_destroy(&w->seats[seat].sent);
        if (w->plan.wires[seat]) {
            wire_stream_destroy(&w->seats[seat].wire);
            wire_bot_destroy(&w->seats[seat].bot);
        }
    }
    text_destroy(&w->order);
    text_destroy(&w->notes);
    free(w);
}

// --- Steps ---

void world_start(struct world *w)
{
    referee_start(&w->referee, w->now);
}

void world_open(struct world *w, int seat)
{
    referee_opened(&w->referee, seat, w->now);
}

static void receive(struct world *w, int seat, const char *bytes, size_t length)
{
    struct world_seat *s = &w->seats[seat];
    if (w->referee.state != REFEREE_DONE) {
        referee_received(&w->referee, seat, bytes, length, w->now);
    } else if (wire_stream_feed(&s->wire, bytes, length, &w->ack_fault)) {
        ack_read(&s->ack, &s->wire, &w->ack_fault);
    }
}

void world_say(struct world *w, int seat, const char *bytes)
{
    receive(w, seat, bytes, strlen(bytes));
}

struct looker {
    struct world *world;
    int seat;
};

static void ack_wants_usage(void *user, bool mark, struct usage *u)
{
    const struct looker *looker = user;
    wants_usage(looker->world, looker->seat, mark, u);
}

bool world_is_late(struct world *w, int seat)
{
    return ack_is_late(
        &w->seats[seat].ack, ack_wants_usage, &(struct looker){w, seat}, w->now, &w->ack_fault);
}

void world_lose(struct world *w, int seat, enum verdict v)
{
    struct fault fault;
    fault_set(&fault, v, "G5", "has left");
    referee_lost(&w->referee, seat, &fault, w->now);
}

void world_wait(struct world *w, int64_t ns)
{
    w->now.now_ns += ns;
}

void world_tick(struct world *w, int64_t ns)
{
    world_wait(w, ns);
    referee_tick(&w->referee, w->now);
}

void world_begin(struct world *w)
{
    static const char *const joins[SEATS][2] = {
        {"[\"join\",\"ann\"]", "\"ann\""}, {"[\"join\",\"bob\"]", "\"bob\""}};
    world_start(w);
    for (int seat = 0; seat < SEATS; seat++) {
        if (!w->plan.wires[seat])
            continue;
        world_open(w, seat);
        if (w->seats[seat].wire.waits == WIRE_NAME)
            world_say(w, seat, joins[seat][strcmp(w->plan.wires[seat], "santorini") != 0]);
    }
    for (int seat = 0; seat < SEATS; seat++) {
        if (w->seats[seat].wire.waits == WIRE_ACK)
            world_say(w, seat, "\"OK\"");
    }
    assert(w->referee.state == REFEREE_PLAYING);
}

const char *world_news(struct world *w, int seat)
{
    referee_flush(&w->referee); // as the runner does it, many times a second
    struct world_seat *s = &w->seats[seat];
    const char *news = s->sent.bytes + s->looked_at;
    s->looked_at = s->sent.length;
    return news;
}

// --- Bots that play ---

bool world_answer(struct world *w, int seat)
{
    struct world_seat *s = &w->seats[seat];
    referee_flush(&w->referee);
    if (!w->plan.wires[seat] || s->read == s->sent.length)
        return false;
    struct error e;
    bool fed = wire_bot_feed(&s->bot, s->sent.bytes + s->read, s->sent.length - s->read, &e);
    assert(fed);
    s->read = s->sent.length;
    struct text out = text_growing();
    struct wire_bot_event event;
    while (wire_bot_next(&s->bot, &event, &out, &e) != BOT_NOTHING) {
        assert(event.kind != BOT_ERROR);
        if (event.kind != BOT_TURN)
            continue;
        move moves[MOVES_MAX];
        int count = s->bot.wire->game->moves(&s->bot.position, moves);
        assert(position_equal(&s->bot.position, &w->referee.position));
        wire_bot_move(&s->bot, moves[random_below(&w->random, (uint32_t)count)], &out);
    }
    world_wait(w, 1 * MS);
    if (out.length > 0)
        receive(w, seat, out.bytes, out.length);
    text_destroy(&out);
    return true;
}

void world_play(struct world *w)
{
    world_start(w);
    for (int seat = 0; seat < SEATS; seat++) {
        struct world_seat *s = &w->seats[seat];
        if (!w->plan.wires[seat] || w->referee.seats[seat].open)
            continue;
        world_open(w, seat);
        struct text out = text_growing();
        wire_bot_open(&s->bot, &out);
        if (out.length > 0)
            receive(w, seat, out.bytes, out.length);
        text_destroy(&out);
    }
    while (world_answer(w, 0) || world_answer(w, 1))
        ;
}
