#include "fleet/coordinator.h"

#include "arena/requirement.h"
#include "base/clock.h"
#include "base/number.h"
#include "fleet/coordinator/parts.h"
#include "fleet/fleet_lock.h"
#include "fleet/fleet_schema.h"
#include "fleet/parcels.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    // How long to wait before the next look at what was handed in: longer and longer if there is
    // nothing, and never too short if there are many workers, so that much is done at once.
    PAUSE_LEAST_MS = 10,
    PAUSE_MANY_MS = 100,
    PAUSE_MOST_MS = 200,
    CORES_PER_PAUSE_MS = 10,
    TAKEN_MANY = LEASE_TABLE_FETCH_MOST / 2, // there may be more of them at once
    LOCK_WAIT_MS = 60000,                    // for a coordinator that has just lost its contest
    LOCK_SAY_MS = 3000,                      // then it is said who has the lock
    LOCK_POLL_MS = 200,
    // So long a statement waits for the lock of a worker that has a transaction open.
    PATIENCES_PER_LEASE = 6,
    PATIENCE_LEAST_MS = 5000,
};

// --- Its connection ---

static int coordinator_stopping(struct coordinator *c)
{
    pthread_mutex_lock(&c->lock);
    int stopping = c->stopping;
    pthread_mutex_unlock(&c->lock);
    return stopping;
}

// Somebody has the lock who does not run this contest as we do, or does not end.
static bool coordinator_say_holder(struct coordinator *c, bool is_over, struct error *e)
{
    char holder[FLEET_LOCK_HOLDER_BYTES];
    fleet_lock_name_holder(&c->db, c->options->contest, holder);
    error_set(e, "%s still holds the lock of %s, without which nobody hands out its games",
        holder[0] != '\0' ? holder : "another process", c->options->contest);
    e->passes = true;
    if (!is_over)
        c->pool.source->said(c->pool.user, NULL, e->words);
    return false;
}

static bool coordinator_lock(struct coordinator *c, struct error *e)
{
    const int64_t began_ns = clock_now_ns();
    bool locked = false, said = false;
    while (fleet_lock_take(&c->db, c->options->contest, &locked, e) && !locked) {
        const int64_t waited_ms = (clock_now_ns() - began_ns) / NS_PER_MS;
        if (waited_ms > LOCK_WAIT_MS || coordinator_stopping(c) != 0)
            return coordinator_say_holder(c, true, e);
        if (waited_ms > LOCK_SAY_MS && !said)
            said = !coordinator_say_holder(c, false, e);
        nanosleep(&(struct timespec){.tv_nsec = LOCK_POLL_MS * NS_PER_MS}, NULL);
    }
    return locked;
}

// Are all games of the source told?
static bool coordinator_is_over(struct coordinator *c)
{
    if (c->drawn || !c->pool.source->is_over(c->pool.user))
        return false;
    for (const struct lease *l = c->book.all; l; l = l->behind) {
        if (l->copy == 0)
            return false;
    }
    return true;
}

// Says, also in the log of the contest, that another process has left its work to us, or that we go
// on after a failure. A contest that is over stays as it is: its head is known to people.
static void coordinator_tell_begin(struct coordinator *c)
{
    char words[2 * SHARED_COORDINATOR_BYTES + ERROR_WORDS_BYTES + 32];
    const struct shared_contest *s = &c->table.contest;
    const char *again = c->options->again;
    if (s->before[0] != '\0' && strcmp(s->before, s->us) != 0)
        snprintf(words, sizeof words, "%s took over from %s", s->us, s->before);
    else if (again && again[0] != '\0')
        snprintf(words, sizeof words, "%s goes on after a failure: %s", s->us, again);
    else
        return;
    if (!coordinator_is_over(c))
        c->pool.source->said(c->pool.user, "coordinator", words);
}

static bool coordinator_begin_replays(struct coordinator *c, struct error *e)
{
    c->replays = replays_create(c->options->roster, c->required, e);
    return c->replays != NULL;
}

static bool coordinator_open(struct coordinator *c, struct error *e)
{
    const struct coordinator_options *o = c->options;
    const struct shared_offer offer = {
        .name = o->contest, .text = o->text, .path = o->path, .lease_ms = o->lease_ms};
    // What is lost with the server is offered and played again: only the store must be durable.
    bool well = requirement_of_file(&o->roster->definition->file, &c->required, e) &&
        postgres_open(&c->db, o->url, "agon coordinator", e) &&
        postgres_run(&c->db, "SET synchronous_commit = off", e) && fleet_schema_check(&c->db, e) &&
        lease_table_set_patience(
            &c->table, number_larger(o->lease_ms / PATIENCES_PER_LEASE, PATIENCE_LEAST_MS), e) &&
        lease_needs_check(o->roster, e) &&
        (!o->file || parcels_send(&c->db, o->roster, o->file, e)) && coordinator_lock(c, e) &&
        shared_contest_publish(&c->table.contest, &c->db, &offer, e) &&
        postgres_run(&c->db, "LISTEN agon_fleet", e) && fleet_pause_listen(&c->db, e) &&
        coordinator_begin_replays(c, e) && attendance_look(c, e) && offers_recover(c, e);
    if (well)
        coordinator_tell_begin(c);
    return well;
}

// --- Its days ---

// What the database tells by itself. Returns whether it did: that may have come with an answer.
static bool coordinator_hear(struct coordinator *c)
{
    bool any = false;
    PQconsumeInput(c->db.connection);
    for (PGnotify *n; (n = PQnotifies(c->db.connection)); any = true) {
        if (strcmp(n->relname, "agon_fleet") == 0)
            c->looked_ns = 0; // somebody has come or gone
        fleet_pause_note(&c->pause, n, c->options->contest);
        PQfreemem(n);
    }
    return any;
}

// Waits until somebody rings, the database has something to say, or for a while.
static void coordinator_wait(struct coordinator *c, bool something_came)
{
    struct pollfd ready[] = {
        {.fd = c->bell, .events = POLLIN}, {.fd = PQsocket(c->db.connection), .events = POLLIN}};
    const int64_t least_ms =
        number_larger(PAUSE_LEAST_MS, number_smaller(c->cores / CORES_PER_PAUSE_MS, PAUSE_MANY_MS));
    uint64_t rings;
    c->pause_ms = something_came ? least_ms : number_smaller(2 * c->pause_ms, PAUSE_MOST_MS);
    c->pause_ms = number_larger(c->pause_ms, least_ms);
    poll(NULL, 0, (int)least_ms);
    if (coordinator_hear(c))
        return;
    poll(ready, sizeof ready / sizeof *ready, (int)(c->pause_ms - least_ms));
    if (ready[0].revents && read(c->bell, &rings, sizeof rings) < 0)
        return; // nobody has rung
    coordinator_hear(c);
}

// Stops if somebody asked for a pause who may do so.
static bool coordinator_pause(struct coordinator *c, struct error *e)
{
    bool granted;
    if (c->pause.backend == 0 || coordinator_stopping(c) != 0)
        return true;
    if (!fleet_pause_judge(&c->pause, &c->db, &granted, e))
        return false;
    if (granted && c->pool.source->pause)
        c->pool.source->pause(c->pool.user, c->pause.words);
    c->pause.backend = 0;
    return true;
}

// One round. `taken` is set to the number of records that were there. When it is told to stop, it
// takes those that are there, and no more: other ones wait for the next coordinator.
static bool coordinator_turn(struct coordinator *c, size_t *taken, struct error *e)
{
    if (!coordinator_pause(c, e))
        return false;
    bool stopping = coordinator_stopping(c) != 0;
    *taken = 0;
    if (c->pool.source->look)
        c->pool.source->look(c->pool.user);
    bool well = attendance_look(c, e) && counting_settle(c, e) &&
        (stopping ? lease_table_clear(&c->table, e)
                  : offers_make(c, e) && attendance_look_for_misfits(c, e)) &&
        (c->drained || counting_take(c, taken, e));
    c->drained = stopping && *taken < TAKEN_MANY;
    return well;
}

// Is no game on its way to the disk?
static bool coordinator_is_settled(const struct coordinator *c)
{
    for (const struct lease *l = c->book.all; l; l = l->behind) {
        for (int i = 0; i < l->count; i++) {
            if (l->games[i].stage == LEASE_DONE)
                return false;
        }
    }
    return true;
}

static bool coordinator_play(struct coordinator *c, struct error *e)
{
    bool over = false, stopped = false;
    size_t taken;
    while (coordinator_turn(c, &taken, e)) {
        over = coordinator_is_over(c);
        stopped = c->drained && coordinator_is_settled(c);
        if (over || stopped)
            break;
        if (taken < TAKEN_MANY)
            coordinator_wait(c, taken > 0);
        if (postgres_is_lost(&c->db))
            return postgres_fail(&c->db, NULL, e);
    }
    if (!over && !stopped)
        return false;
    offers_let_go(c);
    return lease_table_close(&c->table, e) && (!over || lease_table_clear_all(&c->table, e));
}

// --- Its watchers ---

static void *coordinator_found(void *user, struct broadcast_contest *found)
{
    struct coordinator *c = user;
    pthread_mutex_lock(&c->lock);
    c->seen = broadcast_live_source(found);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void coordinator_changed(void *user, void *show, struct broadcast_contest *found,
    enum broadcast_state state, const char *words)
{
    (void)user;
    (void)show;
    (void)found;
    (void)state;
    (void)words;
}

// If somebody watches the arena, games that workers play are seen in it. Without that they are
// played all the same.
static void coordinator_show_games(struct coordinator *c)
{
    struct error e = {0};
    c->broadcasting = (struct broadcast_options){.url = c->options->url,
        .contest = c->options->contest,
        .found = coordinator_found,
        .changed = coordinator_changed,
        .user = c,
        .under_way_only = true};
    c->broadcast = c->pool.recent ? broadcast_start(&c->broadcasting, &e) : NULL;
    if (c->pool.recent && !c->broadcast)
        c->pool.source->said(c->pool.user, NULL, e.words);
}

static void coordinator_hide_games(struct coordinator *c)
{
    pthread_mutex_lock(&c->lock);
    c->seen = (struct live_source){0};
    pthread_mutex_unlock(&c->lock);
    if (!c->broadcast)
        return;
    broadcast_stop(c->broadcast);
    broadcast_destroy(c->broadcast);
}

static bool coordinator_run(struct coordinator *c, struct error *e)
{
    bool played = false;
    if (coordinator_open(c, e)) {
        coordinator_show_games(c);
        played = coordinator_play(c, e);
        coordinator_hide_games(c);
    }
    return played ||
        (postgres_refused(&c->db, LEASE_TABLE_LOCKED) && lease_table_name_blocker(&c->table, e));
}

static void *coordinator_thread(void *argument)
{
    struct coordinator *c = argument;
    struct error e = {0};
    pthread_setname_np(pthread_self(), "agon coord"); // the kernel keeps 15 letters
    if (!coordinator_run(c, &e)) {
        c->pool.source->fail(c->pool.user, &e);
        offers_let_go(c);
    }
    replays_destroy(c->replays);
    postgres_close(&c->db);
    if (c->pool.source->ended)
        c->pool.source->ended(c->pool.user);
    return NULL;
}

// --- The ground ---

static void coordinator_ring(struct coordinator *c)
{
    uint64_t one = 1;
    while (write(c->bell, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

static void coordinator_destroy(void *played)
{
    struct coordinator *c = played;
    lease_table_destroy(&c->table);
    lease_book_destroy(&c->book);
    postgres_array_destroy(&c->known);
    fairness_destroy(c->fairness);
    pthread_mutex_destroy(&c->lock);
    close(c->bell);
    free(c->settled);
    free(c->workers);
    free(c);
}

static void *coordinator_start(
    const void *user, const struct pool_options *options, struct error *e)
{
    struct coordinator *c = calloc(1, sizeof *c);
    if (!c) {
        error_set(e, "out of memory");
        return NULL;
    }
    c->options = user;
    c->pool = *options;
    c->fairness = fairness_create(c->options->roster->count, FAIRNESS_ALPHA);
    c->known = postgres_array(POSTGRES_NUMBERS);
    c->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    lease_table_init(&c->table, &c->db, c->options->roster->definition->game);
    pthread_mutex_init(&c->lock, NULL);
    if (c->fairness && c->bell >= 0 && pthread_create(&c->thread, NULL, coordinator_thread, c) == 0)
        return c;
    error_set(e, "no thread could be made to hand out games on");
    coordinator_destroy(c);
    return NULL;
}

static void coordinator_stop(void *played, enum pool_stop how)
{
    struct coordinator *c = played;
    pthread_mutex_lock(&c->lock);
    c->stopping = c->stopping > 1 + (int)how ? c->stopping : 1 + (int)how;
    pthread_mutex_unlock(&c->lock);
    coordinator_ring(c);
}

static void coordinator_wake(void *played)
{
    coordinator_ring(played);
}

static void coordinator_join(void *played, struct crowd *crowd)
{
    struct coordinator *c = played;
    (void)crowd; // nobody plays here
    pthread_join(c->thread, NULL);
}

static size_t coordinator_snapshot(void *played, struct pool_view *views, size_t most)
{
    struct coordinator *c = played;
    pthread_mutex_lock(&c->lock);
    size_t count = c->seen.feeds ? c->seen.view_games(c->seen.user, views, most) : 0;
    pthread_mutex_unlock(&c->lock);
    return count;
}

// The record of a game under way, or of one that ended not long ago.
static bool coordinator_copy_record(void *played, int64_t game, size_t from, struct text *out)
{
    struct coordinator *c = played;
    pthread_mutex_lock(&c->lock);
    bool seen = c->seen.feeds && c->seen.copy_record(c->seen.user, game, from, out);
    pthread_mutex_unlock(&c->lock);
    return seen ||
        (from == 0 && c->pool.recent && recent_records_copy(c->pool.recent, game, 0, out));
}

static int coordinator_cores(void *played)
{
    (void)played;
    return 0;
}

static void coordinator_settled(void *played, int64_t number)
{
    struct coordinator *c = played;
    pthread_mutex_lock(&c->lock);
    if (c->settled_count == c->settled_capacity) {
        size_t capacity = c->settled_capacity > 0 ? 2 * c->settled_capacity : 64;
        int64_t *list = realloc(c->settled, capacity * sizeof *list);
        if (list) {
            c->settled = list;
            c->settled_capacity = capacity;
        }
        c->out_of_memory = c->out_of_memory || !list;
    }
    if (c->settled_count < c->settled_capacity)
        c->settled[c->settled_count++] = number;
    pthread_mutex_unlock(&c->lock);
}

void coordinator_ground(struct arena_ground *ground, const struct coordinator_options *options)
{
    *ground = (struct arena_ground){.user = options,
        .start = coordinator_start,
        .stop = coordinator_stop,
        .wake = coordinator_wake,
        .join = coordinator_join,
        .destroy = coordinator_destroy,
        .snapshot = coordinator_snapshot,
        .copy_record = coordinator_copy_record,
        .cores = coordinator_cores,
        .settled = coordinator_settled,
        .elsewhere = true};
}
