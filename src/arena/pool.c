#include "arena/pool.h"

#include "base/clock.h"
#include "link/lack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RUNNERS_MOST = 256 };

struct pool_runner;

// A person's answer on its way to the loop.
struct pool_answer_item {
    struct pool_answer_item *next;
    int64_t game, question;
    move move;
};

// Where one game after the other is played.
struct pool_slot {
    struct pool_runner *runner;
    struct table table;
    const struct player *players[SEATS]; // of the table
    int who[SEATS];                      // their numbers
    bool awaited[SEATS];                 // they came by themselves
    int64_t series;                      // of the table
    bool busy;                           // the table is open

    pthread_mutex_t lock;   // of what follows, which other threads look at
    struct pool_game *game; // NULL: over, its bots may still be leaving
    struct pool_view view;  // without its setup
};

// One runner with its slots. Games of another series start from `bell` only, so that a table is
// never used again from inside itself, and bots are heard between two built-in games.
struct pool_runner {
    struct pool *pool;
    pthread_t thread;
    int number;
    struct runner *runner; // its own, or that of those who come by themselves
    struct runner own;
    uv_async_t bell;
    bool has_bell; // under the pool's lock
    struct pool_slot *slots;
    int64_t slot_count, busy;
    struct pool_answer_item *answers; // under the pool's lock
};

struct pool {
    struct pool_options options;
    atomic_int stopping;  // 0: no; else 1 + enum pool_stop
    pthread_mutex_t lock; // of bells, answers and the crowd
    struct crowd crowd;
    int64_t runner_count, started;
    atomic_int alive; // runners, and whoever starts them
    struct pool_runner runners[RUNNERS_MOST];
};

static bool pool_is_stopping(const struct pool *p)
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

// --- What happens in a game ---

static void slot_publish(struct pool_slot *slot, struct arena_event *event)
{
    feeds_publish(slot->runner->pool->options.feeds, event);
}

static bool slot_is_watched(const struct pool_slot *slot, enum arena_event_kind kind)
{
    return feeds_want(slot->runner->pool->options.feeds, kind);
}

static void slot_tell_begin(struct pool_slot *slot)
{
    struct arena_setup setup;
    if (!slot_is_watched(slot, ARENA_BEGUN))
        return;
    struct arena_event *event = arena_event_create(ARENA_BEGUN, slot->game->number, NULL, 0);
    pool_game_setup(slot->game, &setup);
    if (event && !arena_event_set_setup(event, &setup)) {
        arena_event_release(event);
        event = NULL;
    }
    slot_publish(slot, event);
}

static void slot_tell_move(
    struct pool_slot *slot, const struct table *t, const struct referee_event *happened)
{
    if (!slot_is_watched(slot, ARENA_MOVED))
        return;
    struct arena_event *event = arena_event_create(ARENA_MOVED, slot->game->number, NULL, 0);
    if (event) {
        event->seat = happened->seat;
        event->player = slot->game->who[happened->seat];
        event->at_ns = happened->at_ns;
        event->move = happened->move;
        event->forced = happened->forced;
        event->before = *happened->before;
        event->after = t->referee.position;
        event->has_charge = happened->charge != NULL;
        if (happened->charge)
            event->charge = *happened->charge;
        event->left_ns = t->referee.seats[happened->seat].clock.left_ns;
    }
    slot_publish(slot, event);
}

static void slot_tell_message(
    struct pool_slot *slot, enum arena_event_kind kind, const struct referee_event *happened)
{
    if (!slot_is_watched(slot, kind))
        return;
    const char *text = kind == ARENA_NOTED ? happened->words : happened->bytes;
    size_t length = kind == ARENA_NOTED ? strlen(text) : happened->length;
    struct arena_event *event = arena_event_create(kind, slot->game->number, text, length);
    if (event) {
        event->seat = happened->seat;
        event->player = slot->game->who[happened->seat];
        event->at_ns = happened->at_ns;
    }
    slot_publish(slot, event);
}

static void slot_see_ready(struct pool_slot *slot)
{
    pthread_mutex_lock(&slot->lock);
    bool was_ready = slot->view.ready;
    slot->view.ready = true;
    pthread_mutex_unlock(&slot->lock);
    if (!was_ready && slot_is_watched(slot, ARENA_READY))
        slot_publish(slot, arena_event_create(ARENA_READY, slot->game->number, NULL, 0));
}

static void slot_see_move(
    struct pool_slot *slot, const struct table *t, const struct referee_event *happened)
{
    struct pool_view_clock *clock = &slot->view.clocks[happened->seat];
    pthread_mutex_lock(&slot->lock);
    slot->view.ready = true;
    slot->view.position = t->referee.position;
    slot->view.last = happened->move;
    slot->view.moves++;
    slot->view.since_ns = t->referee.now.now_ns;
    if (happened->charge)
        clock->charged_ns += happened->charge->charged_ns;
    clock->left_ns = t->referee.seats[happened->seat].clock.left_ns;
    pthread_mutex_unlock(&slot->lock);
}

static void slot_note_move(struct pool_slot *slot, const struct referee_event *happened)
{
    struct text *moves = &slot->game->moves;
    char name[MOVE_TEXT_BYTES];
    struct text words = TEXT_IN(name);
    slot->game->game->print_move(happened->before, happened->move, &words);
    if (moves->length > 0)
        text_char(moves, ' ');
    text_string(moves, name);
}

static void slot_happened(void *user, struct table *t, const struct referee_event *happened)
{
    struct pool_slot *slot = user;
    if (!slot->game)
        return;
    switch (happened->kind) {
    case EVENT_SENT:
        slot_see_ready(slot);
        slot_tell_message(slot, ARENA_SENT, happened);
        break;
    case EVENT_GOT:
        slot_tell_message(slot, ARENA_GOT, happened);
        break;
    case EVENT_NOTE:
        slot_tell_message(slot, ARENA_NOTED, happened);
        break;
    case EVENT_MOVED:
        if (slot->runner->pool->options.keeps_moves)
            slot_note_move(slot, happened);
        slot_see_move(slot, t, happened);
        slot_tell_move(slot, t, happened);
        break;
    case EVENT_OVER:
        break; // the source tells that, once it is final
    }
}

static void slot_asked(void *user, struct table *t, const struct table_question *question)
{
    (void)t;
    struct pool_slot *slot = user;
    struct arena_event *event = arena_event_create(ARENA_ASKED, slot->game->number, NULL, 0);
    if (event) {
        event->seat = question->seat;
        event->player = slot->game->who[question->seat];
        event->question = question->number;
        event->after = *question->position;
    }
    slot_publish(slot, event);
}

// --- One game ---

// Who comes by itself must know where to.
static void slot_tell_port(struct pool_slot *slot)
{
    for (int i = 0; i < SEATS; i++) {
        const struct session *s = slot->table.participants[i].session;
        bool awaited = strncmp(slot->players[i]->text, "listen:", 7) == 0;
        if (!awaited || !s || !s->link || link_port(s->link) <= 0)
            continue;
        char words[256];
        int length = snprintf(words, sizeof words, "waiting for a bot at %s (%s)",
            link_address(s->link), s->player->wire->name);
        slot_publish(slot,
            arena_event_create(ARENA_SAID, slot->game ? slot->game->number : 0, words,
                length < (int)sizeof words ? (size_t)length : sizeof words - 1));
    }
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
        .record_kept = g->record_kept,
        .host = o->host,
    };
    slot_set_game(slot, g);
    if (o->keeps_moves)
        text_clear(&g->moves);
    slot_tell_begin(slot);
    table_play(&slot->table, &fixture);
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

static enum pool_next pool_next_game(struct pool_runner *r, int64_t series, struct pool_game **g)
{
    const struct pool_options *o = &r->pool->options;
    if (pool_is_stopping(r->pool))
        return POOL_NOTHING;
    if (feeds_are_full(o->feeds))
        return POOL_WAIT;
    return o->source->next(o->user, series, r->number == 0, g);
}

// The bots of the last game are still there: another one of its series, or goodbye.
static void slot_go_on(struct pool_slot *slot)
{
    struct pool_game *g;
    enum pool_next next = POOL_NOTHING;
    if (slot->series != POOL_ALONE)
        next = pool_next_game(slot->runner, slot->series, &g);
    if (next == POOL_GAME)
        slot_play(slot, g);
    else if (next == POOL_NOTHING)
        table_close(&slot->table, false);
}

static void slot_finished(void *user, struct table *t, const struct result *result)
{
    struct pool_slot *slot = user;
    const struct pool_options *o = &slot->runner->pool->options;
    struct pool_game *g = slot->game;
    struct pool_ended how = slot_ended(t, result);
    struct text record = g->record_kept ? table_take_record(t) : text_growing();
    how.record = &record;
    for (int i = 0; i < SEATS; i++) {
        if (slot->awaited[i])
            o->source->give_back(
                o->user, slot->who[i], table_take_session(t, i), table_why_gone(t, i));
    }
    slot_set_game(slot, NULL);
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

static const struct table_events slot_events = {.happened = slot_happened,
    .asked = slot_asked,
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
}

static void slot_begin(struct pool_slot *slot, struct pool_game *g)
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
        if (sessions[seat])
            table_put_session(&slot->table, seat, sessions[seat]);
    }
    slot_play(slot, g);
    slot_tell_port(slot);
}

// --- One runner ---

static void runner_set_bell(struct pool_runner *r, bool has_bell)
{
    pthread_mutex_lock(&r->pool->lock);
    r->has_bell = has_bell;
    pthread_mutex_unlock(&r->pool->lock);
}

static void runner_leave(struct pool_runner *r)
{
    runner_set_bell(r, false);
    uv_close((uv_handle_t *)&r->bell, NULL);
    // A port at which bots were awaited would keep the loop running for ever.
    uv_stop(&r->runner->loop);
}

static void runner_fill_slots(struct pool_runner *r)
{
    for (int64_t i = 0; i < r->slot_count; i++) {
        struct pool_slot *slot = &r->slots[i];
        struct pool_game *g;
        if (slot->busy && slot->game)
            continue;
        if (slot->busy) {
            if (!slot->table.closing)
                slot_go_on(slot);
            continue;
        }
        if (pool_next_game(r, POOL_ANY_SERIES, &g) != POOL_GAME)
            break;
        slot_begin(slot, g);
    }
}

static void runner_stop_games(struct pool_runner *r)
{
    for (int64_t i = 0; i < r->slot_count; i++) {
        if (r->slots[i].busy)
            table_close(&r->slots[i].table, true);
    }
}

static void runner_take_answers(struct pool_runner *r)
{
    pthread_mutex_lock(&r->pool->lock);
    struct pool_answer_item *item = r->answers;
    r->answers = NULL;
    pthread_mutex_unlock(&r->pool->lock);
    for (struct pool_answer_item *next; item; item = next) {
        next = item->next;
        for (int64_t i = 0; i < r->slot_count; i++) {
            struct pool_slot *slot = &r->slots[i];
            if (slot->game && slot->game->number == item->game)
                table_answer(&slot->table, item->question, item->move);
        }
        free(item);
    }
}

static void runner_look(uv_async_t *bell)
{
    struct pool_runner *r = bell->data;
    const struct pool_options *o = &r->pool->options;
    if (atomic_load(&r->pool->stopping) == 1 + POOL_NOW)
        runner_stop_games(r);
    runner_take_answers(r);
    if (o->source->look)
        o->source->look(o->user);
    runner_fill_slots(r);
    if (r->busy == 0 && (pool_is_stopping(r->pool) || o->source->is_over(o->user)))
        runner_leave(r);
}

static void runner_run(struct pool_runner *r)
{
    struct pool *p = r->pool;
    r->bell.data = r;
    int error = uv_async_init(&r->runner->loop, &r->bell, runner_look);
    if (error != 0) {
        struct error e;
        char lack[LACK_BYTES];
        lack_words(-error, lack);
        error_set(&e, "no runner for games could be made: %s", lack);
        p->options.source->fail(p->options.user, &e);
        return;
    }
    runner_set_bell(r, true);
    uv_async_send(&r->bell);
    uv_run(&r->runner->loop, UV_RUN_DEFAULT);
    uv_run(&r->runner->loop, UV_RUN_NOWAIT); // the bell goes before those do who came by themselves
    pthread_mutex_lock(&p->lock);
    crowd_join(&p->crowd, &r->runner->crowd);
    pthread_mutex_unlock(&p->lock);
}

static bool runner_make_slots(struct pool_runner *r, struct error *e)
{
    r->slots = calloc((size_t)r->slot_count, sizeof *r->slots);
    for (int64_t i = 0; r->slots && i < r->slot_count; i++) {
        r->slots[i].runner = r;
        pthread_mutex_init(&r->slots[i].lock, NULL);
    }
    return r->slots || error_set(e, "out of memory");
}

static void pool_let_go(struct pool *p)
{
    const struct pool_source *source = p->options.source;
    if (atomic_fetch_sub(&p->alive, 1) == 1 && source->ended)
        source->ended(p->options.user);
}

static void *runner_thread(void *argument)
{
    struct pool_runner *r = argument;
    struct pool *p = r->pool;
    struct error e;
    // The bots inherit the core: placement beats everything.
    runner_pin(r->number);
    if (r->runner) {
        runner_move_here(r->runner);
        runner_run(r);
    } else if (!runner_init(&r->own, &e)) {
        p->options.source->fail(p->options.user, &e);
    } else {
        r->runner = &r->own;
        runner_run(r);
        runner_destroy(&r->own);
    }
    pool_let_go(p);
    return NULL;
}

// --- All of them ---

void pool_destroy(struct pool *p)
{
    for (int64_t i = 0; i < p->runner_count; i++) {
        struct pool_runner *r = &p->runners[i];
        for (struct pool_answer_item *item = r->answers, *next; item; item = next) {
            next = item->next;
            free(item);
        }
        for (int64_t k = 0; r->slots && k < r->slot_count; k++)
            pthread_mutex_destroy(&r->slots[k].lock);
        free(r->slots);
    }
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static int64_t count_runners(const struct pool_options *o)
{
    int64_t cores = worker_cores();
    int64_t count = o->concurrency < cores ? o->concurrency : cores;
    count = count > RUNNERS_MOST ? RUNNERS_MOST : count;
    return o->one_runner ? 1 : count;
}

static bool pool_start_runner(struct pool *p, struct pool_runner *r)
{
    atomic_fetch_add(&p->alive, 1);
    if (pthread_create(&r->thread, NULL, runner_thread, r) == 0)
        return true;
    atomic_fetch_sub(&p->alive, 1);
    return false;
}

struct pool *pool_start(const struct pool_options *options, struct error *e)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p) {
        error_set(e, "out of memory");
        return NULL;
    }
    p->options = *options;
    p->runner_count = count_runners(options);
    pthread_mutex_init(&p->lock, NULL);
    int64_t slots = options->concurrency, count = p->runner_count;
    bool well = true;
    for (int64_t i = 0; well && i < count; i++) {
        p->runners[i] = (struct pool_runner){
            .pool = p, .number = (int)i, .slot_count = slots / count + (i < slots % count)};
        well = runner_make_slots(&p->runners[i], e);
    }
    p->runners[0].runner = options->first_runner;
    atomic_init(&p->alive, 1);
    while (well && p->started < count && pool_start_runner(p, &p->runners[p->started]))
        p->started++; // one that gets no thread leaves its games to the others
    if (p->started > 0) {
        pool_let_go(p);
        return p;
    }
    if (well)
        error_set(e, "no thread could be made to play games on");
    pool_destroy(p);
    return NULL;
}

void pool_wake(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    for (int64_t i = 0; i < p->runner_count; i++) {
        if (p->runners[i].has_bell)
            uv_async_send(&p->runners[i].bell);
    }
    pthread_mutex_unlock(&p->lock);
}

void pool_stop(struct pool *p, enum pool_stop how)
{
    int now = 1 + (int)how, before = 0;
    while (before < now && !atomic_compare_exchange_weak(&p->stopping, &before, now))
        continue;
    pool_wake(p);
}

void pool_join(struct pool *p, struct crowd *crowd)
{
    for (int64_t i = 0; i < p->started; i++)
        pthread_join(p->runners[i].thread, NULL);
    if (crowd)
        *crowd = p->crowd;
}

// The slot that plays this game, with its lock; or NULL.
static struct pool_slot *find_slot(struct pool *p, int64_t game)
{
    for (int64_t i = 0; i < p->runner_count; i++) {
        for (int64_t k = 0; k < p->runners[i].slot_count; k++) {
            struct pool_slot *slot = &p->runners[i].slots[k];
            pthread_mutex_lock(&slot->lock);
            if (slot->game && slot->game->number == game)
                return slot;
            pthread_mutex_unlock(&slot->lock);
        }
    }
    return NULL;
}

void pool_answer(struct pool *p, int64_t game, int64_t question, move m)
{
    struct pool_answer_item *item = malloc(sizeof *item);
    struct pool_slot *slot = item ? find_slot(p, game) : NULL;
    if (!slot) {
        free(item);
        return;
    }
    struct pool_runner *r = slot->runner;
    pthread_mutex_unlock(&slot->lock);
    pthread_mutex_lock(&p->lock);
    *item = (struct pool_answer_item){.game = game, .question = question, .move = m};
    struct pool_answer_item **end = &r->answers; // the first answer is the first to be heard
    while (*end)
        end = &(*end)->next;
    *end = item;
    if (r->has_bell)
        uv_async_send(&r->bell);
    pthread_mutex_unlock(&p->lock);
}

size_t pool_snapshot(struct pool *p, struct pool_view *views, size_t most)
{
    size_t count = 0;
    for (int64_t i = 0; i < p->runner_count; i++) {
        for (int64_t k = 0; k < p->runners[i].slot_count && count < most; k++) {
            struct pool_slot *slot = &p->runners[i].slots[k];
            pthread_mutex_lock(&slot->lock);
            if (slot->game) {
                views[count] = slot->view;
                pool_game_setup(slot->game, &views[count].setup);
                count++;
            }
            pthread_mutex_unlock(&slot->lock);
        }
    }
    return count;
}
