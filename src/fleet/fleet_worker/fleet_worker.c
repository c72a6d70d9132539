#include "fleet/fleet_worker.h"

#include "base/clock.h"
#include "base/number.h"
#include "fleet/fleet_schema.h"
#include "fleet/fleet_worker/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    POLL_MS = 2000, // how long to wait for a NOTIFY that may have been lost
    RETRY_FIRST_MS = 250,
    RETRY_MOST_MS = 30000,
    BEATS_PER_LEASE = 6,
    TAKE_MOST = 256,
    USUAL_LEASE_MS = 60000,
    ANSWER_MS = 3000, // so long a server has to take leases back when all is stopped at once
};

// --- Small things ---

void fleet_worker_ring(struct fleet_worker *w)
{
    uint64_t one = 1;
    while (write(w->bell, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

void fleet_worker_say(struct fleet_worker *w, const char *format, ...)
{
    char words[ERROR_WORDS_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (w->options->said)
        w->options->said(w->options->user, words);
}

int fleet_worker_stopping(struct fleet_worker *w)
{
    pthread_mutex_lock(&w->lock);
    int stopping = w->stopping;
    pthread_mutex_unlock(&w->lock);
    return stopping;
}

static void fleet_worker_fail(struct fleet_worker *w, const struct error *e)
{
    pthread_mutex_lock(&w->lock);
    if (!w->failed)
        w->error = *e;
    w->failed = true;
    pthread_mutex_unlock(&w->lock);
}

// What the database tells by itself. Returns whether it did: that may have come with an answer.
static bool fleet_worker_hear(struct fleet_worker *w)
{
    bool any = false;
    PQconsumeInput(w->db.connection);
    for (PGnotify *n; (n = PQnotifies(w->db.connection)); any = true) {
        w->take_ns = w->waits = 0; // there are leases
        PQfreemem(n);
    }
    return any;
}

// Waits for the bell, for the database, or for `ms`.
static void fleet_worker_wait(struct fleet_worker *w, int64_t ms)
{
    struct pollfd ready[] = {{.fd = w->bell, .events = POLLIN},
        {.fd = w->db.connection ? PQsocket(w->db.connection) : -1, .events = POLLIN}};
    uint64_t rings;
    if (w->db.connection && fleet_worker_hear(w))
        return;
    poll(ready, sizeof ready / sizeof *ready, (int)ms);
    if (ready[0].revents && read(w->bell, &rings, sizeof rings) < 0)
        return; // nobody has rung
    if (w->db.connection && ready[1].revents)
        fleet_worker_hear(w);
}

// --- The connection ---

static void fleet_worker_set_connected(struct fleet_worker *w, bool connected)
{
    pthread_mutex_lock(&w->lock);
    w->state.connected = connected;
    pthread_mutex_unlock(&w->lock);
}

void fleet_worker_hold_socket(struct fleet_worker *w)
{
    const int fd = w->db.connection ? PQsocket(w->db.connection) : -1;
    pthread_mutex_lock(&w->lock);
    if (w->socket >= 0)
        close(w->socket);
    w->socket = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    pthread_mutex_unlock(&w->lock);
}

// All leases of a worker that the database does not know any more are lost.
static void fleet_worker_lose_all(struct fleet_worker *w)
{
    pthread_mutex_lock(&w->lock);
    for (struct held_lease *l = w->leases; l; l = l->next)
        l->lost = true;
    w->state.id = 0;
    pthread_mutex_unlock(&w->lock);
    if (w->pool)
        pool_stop(w->pool, POOL_NOW);
    w->changed = w->engaged;
}

static bool fleet_worker_has_leases(struct fleet_worker *w)
{
    pthread_mutex_lock(&w->lock);
    held_clear(w);
    bool has = w->leases != NULL;
    pthread_mutex_unlock(&w->lock);
    return has;
}

static int64_t fleet_worker_lease_ms(const struct fleet_worker *w)
{
    return w->lease_ms > 0 ? w->lease_ms : USUAL_LEASE_MS;
}

// The database is away, and there is nothing that could be handed in when it is there again, or its
// leases are over; or nothing more is to be handed in.
static bool fleet_worker_gives_up(struct fleet_worker *w)
{
    const int stopping = fleet_worker_stopping(w);
    const bool expired =
        w->lost && clock_now_ns() - w->lost_ns > fleet_worker_lease_ms(w) * NS_PER_MS;
    return stopping == 1 + POOL_NOW || (stopping != 0 && (expired || !fleet_worker_has_leases(w)));
}

// Something was refused, or the connection is lost: tries again later, each time after twice as
// long. Returns false if there is no point in that.
static bool fleet_worker_retry(struct fleet_worker *w, const struct error *e)
{
    if (exchange_is_final(w) || (!w->joined && !e->passes)) {
        fleet_worker_fail(w, e);
        w->state.out = exchange_is_final(w); // the thread ends
        return false;
    }
    if (postgres_refused(&w->db, FLEET_UNKNOWN))
        fleet_worker_lose_all(w);
    if (!w->lost) {
        fleet_worker_say(w, "%s: trying again", e->words);
        w->lost_ns = clock_now_ns();
    }
    w->lost = true;
    fleet_worker_set_connected(w, false);
    postgres_close(&w->db);
    w->retry_ms = number_smaller(number_larger(2 * w->retry_ms, RETRY_FIRST_MS), RETRY_MOST_MS);
    const int64_t jitter_ms = random_below(&w->random, (uint32_t)w->retry_ms / 2 + 1);
    const int64_t until_ns = clock_now_ns() + (w->retry_ms / 2 + jitter_ms) * NS_PER_MS;
    for (int64_t left_ns; !fleet_worker_gives_up(w) && (left_ns = until_ns - clock_now_ns()) > 0;)
        fleet_worker_wait(w, left_ns / NS_PER_MS + 1);
    return true;
}

static bool fleet_worker_connect(struct fleet_worker *w, struct error *e)
{
    if (!postgres_is_lost(&w->db))
        return true;
    bool joined = w->state.id != 0;
    if (!exchange_open(w, e))
        return false;
    if (!joined)
        fleet_worker_say(w, "joined as worker %lld", (long long)w->state.id);
    else if (w->lost)
        fleet_worker_say(w, "the database is there again");
    w->lost = w->waits = w->listens = false;
    w->joined = true;
    w->beat_ns = w->take_ns = 0;
    fleet_worker_set_connected(w, true);
    return true;
}

// --- Leases ---

static void fleet_worker_take_row(
    struct fleet_worker *w, const PGresult *r, int row, const struct error *why)
{
    struct error e = why ? *why : (struct error){0};
    pthread_mutex_lock(&w->lock);
    struct held_lease *l = held_add(
        w, postgres_number(r, row, 0), postgres_number(r, row, 1), (int)postgres_number(r, row, 4));
    bool changed = postgres_number(r, row, 3) != w->offer.generation;
    bool playable = l && !why && !changed && engagement_fill(w, l, postgres_text(r, row, 5), &e);
    struct postgres_items played = postgres_items(r, row, 6);
    for (int64_t number; playable && postgres_items_number(&played, &number);) {
        for (int i = 0; i < l->count; i++) {
            if (l->games[i].pool.number == number)
                l->games[i].stage = HELD_OVER;
        }
    }
    if (l && !playable) {
        l->broken = true;
        l->why = e;
        for (int i = 0; i < l->count; i++)
            l->games[i].stage = HELD_OVER;
    }
    w->changed = w->changed || changed;
    pthread_mutex_unlock(&w->lock);
}

// Are these leases of the contest that is played, as it is now?
static bool fleet_worker_is_engaged(const struct fleet_worker *w, const PGresult *r)
{
    return w->engaged && strcmp(w->offer.contest, postgres_text(r, 0, 2)) == 0 &&
        w->offer.generation == postgres_number(r, 0, 3);
}

static void fleet_worker_take_rows(struct fleet_worker *w, const PGresult *r)
{
    struct error e = {0};
    bool well = true, same = fleet_worker_is_engaged(w, r);
    if (!same && w->engaged && !w->leases)
        engagement_end(w);
    if (!w->engaged) {
        w->offer = (struct fleet_worker_offer){.generation = postgres_number(r, 0, 3)};
        snprintf(w->offer.contest, sizeof w->offer.contest, "%s", postgres_text(r, 0, 2));
        well = engagement_begin(w, &e);
        if (well)
            fleet_worker_say(w, "plays %s", w->offer.contest);
    }
    w->lease_ms = postgres_number(r, 0, 7);
    for (int row = 0; row < PQntuples(r); row++)
        fleet_worker_take_row(w, r, row, well ? NULL : &e);
}

// How many leases it wants now.
static int64_t fleet_worker_wanted(struct fleet_worker *w)
{
    const int64_t now_ns = clock_now_ns();
    pthread_mutex_lock(&w->lock);
    if (now_ns - w->second_ns >= NS_PER_SECOND) {
        w->speed = w->second_ns > 0 ? w->played * NS_PER_SECOND / (now_ns - w->second_ns) : 0;
        w->played = 0;
        w->second_ns = now_ns;
    }
    const int64_t wanted = held_wanted(w);
    pthread_mutex_unlock(&w->lock);
    return number_smaller(wanted, TAKE_MOST);
}

// Takes leases. A worker that finds none asks once more after it was noted that it waits: leases
// that were offered in between would not wake it.
static PGresult *fleet_worker_ask(struct fleet_worker *w, int64_t many, struct error *e)
{
    PGresult *r = exchange_take(w, many, e);
    if (!r || PQntuples(r) > 0 || w->waits)
        return r;
    PQclear(r);
    return exchange_listen(w, true, e) ? exchange_take(w, many, e) : NULL;
}

static bool fleet_worker_take(struct fleet_worker *w, bool *idle, struct error *e)
{
    const int64_t many = fleet_worker_wanted(w), now_ns = clock_now_ns();
    *idle = false;
    if (w->changed || fleet_worker_stopping(w) != 0 || many <= 0 || now_ns < w->take_ns)
        return true;
    PGresult *r = fleet_worker_ask(w, many, e);
    if (!r)
        return false;
    *idle = w->waits = PQntuples(r) == 0;
    w->scarce = PQntuples(r) < many;
    if (*idle)
        w->take_ns = now_ns + (POLL_MS / 2 + random_below(&w->random, POLL_MS)) * NS_PER_MS;
    else
        fleet_worker_take_rows(w, r);
    PQclear(r);
    return true;
}

static int64_t fleet_worker_submit_ns(struct fleet_worker *w)
{
    pthread_mutex_lock(&w->lock);
    const int64_t at_ns = held_submit_ns(w);
    pthread_mutex_unlock(&w->lock);
    return at_ns;
}

static bool fleet_worker_submit(struct fleet_worker *w, struct error *e)
{
    return clock_now_ns() < fleet_worker_submit_ns(w) || exchange_submit(w, e);
}

static bool fleet_worker_beat(struct fleet_worker *w, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    if (now_ns < w->beat_ns)
        return true;
    w->beat_ns = now_ns + fleet_worker_lease_ms(w) / BEATS_PER_LEASE * NS_PER_MS;
    return exchange_beat(w, e) && (w->waits || exchange_listen(w, false, e));
}

// --- Its days ---

// One round. Sets `over` when the worker has nothing more to do.
static bool fleet_worker_turn(struct fleet_worker *w, bool *over, struct error *e)
{
    bool idle, has_work = true;
    const bool stopping = fleet_worker_stopping(w) != 0 || w->failed;
    if (!fleet_worker_connect(w, e) || !fleet_worker_submit(w, e) ||
        !exchange_give_back(w, stopping || w->changed, e) || !fleet_worker_beat(w, e) ||
        !showing_look(w, e) || !fleet_worker_take(w, &idle, e) || !readiness_turn(w, e))
        return false;
    w->retry_ms = 0;
    if (fleet_worker_has_leases(w))
        return true;
    if (w->engaged && (stopping || w->changed)) {
        engagement_end(w); // there are no games
        w->changed = false;
        w->take_ns = 0;
        idle = false;
    }
    if (idle && w->options->until_idle && !exchange_has_work(w, &has_work, e))
        return false;
    *over = stopping || !has_work;
    return true;
}

static int64_t fleet_worker_until_next_ms(struct fleet_worker *w)
{
    int64_t next_ns = number_smaller(w->beat_ns, clock_now_ns() + POLL_MS * NS_PER_MS);
    next_ns = number_smaller(next_ns, fleet_worker_submit_ns(w));
    if (!w->changed && w->take_ns > 0 && fleet_worker_wanted(w) > 0)
        next_ns = number_smaller(next_ns, w->take_ns);
    if (w->pool)
        next_ns = number_smaller(next_ns, w->show_ns);
    return number_larger(0, (next_ns - clock_now_ns()) / NS_PER_MS + 1);
}

// The second signal: what is played is stopped at once.
static void fleet_worker_stop_games(struct fleet_worker *w)
{
    if (w->pool && fleet_worker_stopping(w) == 1 + POOL_NOW)
        pool_stop(w->pool, POOL_NOW);
}

static void fleet_worker_run(struct fleet_worker *w)
{
    bool over = false;
    while (!over) {
        struct error e = {0};
        fleet_worker_stop_games(w);
        if (fleet_worker_turn(w, &over, &e)) {
            if (!over)
                fleet_worker_wait(w, fleet_worker_until_next_ms(w));
        } else if (fleet_worker_gives_up(w) || !fleet_worker_retry(w, &e)) {
            break;
        }
    }
}

static void *fleet_worker_thread(void *argument)
{
    struct fleet_worker *w = argument;
    struct error ignored;
    pthread_setname_np(pthread_self(), "agon worker");
    fleet_worker_run(w);
    if (w->engaged) {
        pool_stop(w->pool, POOL_NOW);
        engagement_end(w);
    }
    if (w->state.id != 0 && !postgres_is_lost(&w->db))
        exchange_leave(w, &ignored); // a lease that is not given back lapses
    postgres_close(&w->db);
    uint64_t one = 1;
    while (write(w->ending, &one, sizeof one) < 0 && errno == EINTR)
        continue;
    return NULL;
}

// --- Its life ---

static void fleet_worker_destroy(struct fleet_worker *w)
{
    held_destroy(w);
    packer_destroy(w->packer);
    feeds_destroy(&w->feeds);
    recent_records_destroy(&w->recent);
    pthread_mutex_destroy(&w->lock);
    close(w->bell);
    close(w->ending);
    if (w->socket >= 0)
        close(w->socket);
    free(w);
}

struct fleet_worker *fleet_worker_start(const struct fleet_worker_options *options, struct error *e)
{
    struct fleet_worker *w = calloc(1, sizeof *w);
    if (!w) {
        error_set(e, "out of memory");
        return NULL;
    }
    w->options = options;
    w->socket = -1;
    w->random = random_seeded((uint64_t)clock_now_ns() ^ (uint64_t)getpid());
    w->packer = packer_create();
    w->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    w->ending = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&w->lock, NULL);
    feeds_init(&w->feeds, NULL, NULL);
    recent_records_init(&w->recent);
    if (w->packer && w->bell >= 0 && w->ending >= 0 &&
        pthread_create(&w->thread, NULL, fleet_worker_thread, w) == 0)
        return w;
    error_set(e, "no thread could be made for the worker");
    fleet_worker_destroy(w);
    return NULL;
}

// With the lock. A server that does not answer is not waited for: the thread that waits for it in
// libpq wakes when the socket is shut.
static void fleet_worker_stop_waiting(struct fleet_worker *w)
{
    const int64_t now_ns = clock_now_ns();
    if (w->stopped_ns == 0)
        w->stopped_ns = now_ns;
    if (w->socket >= 0 && now_ns - w->stopped_ns > ANSWER_MS * NS_PER_MS)
        shutdown(w->socket, SHUT_RDWR);
}

void fleet_worker_stop(struct fleet_worker *w, enum pool_stop how)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = w->stopping > 1 + (int)how ? w->stopping : 1 + (int)how;
    w->closing = true;
    if (w->stopping == 1 + POOL_NOW)
        fleet_worker_stop_waiting(w);
    pthread_mutex_unlock(&w->lock);
    fleet_worker_ring(w);
}

void fleet_worker_look(struct fleet_worker *w, struct fleet_worker_state *state)
{
    pthread_mutex_lock(&w->lock);
    *state = w->state;
    pthread_mutex_unlock(&w->lock);
}

int fleet_worker_end_fd(const struct fleet_worker *w)
{
    return w->ending;
}

bool fleet_worker_join(struct fleet_worker *w, struct fleet_worker_state *last, struct error *e)
{
    pthread_join(w->thread, NULL);
    fleet_worker_look(w, last);
    bool well = !w->failed;
    *e = w->error;
    fleet_worker_destroy(w);
    return well;
}
