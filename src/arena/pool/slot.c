#include "arena/pool/slot.h"

#include "arena/pool/telling.h"
#include "base/clock.h"

#include <string.h>

bool pool_is_stopping(const struct pool *p)
{
    return atomic_load(&p->stopping) != 0;
}

void pool_game_setup(const struct pool_game *g, struct arena_setup *setup)
{
    *setup = (struct arena_setup){.game = g->game, .start = g->start};
    for (int seat = 0; seat < SEATS; seat++) {
        const struct player *player = g->players[seat];
        setup->players[seat] = g->who[seat];
        memcpy(setup->seats[seat].name, player->name, sizeof player->name);
        setup->seats[seat].wire = player->wire;
        setup->seats[seat].person = player->untimed;
        setup->seats[seat].instant = player->instant;
        setup->seats[seat].timed = !player->untimed && !player->instant;
        setup->seats[seat].budget = *g->budgets[seat];
    }
}

struct arena_event *pool_over_event(const struct pool_game *g, const struct result *result)
{
    struct arena_setup setup;
    struct arena_event *event =
        arena_event_create(ARENA_OVER, g->number, g->moves.bytes, g->moves.length);
    pool_game_setup(g, &setup);
    if (event && !g->moves.cut && arena_event_set_setup(event, &setup) &&
        arena_event_set_result(event, result))
        return event;
    arena_event_release(event);
    return NULL;
}

static void slot_set_game(struct pool_slot *slot, struct pool_game *g)
{
    pthread_mutex_lock(&slot->lock);
    slot->game = g;
    if (g)
        slot->view = (struct pool_view){.number = g->number,
            .position = g->start,
            .last = MOVE_NONE,
            .since_ns = clock_now_ns(),
            .ready = !g->players[0]->wire && !g->players[1]->wire,
            .clocks = {{.left_ns = g->budgets[0]->game_ns}, {.left_ns = g->budgets[1]->game_ns}}};
    pthread_mutex_unlock(&slot->lock);
}

static void slot_play(struct pool_slot *slot, struct pool_game *g)
{
    const struct pool_options *o = &slot->runner->pool->options;
    const struct fixture fixture = {
        .game = g->game,
        .start = g->start,
        .index = g->number,
        .seed = g->seed,
        .first = slot->players[0] == g->players[0] ? 0 : 1,
        .coin = g->coin,
        .budgets = {g->budgets[0], g->budgets[1]},
        .record_path = g->record_path,
        .record_claimed = g->record_claimed,
        .record_kept = g->record_kept || o->recent,
        .record_lock = o->recent ? &slot->lock : NULL,
        .host = o->host,
    };
    slot_set_game(slot, g);
    if (o->keeps_moves)
        text_clear(&g->moves);
    telling_begin(slot);
    table_play(&slot->table, &fixture);
    if (slot->game == g)
        telling_processes(slot);
}

// What each bot calls itself, and how the game ended for its source.
static struct pool_ended slot_ended(const struct table *t, const struct result *result)
{
    struct pool_ended how = {.result = result, .recorded = t->recorded};
    for (int seat = 0; seat < SEATS; seat++) {
        const struct wire_stream *wire = t->referee.seats[seat].player.wire;
        how.names[seat] = wire && wire->wanted[0] != '\0' ? wire->name : NULL;
    }
    return how;
}

enum pool_next slot_next_game(struct pool_runner *r, int64_t series, struct pool_game **g)
{
    const struct pool_options *o = &r->pool->options;
    if (pool_is_stopping(r->pool))
        return POOL_NOTHING;
    if (feeds_are_full(o->feeds))
        return POOL_WAIT;
    return o->source->next(o->user, series, r->number, g);
}

// The bots of the last game are still there: another one of its series, or goodbye.
void slot_go_on(struct pool_slot *slot)
{
    struct pool_game *g;
    enum pool_next next = POOL_NOTHING;
    if (slot->series != POOL_ALONE)
        next = slot_next_game(slot->runner, slot->series, &g);
    if (next == POOL_GAME)
        slot_play(slot, g);
    else if (next == POOL_NOTHING)
        table_close(&slot->table, false);
}

// The game of the slot is over: nobody can look at it any more. Returns its record, to be
// destroyed; it is empty if the source does not want it.
static struct text slot_take_record(struct pool_slot *slot, const struct result *result)
{
    struct recent_records *recent = slot->runner->pool->options.recent;
    const struct pool_game *g = slot->game;
    pthread_mutex_lock(&slot->lock);
    struct text record = table_take_record(&slot->table);
    slot->game = NULL;
    // With the lock: whoever does not find the game here any more finds it there.
    if (recent && result->verdict != VERDICT_VOID)
        recent_records_put(recent, g->number, record.bytes, record.length);
    pthread_mutex_unlock(&slot->lock);
    if (!g->record_kept)
        text_destroy(&record);
    return record;
}

static void slot_finished(void *user, struct table *t, const struct result *result)
{
    struct pool_slot *slot = user;
    const struct pool_options *o = &slot->runner->pool->options;
    struct pool_game *g = slot->game;
    struct pool_ended how = slot_ended(t, result);
    struct text record = slot_take_record(slot, result);
    how.record = &record;
    for (int i = 0; i < SEATS; i++) {
        if (slot->awaited[i])
            o->source->give_back(
                o->user, slot->who[i], table_take_session(t, i), table_why_gone(t, i));
    }
    if (result->verdict == VERDICT_VOID)
        o->source->put_back(o->user, g, &how);
    else
        o->source->done(o->user, g, &how);
    text_destroy(&record);
    slot_go_on(slot);
}

static void slot_closed(void *user, struct table *t)
{
    (void)t;
    struct pool_slot *slot = user;
    const struct pool_options *o = &slot->runner->pool->options;
    struct pool_game *stopped = slot->game;
    if (stopped) {
        slot_set_game(slot, NULL);
        o->source->put_back(o->user, stopped, &(struct pool_ended){.recorded = t->recorded});
    }
    if (o->source->left)
        o->source->left(o->user, slot->who);
    slot->busy = false;
    slot->runner->busy--;
    uv_async_send(&slot->runner->bell);
}

static const struct table_events slot_events = {.happened = telling_happened,
    .asked = telling_asked,
    .finished = slot_finished,
    .closed = slot_closed};

// Fetches the seats of those who came by themselves. Returns which seat is absent, or NOBODY.
static int slot_fetch(struct pool_slot *slot, struct session *sessions[SEATS])
{
    const struct pool_options *o = &slot->runner->pool->options;
    int absent = NOBODY;
    for (int seat = SEATS - 1; seat >= 0; seat--) {
        slot->awaited[seat] =
            o->source->fetch && o->source->fetch(o->user, slot->who[seat], &sessions[seat]);
        if (slot->awaited[seat] && !sessions[seat])
            absent = seat;
    }
    return absent;
}

static void slot_miss_game(
    struct pool_slot *slot, struct pool_game *g, int absent, struct session *sessions[SEATS])
{
    const struct pool_options *o = &slot->runner->pool->options;
    o->source->missed(o->user, g, absent);
    for (int seat = 0; seat < SEATS; seat++) {
        if (slot->awaited[seat])
            o->source->give_back(o->user, slot->who[seat], sessions[seat], "");
    }
    if (o->source->left)
        o->source->left(o->user, slot->who);
    uv_async_send(&slot->runner->bell); // the slot is free for another game
}

void slot_begin(struct pool_slot *slot, struct pool_game *g)
{
    struct session *sessions[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        slot->who[seat] = g->who[seat];
        slot->players[seat] = g->players[seat];
    }
    slot->series = g->series;
    int absent = slot_fetch(slot, sessions);
    if (absent != NOBODY) {
        slot_miss_game(slot, g, absent, sessions);
        return;
    }
    slot->busy = true;
    slot->runner->busy++;
    table_init(&slot->table, slot->runner->runner, slot->players, &slot_events, slot);
    for (int seat = 0; seat < SEATS; seat++) {
        if (slot->runner->pool->placement.cores > 0)
            table_set_cores(&slot->table, seat, &slot->cores[seat]);
        if (sessions[seat])
            table_put_session(&slot->table, seat, sessions[seat]);
    }
    slot_play(slot, g);
    telling_port(slot);
}
