#include "store/database_owner.h"

#include "base/clock.h"
#include "base/sha256.h"
#include "store/database/engine.h"
#include "store/owner.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    HEIR_WAIT_MS = 3000, // how long the lock of a dead owner is waited for,
    HEIR_LOOK_MS = 20,   // and how often we look
    SQL_BYTES = 320
};

static const char *database_owner_contest(const struct database *db)
{
    const char *mark = strchr(db->location, '#');
    return mark != NULL ? mark + 1 : "";
}

// The number of the lock: 64 bits of a hash of the contest's name.
static int64_t database_owner_key(const struct database *db)
{
    unsigned char hash[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    static const char before[] = "agon contest ";
    sha256_add(&s, before, strlen(before));
    sha256_add(&s, database_owner_contest(db), strlen(database_owner_contest(db)));
    sha256_end(&s, hash);
    uint64_t key = 0;
    for (int i = 0; i < 8; i++)
        key = key << 8 | hash[i];
    return (int64_t)key;
}

// --- Who it is -----------------------------------------------------------------------------------

// Sets `backend` to the process of the server that holds the lock; 0: there is none.
static bool database_owner_backend(const struct database *db, int64_t *backend, struct error *e)
{
    char sql[SQL_BYTES];
    uint64_t key = (uint64_t)database_owner_key(db);
    snprintf(sql, sizeof sql,
        "SELECT coalesce(min(l.pid), 0) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
        " WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.granted"
        " AND l.classid = %" PRIu32 "::oid AND l.objid = %" PRIu32 "::oid AND l.objsubid = 1",
        (uint32_t)(key >> 32), (uint32_t)key);
    return database_number(db, sql, backend, e);
}

// Anybody who may log in can hold the lock, so it is told who does.
static bool database_owner_read_connection(
    const struct database *db, int64_t backend, struct database_owner *found, struct error *e)
{
    struct statement *s = database_prepare(db,
        "SELECT 'connection ' || a.pid || ' of ' || coalesce(a.usename, '?') || ', '"
        " || a.application_name FROM pg_stat_activity a WHERE a.pid = $1",
        e);
    if (s == NULL)
        return false;
    statement_bind_number(s, 1, backend);
    enum statement_step step = statement_step(s);
    size_t length;
    if (step == STATEMENT_ROW)
        snprintf(found->connection, sizeof found->connection, "%s", statement_text(s, 0, &length));
    statement_finalize(s);
    return step != STATEMENT_FAILED || database_fail(db, e);
}

// A contest of an older format does not say who its owner is, nor does one that is just being made.
static bool database_owner_read(
    const struct database *db, struct database_owner *found, struct error *e)
{
    int64_t tables;
    if (!database_number(db,
            "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
            " AND tablename = 'owner'",
            &tables, e))
        return false;
    struct statement *s =
        tables > 0 ? database_prepare(db, "SELECT pid, since, host FROM owner", e) : NULL;
    if (s == NULL)
        return tables == 0;
    enum statement_step step = statement_step(s);
    if (step == STATEMENT_ROW) {
        size_t length;
        found->pid = statement_number(s, 0);
        found->since = statement_number(s, 1);
        snprintf(found->host, sizeof found->host, "%s", statement_text(s, 2, &length));
    }
    statement_finalize(s);
    return step != STATEMENT_FAILED || database_fail(db, e);
}

bool database_owner_find(const char *location, struct database_owner *found, struct error *e)
{
    struct database db;
    int64_t backend = 0;
    *found = (struct database_owner){0};
    bool well = database_open_to_read(&db, location, e) &&
        database_owner_backend(&db, &backend, e) &&
        (backend == 0 ||
            (database_owner_read(&db, found, e) &&
                database_owner_read_connection(&db, backend, found, e)));
    found->is_here = well && backend != 0;
    database_close(&db);
    return well;
}

// The number of the lock is that of database_owner_key.
PGresult *database_owner_list(struct postgres *p, const char *contest, struct error *e)
{
    static const char sql[] =
        "SELECT c.name, EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
        " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
        " AND d.datname = current_database() AND l.classid::bigint << 32 | l.objid::bigint ="
        " ('x' || encode(substr(sha256(convert_to('agon contest ' || c.name, 'UTF8')), 1, 8),"
        " 'hex'))::bit(64)::bigint)"
        " FROM (SELECT substr(n.nspname, 6) AS name FROM pg_namespace n"
        " JOIN pg_class t ON t.relnamespace = n.oid"
        " WHERE left(n.nspname, 5) = 'agon_' AND t.relname = 'contest') c"
        " WHERE $1 = '' OR c.name = $1 ORDER BY c.name";
    struct postgres_parameters with = {0};
    postgres_add_text(&with, contest);
    return postgres_ask(p, sql, &with, e);
}

// --- Becoming it ---------------------------------------------------------------------------------

static bool database_owner_refuse(const struct database *db, struct error *e)
{
    struct database_owner other = {0};
    if (!database_owner_read(db, &other, e))
        return false;
    if (other.pid == 0)
        error_set(e, "%.60s is being played by another process", database_owner_contest(db));
    else
        error_set(e, "%.60s is being played by process %" PRId64 " on %.80s",
            database_owner_contest(db), other.pid, other.host);
    e->passes = true;
    return false;
}

static bool database_owner_try(const struct database *db, int64_t *taken, struct error *e)
{
    char sql[SQL_BYTES];
    // Twice by one connection would be granted, but it asks once.
    snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock(%" PRId64 ")", database_owner_key(db));
    return database_number(db, sql, taken, e);
}

// Whose process on this machine has ended loses its lock as soon as the server notices.
static bool database_owner_is_dying(const struct database *db)
{
    struct database_owner other = {0};
    struct error ignored; // whoever is told to wait no longer asks again
    char host[DATABASE_OWNER_HOST_BYTES] = "";
    gethostname(host, sizeof host - 1);
    return database_owner_read(db, &other, &ignored) && other.pid > 0 && other.pid <= INT32_MAX &&
        strcmp(other.host, host) == 0 && owner_is_dead((pid_t)other.pid);
}

bool database_owner_take(const struct database *db, struct error *e)
{
    for (int waited_ms = 0;; waited_ms += HEIR_LOOK_MS) {
        int64_t taken = 0;
        if (!database_owner_try(db, &taken, e))
            return false;
        if (taken != 0)
            return true;
        if (waited_ms >= HEIR_WAIT_MS || !database_owner_is_dying(db))
            return database_owner_refuse(db, e);
        nanosleep(&(struct timespec){.tv_nsec = HEIR_LOOK_MS * NS_PER_MS}, NULL);
    }
}

bool database_owner_sign(const struct database *db, struct error *e)
{
    struct statement *s = database_prepare(db,
        "INSERT INTO owner (\"only\", host, pid, since, application) VALUES (1, $1, $2, $3, $4)"
        " ON CONFLICT (\"only\") DO UPDATE SET host = excluded.host, pid = excluded.pid,"
        " since = excluded.since, application = excluded.application",
        e);
    if (s == NULL)
        return false;
    char host[DATABASE_OWNER_HOST_BYTES] = "";
    gethostname(host, sizeof host - 1);
    statement_bind_text(s, 1, host);
    statement_bind_number(s, 2, getpid());
    statement_bind_number(s, 3, (int64_t)time(NULL));
    statement_bind_text(s, 4, "agon");
    bool signed_here = statement_step(s) == STATEMENT_DONE || database_fail(db, e);
    statement_finalize(s);
    return signed_here;
}

void database_owner_release(const struct database *db)
{
    struct error ignored; // then the lock goes with the connection
    if (db->inside != NULL && !db->engine->is_file)
        database_run(db, "SELECT pg_advisory_unlock_all()", &ignored);
}
