#include "arena/pool/slot.h"
#include "base/number.h"
#include "link/lack.h"

#include <stdlib.h>

enum { COPY_PIECE_BYTES = 16 * 1024 }; // of a record: so much is copied while its game waits

// --- One runner ---

static void pool_runner_set_bell(struct pool_runner *r, bool has_bell)
{
    pthread_mutex_lock(&r->pool->lock);
    r->has_bell = has_bell;
    pthread_mutex_unlock(&r->pool->lock);
}

static void pool_runner_leave(struct pool_runner *r)
{
    pool_runner_set_bell(r, false);
    uv_close((uv_handle_t *)&r->bell, NULL);
    // A port at which bots were awaited would keep the loop running for ever.
    uv_stop(&r->runner->loop);
}

static void pool_runner_fill_slots(struct pool_runner *r)
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
        if (slot_next_game(r, POOL_ANY_SERIES, &g) != POOL_GAME)
            break;
        slot_begin(slot, g);
    }
}

static void pool_runner_stop_games(struct pool_runner *r)
{
    for (int64_t i = 0; i < r->slot_count; i++) {
        if (r->slots[i].busy)
            table_close(&r->slots[i].table, true);
    }
}

static void pool_runner_follow(struct pool_runner *r, const struct pool_order *order)
{
    for (int64_t i = 0; i < r->slot_count; i++) {
        struct pool_slot *slot = &r->slots[i];
        if (!slot->game || slot->game->number != order->game)
            continue;
        if (order->stops)
            table_close(&slot->table, true);
        else
            table_answer(&slot->table, order->question, order->move);
    }
}

static void pool_runner_take_orders(struct pool_runner *r)
{
    pthread_mutex_lock(&r->pool->lock);
    struct pool_order *order = r->orders;
    r->orders = NULL;
    pthread_mutex_unlock(&r->pool->lock);
    for (struct pool_order *next; order; order = next) {
        next = order->next;
        pool_runner_follow(r, order);
        free(order);
    }
}

static void pool_runner_look(uv_async_t *bell)
{
    struct pool_runner *r = bell->data;
    const struct pool_options *o = &r->pool->options;
    if (atomic_load(&r->pool->stopping) == 1 + POOL_NOW)
        pool_runner_stop_games(r);
    pool_runner_take_orders(r);
    if (o->source->look)
        o->source->look(o->user);
    pool_runner_fill_slots(r);
    if (r->busy == 0 && (pool_is_stopping(r->pool) || o->source->is_over(o->user)))
        pool_runner_leave(r);
}

static void pool_runner_run(struct pool_runner *r)
{
    struct pool *p = r->pool;
    r->bell.data = r;
    int error = uv_async_init(&r->runner->loop, &r->bell, pool_runner_look);
    if (error != 0) {
        struct error e;
        char lack[LACK_BYTES];
        lack_words(-error, lack);
        error_set(&e, "no runner for games could be made: %s", lack);
        p->options.source->fail(p->options.user, &e);
        return;
    }
    pool_runner_set_bell(r, true);
    uv_async_send(&r->bell);
    uv_run(&r->runner->loop, UV_RUN_DEFAULT);
    uv_run(&r->runner->loop, UV_RUN_NOWAIT); // the bell goes before those do who came by themselves
    pthread_mutex_lock(&p->lock);
    crowd_join(&p->crowd, &r->runner->crowd);
    pthread_mutex_unlock(&p->lock);
}

static bool pool_runner_make_slots(struct pool_runner *r, struct error *e)
{
    r->slots = calloc((size_t)r->slot_count, sizeof *r->slots);
    const struct pool *p = r->pool;
    for (int64_t i = 0; r->slots && i < r->slot_count; i++) {
        struct pool_slot *slot = &r->slots[i];
        slot->runner = r;
        pthread_mutex_init(&slot->lock, NULL);
        for (int player = 0; p->placement.cores > 0 && player < SEATS; player++)
            placement_cores(&p->placement, &p->allowed, r->number + i * p->runner_count, player,
                &slot->cores[player]);
    }
    return r->slots || error_set(e, "out of memory");
}

static void pool_let_go(struct pool *p)
{
    const struct pool_source *source = p->options.source;
    if (atomic_fetch_sub(&p->alive, 1) == 1 && source->ended)
        source->ended(p->options.user);
}

// The bots inherit the core, if they have none of their own: placement beats everything.
static void pool_runner_settle(const struct pool_runner *r)
{
    const struct pool *p = r->pool;
    cpu_set_t cores;
    if (p->placement.cores == 0) {
        runner_pin(p->options.first_core + r->number);
        return;
    }
    placement_cores(&p->placement, &p->allowed, r->number, PLACEMENT_RUNNER, &cores);
    sched_setaffinity(0, sizeof cores, &cores); // if that fails, it shares cores with others
}

static void *pool_runner_thread(void *argument)
{
    struct pool_runner *r = argument;
    struct pool *p = r->pool;
    struct error e;
    pthread_setname_np(pthread_self(), "agon runner"); // as tools such as top show it
    pool_runner_settle(r);
    if (r->runner) {
        runner_move_here(r->runner);
        pool_runner_run(r);
    } else if (!runner_init(&r->own, &e)) {
        p->options.source->fail(p->options.user, &e);
    } else {
        r->runner = &r->own;
        pool_runner_run(r);
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
        for (struct pool_order *order = r->orders, *next; order; order = next) {
            next = order->next;
            free(order);
        }
        for (int64_t k = 0; r->slots && k < r->slot_count; k++)
            pthread_mutex_destroy(&r->slots[k].lock);
        free(r->slots);
    }
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void pool_place(struct pool *p)
{
    const struct pool_options *o = &p->options;
    const struct placement_wish wish = {
        .cores = o->cores, .concurrency = o->concurrency, .one_runner = o->one_runner};
    p->placement = placement_plan(&wish, placement_available(&p->allowed));
    p->runner_count = p->placement.runners;
}

int pool_cores(const struct pool *p)
{
    if (atomic_load(&p->alive) == 0)
        return 0;
    // Bots with cores of their own have the first ones; runners that share go around.
    const int before = p->placement.cores == 0 ? p->options.first_core : 0;
    return (int)number_smaller(before + placement_taken(&p->placement), CPU_COUNT(&p->allowed));
}

static bool pool_start_runner(struct pool *p, struct pool_runner *r)
{
    atomic_fetch_add(&p->alive, 1);
    if (pthread_create(&r->thread, NULL, pool_runner_thread, r) == 0)
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
    pool_place(p);
    pthread_mutex_init(&p->lock, NULL);
    int64_t slots = p->placement.games, count = p->runner_count;
    bool well = true;
    for (int64_t i = 0; well && i < count; i++) {
        p->runners[i] = (struct pool_runner){
            .pool = p, .number = (int)i, .slot_count = slots / count + (i < slots % count)};
        well = pool_runner_make_slots(&p->runners[i], e);
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

// Hands the order to the runner that plays the game; drops it if none does.
static void pool_give_order(struct pool *p, const struct pool_order *given)
{
    struct pool_order *order = malloc(sizeof *order);
    struct pool_slot *slot = order ? find_slot(p, given->game) : NULL;
    if (!slot) {
        free(order);
        return;
    }
    struct pool_runner *r = slot->runner;
    pthread_mutex_unlock(&slot->lock);
    pthread_mutex_lock(&p->lock);
    *order = *given;
    struct pool_order **end = &r->orders; // the first answer is the first to be heard
    while (*end)
        end = &(*end)->next;
    *end = order;
    if (r->has_bell)
        uv_async_send(&r->bell);
    pthread_mutex_unlock(&p->lock);
}

void pool_answer(struct pool *p, int64_t game, int64_t question, move m)
{
    pool_give_order(p, &(struct pool_order){.game = game, .question = question, .move = m});
}

void pool_stop_game(struct pool *p, int64_t game)
{
    pool_give_order(p, &(struct pool_order){.game = game, .stops = true});
}

enum pool_piece { PIECE_COPIED, PIECE_BEYOND, PIECE_NOT_HERE };

// Copies the next piece of the record of a game that is under way. PIECE_BEYOND: the record is
// shorter than `from`.
static enum pool_piece pool_copy_piece(
    struct pool *p, int64_t game, size_t from, char bytes[COPY_PIECE_BYTES], size_t *length)
{
    struct pool_slot *slot = find_slot(p, game);
    if (!slot)
        return PIECE_NOT_HERE;
    bool beyond = from > table_record_length(&slot->table);
    *length = beyond ? 0 : table_copy_record(&slot->table, from, bytes, COPY_PIECE_BYTES);
    pthread_mutex_unlock(&slot->lock);
    return beyond ? PIECE_BEYOND : PIECE_COPIED;
}

bool pool_copy_record(struct pool *p, int64_t game, size_t from, struct text *out)
{
    char bytes[COPY_PIECE_BYTES];
    size_t length = sizeof bytes, before = out->length;
    enum pool_piece piece = PIECE_COPIED;
    if (!p->options.recent)
        return false;
    while (length == sizeof bytes) {
        piece = pool_copy_piece(p, game, from, bytes, &length);
        if (piece != PIECE_COPIED)
            break;
        text_bytes(out, bytes, length);
        from += length;
    }
    bool copied = piece == PIECE_NOT_HERE ? recent_records_copy(p->options.recent, game, from, out)
                                          : piece == PIECE_COPIED;
    if (!copied && out->length > before) { // another try of the game began meanwhile
        out->length = before;
        out->bytes[before] = '\0';
    }
    return copied;
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
