#include "fleet/fleet_help.h"

#include "fleet/fleet_schema.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum { ASK_AGAIN_MS = 5 };

struct postgres fleet_db;

const char *fleet_url(void)
{
    const char *url = getenv("AGON_POSTGRES");
    assert_non_null(url);
    return url;
}

int fleet_setup(void **state)
{
    struct error e = {0};
    bool has_roles;
    help_setup(state);
    must(postgres_open(&fleet_db, fleet_url(), "agon test", &e), &e);
    must(fleet_schema_setup(&fleet_db, &has_roles, &e), &e);
    assert_true(has_roles);
    return 0;
}

int fleet_teardown(void **state)
{
    struct error e = {0};
    int64_t from;
    if (postgres_is_lost(&fleet_db)) { // the test has killed the server
        postgres_close(&fleet_db);
        must(postgres_open(&fleet_db, fleet_url(), "agon test", &e), &e);
    }
    // The server may not have noticed yet that a coordinator has ended.
    fleet_wait_for("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'", 0);
    must(fleet_schema_migrate(&fleet_db, 0, &from, &e), &e);
    postgres_close(&fleet_db);
    return help_teardown(state);
}

PGresult *fleet_ask(const char *sql)
{
    struct error e = {0};
    PGresult *r = postgres_ask(&fleet_db, sql, NULL, &e);
    must(r != NULL, &e);
    return r;
}

int64_t fleet_number(const char *sql)
{
    PGresult *r = fleet_ask(sql);
    assert_int_equal(PQntuples(r), 1);
    int64_t number = postgres_number(r, 0, 0);
    PQclear(r);
    return number;
}

void fleet_wait_for(const char *sql, int64_t number)
{
    while (fleet_number(sql) != number)
        poll(NULL, 0, ASK_AGAIN_MS);
}

void shared_init(struct shared *s, const char *name, const char *text, int64_t lease_ms)
{
    hosted_init(&s->hosted, name, text);
    s->coordinator = (struct coordinator_options){.url = fleet_url(),
        .contest = name,
        .text = text,
        .path = s->hosted.path,
        .roster = &s->hosted.roster,
        .lease_ms = lease_ms};
    coordinator_ground(&s->ground, &s->coordinator);
    s->hosted.options.ground = &s->ground;
}

void shared_destroy(struct shared *s)
{
    hosted_destroy(&s->hosted);
}

static void fleet_said(void *user, const char *words)
{
    (void)user;
    printf("# %s\n", words);
}

struct fleet_worker *fleet_hire(struct fleet_worker_options *o, int64_t cores)
{
    static char description[128];
    struct error e = {0};
    snprintf(description, sizeof description,
        "{\"host\":\"here\",\"agon\":\"test\",\"cores\":%lld,\"can\":[]}", (long long)cores);
    *o = (struct fleet_worker_options){
        .url = fleet_url(), .description = description, .cores = cores, .said = fleet_said};
    struct fleet_worker *w = fleet_worker_start(o, &e);
    must(w != NULL, &e);
    return w;
}

void fleet_dismiss(struct fleet_worker *w, struct fleet_worker_state *last)
{
    struct fleet_worker_state ignored;
    struct error e = {0};
    fleet_worker_stop(w, POOL_FINISH);
    must(fleet_worker_join(w, last ? last : &ignored, &e), &e);
}
