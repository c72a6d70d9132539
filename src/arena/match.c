#include "arena/match.h"

#include "link/hidden.h"

#include "arena/conditions.h"
#include "arena/player_text.h"
#include "base/random.h"
#include "contest/pair_count.h"
#include "contest/player_name.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TRIES = 3, // how often a game is played before it is given up, if it is void each time
    WINDOW_LEAST = 64,
};

struct match_game {
    struct pool_game pool; // must be first: a pointer to it is a pointer to this struct
    int tries;
    int64_t record;           // the number of its record; 0: none
    char *record_path;        // NULL: there is none
    struct arena_event *over; // NULL: it is not over. Waits until all games before it are told
    bool taken_back;          // it is played again,
    position restart;         // from here
    struct match_game *next;
};

struct match {
    struct match_options *options;
    struct pool *pool; // NULL: not yet; set with the lock
    struct feeds feeds;
    char host[CONDITIONS_HOST_BYTES];
    struct recent_records recent;

    pthread_mutex_t lock; // of everything below
    int64_t begun;        // games that were handed out
    int64_t told;         // games whose result was published
    int64_t seen;         // by match_go_on
    // Games that were handed out and are not told yet: number n is at n % capacity.
    struct match_game **window;
    int64_t capacity;
    struct match_game *again; // to be played again
    bool stopped, failed;
    struct error error;
};

// --- One game ---

// Seats alternate: the first player begins the odd games. The player ids of hgp are drawn for every
// two games, and with them the protocol's start (R2).
static void match_set_up(const struct match *m, struct match_game *g)
{
    struct match_options *o = m->options;
    int64_t index = m->begun; // from 0
    uint64_t pair = random_derive(~o->seed, (uint64_t)(index / 2));
    int first = (int)(index % 2);
    g->pool = (struct pool_game){.number = index + 1,
        .game = o->game,
        .start = o->start,
        .seed = random_derive(o->seed, (uint64_t)index),
        .coin = (int)(pair & 1),
        .who = {first, 1 - first},
        .players = {&o->players[first], &o->players[1 - first]},
        .budgets = {&o->budget, &o->budget},
        .moves = text_growing()};
    if (o->alike) {
        g->pool.seed = o->alike_seed;
        g->pool.coin = o->alike_coin;
        return;
    }
    for (int i = 0; i < SEATS; i++) {
        if (o->players[i].wire && !o->players[i].wire->engine) {
            wire_turn_start(o->players[i].wire, &g->pool.start, g->pool.coin);
            break;
        }
    }
    openings_place(&o->openings, o->game, index / 2, pair, &g->pool.start);
}

// If no file can be made, the record will fail and say why.
static void match_claim_record(struct match *m, struct match_game *g)
{
    struct record_folder *records = &m->options->records;
    char path[RECORD_FOLDER_PATH_BYTES];
    g->record = 0;
    if (!records->path)
        return;
    g->record = record_folder_claim(records, g->pool.number, path);
    free(g->record_path);
    g->record_path = strdup(path);
    // Without memory for its name the record goes where it cannot be opened, and the game is void.
    g->pool.record_path = g->record_path ? g->record_path : "";
    g->pool.record_claimed = g->record > 0;
}

static void match_free_game(struct match_game *g)
{
    if (!g)
        return;
    arena_event_release(g->over);
    text_destroy(&g->pool.moves);
    free(g->record_path);
    free(g);
}

// A bot that comes by itself is known by its port until it has said its name. There is one game at
// a time then, so nobody reads the names meanwhile.
static void match_learn_names(
    struct match *m, const struct match_game *g, const struct pool_ended *how)
{
    for (int seat = 0; seat < SEATS; seat++) {
        struct player *player = &m->options->players[g->pool.who[seat]];
        char name[PLAYER_NAME_BYTES];
        if (strncmp(player->name, "listen:", 7) != 0 || !how->names[seat] ||
            !player_name_read(name, how->names[seat], NULL))
            continue;
        memcpy(player->name, name, sizeof name);
        players_tell_apart(&m->options->players[0], &m->options->players[1]);
    }
}

// --- In the order of the games, with the lock ---

static void match_set_failed(struct match *m, const struct error *e)
{
    if (!m->failed)
        m->error = *e;
    m->failed = true;
}

static void match_tell_all(struct match *m)
{
    while (m->told < m->begun && !m->failed) {
        struct match_game **first = &m->window[(m->told + 1) % m->capacity];
        if (!*first || !(*first)->over)
            return;
        feeds_publish(&m->feeds, (*first)->over);
        (*first)->over = NULL;
        match_free_game(*first);
        *first = NULL;
        m->told++;
    }
}

// There is room in the window for one more game.
static bool match_has_room(struct match *m)
{
    int64_t kept = m->begun - m->told;
    if (kept + 1 < m->capacity)
        return true;
    int64_t capacity = 2 * m->capacity;
    struct match_game **window = calloc((size_t)capacity, sizeof(struct match_game *));
    if (!window)
        return false;
    for (int64_t n = m->told + 1; n <= m->begun; n++)
        window[n % capacity] = m->window[n % m->capacity];
    free(m->window);
    m->window = window;
    m->capacity = capacity;
    return true;
}

static struct match_game *match_new_game(struct match *m)
{
    struct match_game *g = match_has_room(m) ? calloc(1, sizeof *g) : NULL;
    if (!g) {
        struct error e;
        error_set(&e, "out of memory");
        match_set_failed(m, &e);
        return NULL;
    }
    match_set_up(m, g);
    m->begun++;
    m->window[m->begun % m->capacity] = g;
    return g;
}

// --- The source of the pool ---

static bool match_has_no_more(const struct match *m)
{
    return m->stopped || m->failed || (m->begun == m->options->games && !m->again);
}

static enum pool_next match_next(void *user, int64_t series, int runner, struct pool_game **next)
{
    (void)series; // all games belong to one series
    (void)runner;
    struct match *m = user;
    enum pool_next answer = POOL_GAME;
    struct match_game *g = NULL;
    pthread_mutex_lock(&m->lock);
    if (match_has_no_more(m)) {
        answer = POOL_NOTHING;
    } else if (m->again) {
        g = m->again;
        m->again = g->next;
    } else if (m->options->waits && m->begun >= m->seen + m->options->concurrency) {
        answer = POOL_WAIT;
    } else {
        g = match_new_game(m);
        answer = g ? POOL_GAME : POOL_NOTHING;
    }
    pthread_mutex_unlock(&m->lock);
    if (g) {
        if (!g->pool.record_path || !g->record)
            match_claim_record(m, g);
        g->tries++;
        *next = &g->pool;
    }
    return answer;
}

// The caller holds the lock.
static void match_play_again(struct match *m, struct match_game *g)
{
    text_clear(&g->pool.moves);
    g->next = m->again;
    m->again = g;
}

// Removes the file of a record that was never written to.
static void match_drop_unused_record(struct match_game *g, const struct pool_ended *how)
{
    if (g->record == 0 || how->recorded)
        return;
    if (g->record_path)
        unlink(g->record_path);
    g->record = 0;
}

static void match_finish(struct match *m, struct match_game *g, const struct result *result)
{
    struct arena_event *over = pool_over_event(&g->pool, result);
    pthread_mutex_lock(&m->lock);
    if (!over) {
        struct error e;
        error_set(&e, "out of memory");
        match_set_failed(m, &e);
    } else if (g->taken_back) {
        arena_event_release(over);
        g->taken_back = false;
        g->tries = 0;
        g->pool.start = g->restart;
        match_play_again(m, g);
    } else {
        over->record = g->record;
        g->over = over;
        match_tell_all(m);
    }
    pthread_mutex_unlock(&m->lock);
}

static void match_done(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct match *m = user;
    struct match_game *g = (struct match_game *)game;
    match_learn_names(m, g, how);
    match_drop_unused_record(g, how);
    match_finish(m, g, how->result);
}

static void match_put_back(void *user, struct pool_game *game, const struct pool_ended *how)
{
    struct match *m = user;
    struct match_game *g = (struct match_game *)game;
    match_drop_unused_record(g, how);
    if (!how->result)
        return; // it was stopped: it stays in the window, and is never told
    if (g->tries == TRIES) {
        match_finish(m, g, how->result);
        return;
    }
    pthread_mutex_lock(&m->lock);
    match_play_again(m, g);
    pthread_mutex_unlock(&m->lock);
}

static bool match_is_over(void *user)
{
    struct match *m = user;
    pthread_mutex_lock(&m->lock);
    bool over = match_has_no_more(m);
    pthread_mutex_unlock(&m->lock);
    return over;
}

static void match_fail(void *user, const struct error *e)
{
    struct match *m = user;
    pthread_mutex_lock(&m->lock);
    match_set_failed(m, e);
    pthread_mutex_unlock(&m->lock);
}

static void match_ended(void *user)
{
    struct match *m = user;
    feeds_end(&m->feeds);
}

static const struct pool_source match_source = {.next = match_next,
    .done = match_done,
    .put_back = match_put_back,
    .is_over = match_is_over,
    .fail = match_fail,
    .ended = match_ended};

// --- From outside ---

// NULL: there is none yet.
static struct pool *match_pool(struct match *m)
{
    pthread_mutex_lock(&m->lock);
    struct pool *pool = m->pool;
    pthread_mutex_unlock(&m->lock);
    return pool;
}

static void match_has_room_again(void *user)
{
    struct pool *pool = match_pool(user);
    if (pool)
        pool_wake(pool);
}

struct match *match_create(struct match_options *options, struct error *e)
{
    struct match *m = calloc(1, sizeof *m);
    if (m)
        m->window = calloc(WINDOW_LEAST, sizeof(struct match_game *));
    if (!m || !m->window) {
        free(m);
        error_set(e, "out of memory");
        return NULL;
    }
    m->options = options;
    m->capacity = WINDOW_LEAST;
    conditions_host(m->host);
    pthread_mutex_init(&m->lock, NULL);
    feeds_init(&m->feeds, match_has_room_again, m);
    recent_records_init(&m->recent);
    return m;
}

struct feeds *match_feeds(struct match *m)
{
    return &m->feeds;
}

bool match_start(struct match *m, struct error *e)
{
    const struct match_options *o = m->options;
    const struct pool_options options = {.source = &match_source,
        .user = m,
        .concurrency = o->concurrency < o->games ? o->concurrency : o->games,
        .cores = (int)o->cores,
        .feeds = &m->feeds,
        .host = m->host,
        .keeps_moves = o->keeps_moves,
        .recent = o->keeps_records ? &m->recent : NULL};
    if (o->records.path && !hidden_add(o->records.path)) {
        error_set(e, "out of memory");
        match_set_failed(m, e);
        return false;
    }
    // With the lock: a watcher that makes room meanwhile must find the pool, and wake it.
    pthread_mutex_lock(&m->lock);
    m->pool = pool_start(&options, e);
    if (!m->pool)
        match_set_failed(m, e);
    pthread_mutex_unlock(&m->lock);
    return m->pool != NULL;
}

void match_stop(struct match *m, enum pool_stop how)
{
    pthread_mutex_lock(&m->lock);
    m->stopped = true;
    struct pool *pool = m->pool; // NULL: it has not begun, and has no games now
    pthread_mutex_unlock(&m->lock);
    if (pool)
        pool_stop(pool, how);
}

void match_go_on(struct match *m)
{
    pthread_mutex_lock(&m->lock);
    m->seen++;
    pthread_mutex_unlock(&m->lock);
    pool_wake(m->pool);
}

void match_answer(struct match *m, int64_t game, int64_t question, move answer)
{
    pool_answer(m->pool, game, question, answer);
}

void match_take_back(struct match *m, int64_t game, const position *start)
{
    pthread_mutex_lock(&m->lock);
    struct match_game *g = m->window[game % m->capacity];
    if (g && g->pool.number == game) {
        g->taken_back = true;
        g->restart = *start;
    }
    pthread_mutex_unlock(&m->lock);
}

size_t match_snapshot(struct match *m, struct pool_view *views, size_t most)
{
    struct pool *pool = match_pool(m);
    return pool ? pool_snapshot(pool, views, most) : 0;
}

bool match_copy_record(struct match *m, int64_t game, size_t from, struct text *out)
{
    struct pool *pool = match_pool(m);
    return pool && pool_copy_record(pool, game, from, out);
}

enum match_end match_join(struct match *m, struct crowd *crowd, struct error *e)
{
    if (m->pool) {
        pool_join(m->pool, crowd);
        pool_destroy(m->pool);
        if (m->options->records.path)
            hidden_remove(m->options->records.path);
    }
    for (int64_t i = 0; i < m->capacity; i++)
        match_free_game(m->window[i]);
    enum match_end end = m->failed ? MATCH_FAILED : m->stopped ? MATCH_STOPPED : MATCH_PLAYED;
    if (m->failed)
        *e = m->error;
    free(m->window);
    feeds_destroy(&m->feeds);
    recent_records_destroy(&m->recent);
    pthread_mutex_destroy(&m->lock);
    free(m);
    return end;
}

int match_cores(struct match *m)
{
    pthread_mutex_lock(&m->lock);
    const int cores = m->pool ? pool_cores(m->pool) : 0;
    pthread_mutex_unlock(&m->lock);
    return cores;
}

int match_half_points(const struct arena_event *over, int player)
{
    struct result r;
    arena_event_result(over, &r);
    if (r.verdict == VERDICT_VOID)
        return PAIR_COUNT_VOID;
    if (r.winner == NOBODY)
        return 1;
    return over->setup->players[r.winner] == player ? 2 : 0;
}

// --- For watchers ---

static bool match_copy_live_record(void *user, int64_t game, size_t from, struct text *out)
{
    return match_copy_record(user, game, from, out);
}

static size_t match_view_live_games(void *user, struct pool_view *views, size_t most)
{
    return match_snapshot(user, views, most);
}

static int match_live_cores(void *user)
{
    return match_cores(user);
}

struct live_source match_live_source(struct match *m)
{
    return (struct live_source){
        match_feeds(m), match_copy_live_record, match_view_live_games, match_live_cores, m};
}
