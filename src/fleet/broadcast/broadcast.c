#include "fleet/broadcast.h"

#include "archive/archive.h"
#include "base/clock.h"
#include "base/number.h"
#include "fleet/broadcast/parts.h"
#include "fleet/fleet_report.h"
#include "fleet/fleet_schema.h"
#include "report/json.h"
#include "store/database_owner.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    LOOK_MS = 2000, // a lost NOTIFY costs as much
    RETRY_FIRST_MS = 250,
    RETRY_MOST_MS = 5000,
};

// --- Contests ---

const char *broadcast_contest_name(const struct broadcast_contest *c)
{
    return c->name;
}

static struct broadcast_contest *broadcast_find(const struct broadcast *r, const char *name)
{
    struct broadcast_contest *c = r->contests;
    while (c && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}

// Reads which game it is. A contest whose definition cannot be read is shown all the same: its
// pages say what is wrong.
static void broadcast_read_game(struct broadcast_contest *c)
{
    struct archive a;
    struct error ignored;
    if (archive_open_unchecked(&a, c->location, &ignored))
        c->game = a.definition.game;
    archive_close(&a);
}

static bool broadcast_add(struct broadcast *r, const char *name, struct error *e)
{
    struct broadcast_contest *c = calloc(1, sizeof *c), **end = &r->contests;
    if (!c)
        return error_set(e, "out of memory");
    c->broadcast = r;
    snprintf(c->name, sizeof c->name, "%s", name);
    feeds_init(&c->feeds, NULL, NULL);
    if (!location_name(c->location, r->options->url, name, e) || !stored_begin(r, c, e)) {
        feeds_destroy(&c->feeds);
        free(c);
        return false;
    }
    broadcast_read_game(c);
    while (*end)
        end = &(*end)->next;
    *end = c;
    c->show = r->options->found(r->options->user, c);
    return true;
}

static void broadcast_set_state(
    struct broadcast_contest *c, enum broadcast_state state, const char *words)
{
    const struct broadcast_options *o = c->broadcast->options;
    if (c->state == state)
        return;
    c->state = state;
    o->changed(o->user, c->show, c, state, words);
}

// Looks which contests there are, and which of them are played.
static bool broadcast_look_around(struct broadcast *r, struct error *e)
{
    PGresult *rows = database_owner_list(&r->db, r->options->contest, e);
    bool well = rows != NULL;
    for (struct broadcast_contest *c = r->contests; well && c; c = c->next)
        c->missing = true;
    for (int i = 0; well && i < PQntuples(rows); i++) {
        const char *name = postgres_text(rows, i, 0);
        if (!postgres_is_contest_name(name))
            continue; // a schema of somebody else
        if (!broadcast_find(r, name))
            well = broadcast_add(r, name, e);
        struct broadcast_contest *c = broadcast_find(r, name);
        if (c) {
            c->missing = false;
            broadcast_set_state(
                c, postgres_number(rows, i, 1) ? BROADCAST_PLAYED : BROADCAST_RESTING, NULL);
        }
    }
    for (struct broadcast_contest *c = r->contests; well && c; c = c->next) {
        if (c->missing)
            broadcast_set_state(c, BROADCAST_RESTING, NULL);
    }
    PQclear(rows);
    return well;
}

// --- The fleet ---

// NULL: there is none.
static void broadcast_set_fleet(struct broadcast *r, const struct text *document)
{
    pthread_mutex_lock(&r->lock);
    text_clear(&r->fleet);
    if (document)
        text_bytes(&r->fleet, document->bytes, document->length);
    pthread_mutex_unlock(&r->lock);
}

// Looks at the fleet. A database may have none.
static bool broadcast_look_at_fleet(struct broadcast *r, struct error *e)
{
    struct fleet_report report = {0};
    struct text out = text_growing();
    if (r->has_fleet && fleet_report_read(&report, &r->db, e)) {
        fleet_report_json(&report, r->options->hosts, &out);
        json_schema(&out, "fleet/1");
        text_string(&out, "}\n");
    }
    bool well = !r->has_fleet || out.length > 0;
    broadcast_set_fleet(r, &out);
    fleet_report_destroy(&report);
    text_destroy(&out);
    return well;
}

bool broadcast_copy_fleet(struct broadcast *r, struct text *out)
{
    pthread_mutex_lock(&r->lock);
    bool has = r->fleet.length > 0;
    text_bytes(out, r->fleet.bytes, r->fleet.length);
    pthread_mutex_unlock(&r->lock);
    return has;
}

// --- Its days ---

static bool broadcast_is_ending(struct broadcast *r)
{
    pthread_mutex_lock(&r->lock);
    bool ends = r->ends;
    pthread_mutex_unlock(&r->lock);
    return ends;
}

static bool broadcast_open(struct broadcast *r, struct error *e)
{
    postgres_close(&r->db);
    r->look_ns = 0;
    r->has_fleet = false;
    return postgres_open(&r->db, r->options->url, "agon broadcast", e) &&
        postgres_run(&r->db, "LISTEN agon_stored; LISTEN agon_live", e);
}

static bool broadcast_look(struct broadcast *r, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    if (now_ns < r->look_ns)
        return true;
    r->look_ns = now_ns + LOOK_MS * NS_PER_MS;
    struct error no_fleet;
    r->has_fleet = r->has_fleet || fleet_schema_check(&r->db, &no_fleet);
    if (!broadcast_look_around(r, e) || !broadcast_look_at_fleet(r, e))
        return false;
    for (struct broadcast_contest *c = r->contests; c; c = c->next) {
        if (!c->missing && !stored_look(r, c, e))
            return false;
    }
    return true;
}

// Looks at games under way that somebody watches.
static bool broadcast_look_at_games(struct broadcast *r, int64_t *next_ns, struct error *e)
{
    for (struct broadcast_contest *c = r->contests; r->has_fleet && c; c = c->next) {
        if (c->stored_again && !stored_look(r, c, e))
            return false;
        c->stored_again = false;
        if (c->state == BROADCAST_PLAYED && !pieces_look(c, next_ns, e))
            return false;
    }
    return true;
}

// A NOTIFY names the contest whose games were stored, or go on. Returns whether there was one: it
// may have come with the answer to a question.
static bool broadcast_hear(struct broadcast *r)
{
    bool any = false;
    PQconsumeInput(r->db.connection);
    for (PGnotify *n; (n = PQnotifies(r->db.connection)); any = true) {
        struct broadcast_contest *c = broadcast_find(r, n->extra);
        if (c && strcmp(n->relname, "agon_stored") == 0)
            c->stored_again = true;
        else if (c)
            c->pieces_ns = 0;
        PQfreemem(n);
    }
    return any;
}

// Waits for the end, for the database, or for `ms`.
static void broadcast_wait(struct broadcast *r, int64_t ms)
{
    struct pollfd ready[] = {{.fd = r->bell, .events = POLLIN},
        {.fd = r->db.connection ? PQsocket(r->db.connection) : -1, .events = POLLIN}};
    uint64_t rings;
    if (r->db.connection && broadcast_hear(r))
        return;
    poll(ready, sizeof ready / sizeof *ready, (int)number_larger(ms, 0));
    if (ready[0].revents && read(r->bell, &rings, sizeof rings) < 0)
        return; // nobody has rung
    if (r->db.connection && ready[1].revents)
        broadcast_hear(r);
}

// The database cannot be reached, or refuses something: it is tried again after a while.
static void broadcast_rest(struct broadcast *r, const struct error *e)
{
    for (struct broadcast_contest *c = r->contests; c; c = c->next)
        broadcast_set_state(c, BROADCAST_AWAY, e->words);
    broadcast_set_fleet(r, NULL);
    postgres_close(&r->db);
    r->retry_ms = number_smaller(number_larger(2 * r->retry_ms, RETRY_FIRST_MS), RETRY_MOST_MS);
    broadcast_wait(r, r->retry_ms);
}

static void *broadcast_thread(void *argument)
{
    struct broadcast *r = argument;
    pthread_setname_np(pthread_self(), "agon broadcast");
    while (!broadcast_is_ending(r)) {
        struct error e = {0};
        if ((postgres_is_lost(&r->db) && !broadcast_open(r, &e)) || !broadcast_look(r, &e)) {
            broadcast_rest(r, &e);
            continue;
        }
        int64_t next_ns = r->look_ns;
        if (!broadcast_look_at_games(r, &next_ns, &e)) {
            broadcast_rest(r, &e);
            continue;
        }
        r->retry_ms = 0;
        broadcast_wait(r, (next_ns - clock_now_ns()) / NS_PER_MS + 1);
    }
    // Watchers let go.
    for (struct broadcast_contest *c = r->contests; c; c = c->next)
        broadcast_set_state(c, BROADCAST_RESTING, NULL);
    postgres_close(&r->db);
    return NULL;
}

// --- For watchers ---

static bool broadcast_copy_record(void *user, int64_t game, size_t from, struct text *out)
{
    return pieces_copy_record(user, game, from, out);
}

static size_t broadcast_view_games(void *user, struct pool_view *views, size_t most)
{
    return pieces_view_games(user, views, most);
}

static int broadcast_cores(void *user)
{
    (void)user;
    return 0; // they are played elsewhere
}

struct live_source broadcast_live_source(struct broadcast_contest *c)
{
    return (struct live_source){
        &c->feeds, broadcast_copy_record, broadcast_view_games, broadcast_cores, c};
}

// --- Its life ---

void broadcast_destroy(struct broadcast *r)
{
    while (r->contests) {
        struct broadcast_contest *c = r->contests;
        r->contests = c->next;
        pieces_destroy(c);
        feeds_destroy(&c->feeds);
        free(c);
    }
    postgres_close(&r->db);
    pthread_mutex_destroy(&r->lock);
    text_destroy(&r->fleet);
    close(r->bell);
    free(r);
}

static bool broadcast_begin(struct broadcast *r, struct error *e)
{
    PGresult *rows =
        broadcast_open(r, e) ? database_owner_list(&r->db, r->options->contest, e) : NULL;
    bool named = r->options->contest[0] != '\0', found = rows && PQntuples(rows) > 0;
    PQclear(rows);
    if (!rows)
        return false;
    if (named && !found)
        return error_set(e, "%.120s holds no contest %s", r->options->url, r->options->contest);
    return pthread_create(&r->thread, NULL, broadcast_thread, r) == 0 ||
        error_set(e, "no thread could be made to look at the database on");
}

struct broadcast *broadcast_start(const struct broadcast_options *options, struct error *e)
{
    struct broadcast *r = calloc(1, sizeof *r);
    if (!r) {
        error_set(e, "out of memory");
        return NULL;
    }
    r->options = options;
    r->fleet = text_growing();
    r->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&r->lock, NULL);
    if (r->bell < 0)
        error_set(e, "no file descriptor is left");
    else if (broadcast_begin(r, e))
        return r;
    broadcast_destroy(r);
    return NULL;
}

void broadcast_ring(struct broadcast *r)
{
    uint64_t one = 1;
    while (write(r->bell, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

void broadcast_stop(struct broadcast *r)
{
    pthread_mutex_lock(&r->lock);
    r->ends = true;
    pthread_mutex_unlock(&r->lock);
    broadcast_ring(r);
    pthread_join(r->thread, NULL);
}
