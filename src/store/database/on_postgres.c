#include "store/database/on_postgres.h"

#include "store/location.h"
#include "store/postgres.h"
#include "store/schema.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FETCH_ROWS = 512, // of a walk: so many are in memory
    SENT_MOST = 1024, // statements in the pipeline
    SQL_BYTES = 256,
    STATEMENT_NAME_BYTES = 24,
    BINARY = 1 // the format of results
};

struct on_postgres {
    struct postgres server;
    char schema[LOCATION_SCHEMA_BYTES]; // quoted
    struct error failure;               // the last one
    int statements;                     // how many were prepared: gives each its name
    int sent; // statements in the pipeline whose results are still to come
};

struct on_postgres_statement {
    struct statement base;
    char *sql;
    char name[STATEMENT_NAME_BYTES]; // of the prepared statement, or of the cursor
    bool walks;
    bool known; // the server has the prepared statement, or the cursor
    int runs;
    struct postgres_parameters parameters;
    PGresult *rows; // NULL until the first step
    int row;
};

static struct on_postgres *on_postgres_of(const struct database *db)
{
    return db->inside;
}

static struct on_postgres_statement *on_postgres_own(struct statement *s)
{
    return (struct on_postgres_statement *)s;
}

// --- Words ---------------------------------------------------------------------------------------

static bool on_postgres_fail(const struct database *db, struct error *e)
{
    if (e != NULL)
        *e = on_postgres_of(db)->failure;
    return false;
}

// Keeps the words. What follows a failure only fails because of it.
static void on_postgres_note(struct on_postgres *p, const PGresult *result)
{
    static const char aborted[] = "25P02";
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (state == NULL || strcmp(state, aborted) != 0 || p->failure.words[0] == '\0')
        postgres_fail(&p->server, result, &p->failure);
}

// --- The pipeline --------------------------------------------------------------------------------

// Looks at one result. False: the statement has failed.
static bool on_postgres_take(struct on_postgres *p, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    bool well =
        status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_PIPELINE_SYNC;
    // A failed transaction is rolled back by COMMIT, which tells it only here.
    bool rolled_back = well && strcmp(PQcmdStatus(result), "ROLLBACK") == 0;
    if (rolled_back && p->failure.words[0] == '\0')
        p->failure.passes =
            !error_set(&p->failure, "%.80s: the database did not commit", p->server.url);
    if (!well && status != PGRES_PIPELINE_ABORTED)
        on_postgres_note(p, result);
    PQclear(result);
    return well && !rolled_back;
}

// Waits for the results of all that was sent. False: something has failed.
static bool on_postgres_drain(struct on_postgres *p)
{
    if (p->sent == 0)
        return true;
    PGconn *connection = p->server.connection;
    bool well = PQpipelineSync(connection) == 1, synced = false, ended = false;
    // Behind the results of each statement stands a NULL; two of them end it.
    while (!synced) {
        PGresult *result = PQgetResult(connection);
        if (result == NULL && (ended || postgres_is_lost(&p->server)))
            break;
        ended = result == NULL;
        if (ended)
            continue;
        synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        well = on_postgres_take(p, result) && well;
    }
    p->sent = 0;
    if (!synced || PQexitPipelineMode(connection) != 1) {
        if (p->failure.words[0] == '\0')
            on_postgres_note(p, NULL);
        well = false;
    }
    return well;
}

static bool on_postgres_enter(struct on_postgres *p)
{
    if (p->sent > 0 || PQenterPipelineMode(p->server.connection) == 1)
        return true;
    on_postgres_note(p, NULL);
    return false;
}

// `code` is what the function said that sent something.
static bool on_postgres_sent(struct on_postgres *p, int code)
{
    if (code != 1) {
        on_postgres_note(p, NULL);
        return false;
    }
    p->sent++;
    return true;
}

static bool on_postgres_send(struct on_postgres *p, const char *sql)
{
    return on_postgres_enter(p) &&
        on_postgres_sent(
            p, PQsendQueryParams(p->server.connection, sql, 0, NULL, NULL, NULL, NULL, BINARY));
}

// --- Transactions --------------------------------------------------------------------------------

static bool on_postgres_run(const struct database *db, const char *sql, struct error *e)
{
    struct on_postgres *p = on_postgres_of(db);
    struct error why;
    if (!on_postgres_drain(p))
        return on_postgres_fail(db, e);
    if (postgres_run(&p->server, sql, &why))
        return true;
    p->failure = why;
    return on_postgres_fail(db, e);
}

static bool on_postgres_begin(const struct database *db, struct error *e)
{
    return on_postgres_send(on_postgres_of(db), "BEGIN") || on_postgres_fail(db, e);
}

static bool on_postgres_commit(const struct database *db, struct error *e)
{
    struct on_postgres *p = on_postgres_of(db);
    bool sent = on_postgres_send(p, "COMMIT");
    return (on_postgres_drain(p) && sent) || on_postgres_fail(db, e);
}

// --- Opening -------------------------------------------------------------------------------------

static void on_postgres_close(struct database *db)
{
    struct on_postgres *p = on_postgres_of(db);
    if (p != NULL)
        postgres_close(&p->server);
    free(p);
    db->inside = NULL;
}

// A connection that sleeps for long is ours all the same. If this machine is gone, the server
// notices it after half a minute, and the contest can have another owner.
static const char on_postgres_patience[] =
    "SELECT set_config(s.name, w.value, false) FROM pg_settings s JOIN (VALUES"
    " ('idle_session_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),"
    " ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'),"
    " ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '25000')) AS w (name, value)"
    " ON s.name = w.name";

static bool on_postgres_open(struct database *db, struct error *e)
{
    struct postgres_place place;
    char sql[SQL_BYTES];
    struct on_postgres *p = calloc(1, sizeof *p);
    db->inside = p;
    if (p == NULL)
        return error_set(e, "no memory to open a contest");
    if (!postgres_place_read(&place, db->location, e))
        return false;
    if (place.contest[0] == '\0')
        return error_set(e, "%.120s names no contest: put #NAME behind it", place.url);
    location_schema(p->schema, place.contest);
    snprintf(sql, sizeof sql, "SET search_path = %s, pg_temp", p->schema);
    return postgres_open(&p->server, place.url, "agon contest", e) && on_postgres_run(db, sql, e) &&
        on_postgres_run(db, on_postgres_patience, e);
}

bool on_postgres_open_to_read(struct database *db, struct error *e)
{
    return on_postgres_open(db, e) &&
        on_postgres_run(db, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", e);
}

// What members of the role agon_owner make belongs to all of them.
static const char on_postgres_take_role[] =
    "SELECT set_config('role', rolname, false) FROM pg_roles WHERE rolname = 'agon_owner'"
    " AND pg_has_role(oid, 'MEMBER') AND has_database_privilege(oid, current_database(), 'CREATE')";

bool on_postgres_open_to_write(struct database *db, struct error *e)
{
    return on_postgres_open(db, e) && on_postgres_run(db, on_postgres_take_role, e);
}

static bool on_postgres_make_durable(const struct database *db, struct error *e)
{
    return on_postgres_run(db,
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'",
        e);
}

// --- The schema ----------------------------------------------------------------------------------

static bool on_postgres_read_version(const struct database *db, int64_t *version, struct error *e)
{
    // The whole name: whoever has no right to look into the schema is told so.
    char find[SQL_BYTES], read[SQL_BYTES];
    const struct on_postgres *p = on_postgres_of(db);
    int64_t there;
    *version = 0;
    snprintf(find, sizeof find,
        "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = trim('\"' from '%s') AND c.relname = 'meta'",
        p->schema);
    snprintf(read, sizeof read, "SELECT version FROM %s.meta", p->schema);
    return database_number(db, find, &there, e) &&
        (there == 0 || database_number(db, read, version, e));
}

static bool on_postgres_write_version(const struct database *db, int version, struct error *e)
{
    char sql[SQL_BYTES];
    snprintf(sql, sizeof sql, "UPDATE meta SET version = %d", version);
    return on_postgres_run(db, sql, e);
}

// The server looks after its pages itself.
static bool on_postgres_check_pages(const struct database *db, bool *sound, struct error *e)
{
    (void)db;
    (void)e;
    *sound = true;
    return true;
}

static bool on_postgres_shrink(const struct database *db, struct error *e)
{
    // Not FULL, which would wait for everybody who looks at a record.
    return on_postgres_run(db, "VACUUM records, dictionaries", e);
}

// --- Statements ----------------------------------------------------------------------------------

static struct statement *on_postgres_prepare(
    const struct database *db, const char *sql, bool walks, struct error *e)
{
    struct on_postgres_statement *s = calloc(1, sizeof *s);
    char *copy = strdup(sql);
    if (s == NULL || copy == NULL) {
        free(copy);
        free(s);
        database_wrong(db, "no memory is left", e);
        return NULL;
    }
    s->base.db = db;
    s->sql = copy;
    s->walks = walks;
    snprintf(s->name, sizeof s->name, "agon_%d", ++on_postgres_of(db)->statements);
    return &s->base;
}

static void on_postgres_reset(struct statement *s)
{
    struct on_postgres_statement *own = on_postgres_own(s);
    PQclear(own->rows);
    own->rows = NULL;
    own->parameters.count = 0;
}

// The server forgets a prepared statement with the connection: only those that live as long are
// run twice, and so prepared.
static void on_postgres_finalize(struct statement *s)
{
    struct on_postgres_statement *own = on_postgres_own(s);
    struct on_postgres *p = on_postgres_of(s->db);
    if (own->walks && own->known && PQtransactionStatus(p->server.connection) == PQTRANS_INTRANS) {
        char sql[SQL_BYTES];
        struct error ignored; // the transaction ends soon, and the cursor with it
        snprintf(sql, sizeof sql, "CLOSE %s", own->name);
        postgres_run(&p->server, sql, &ignored);
    }
    on_postgres_reset(s);
    free(own->sql);
    free(own);
}

static struct postgres_parameters *on_postgres_next(struct statement *s, int parameter)
{
    struct on_postgres_statement *own = on_postgres_own(s);
    assert(parameter == own->parameters.count + 1);
    (void)parameter;
    return &own->parameters;
}

static void on_postgres_bind_number(struct statement *s, int parameter, int64_t number)
{
    postgres_add_number(on_postgres_next(s, parameter), number);
}

static void on_postgres_bind_text(struct statement *s, int parameter, const char *text)
{
    postgres_add_text(on_postgres_next(s, parameter), text);
}

static void on_postgres_bind_bytes(
    struct statement *s, int parameter, const void *bytes, size_t length)
{
    postgres_add_bytes(on_postgres_next(s, parameter), bytes, length);
}

static void on_postgres_bind_null(struct statement *s, int parameter)
{
    postgres_add_null(on_postgres_next(s, parameter));
}

// The next rows of a walk.
static PGresult *on_postgres_fetch(
    struct on_postgres *p, struct on_postgres_statement *s, struct error *e)
{
    char fetch[SQL_BYTES];
    if (!s->known) {
        struct text declare = text_growing();
        text_format(&declare, "DECLARE %s NO SCROLL CURSOR FOR %s", s->name, s->sql);
        s->known = declare.cut ? error_set(e, "no memory is left")
                               : postgres_run(&p->server, declare.bytes, e);
        text_destroy(&declare);
        if (!s->known)
            return NULL;
    }
    snprintf(fetch, sizeof fetch, "FETCH %d FROM %s", FETCH_ROWS, s->name);
    return postgres_ask(&p->server, fetch, NULL, e);
}

// A statement that is run again is worth to be prepared.
static PGresult *on_postgres_ask(
    struct on_postgres *p, struct on_postgres_statement *s, struct error *e)
{
    if (s->walks)
        return on_postgres_fetch(p, s, e);
    if (s->runs++ == 0)
        return postgres_ask(&p->server, s->sql, &s->parameters, e);
    if (!s->known && !postgres_prepare(&p->server, s->name, s->sql, e))
        return NULL;
    s->known = true;
    return postgres_ask_prepared(&p->server, s->name, &s->parameters, e);
}

static enum statement_step on_postgres_step(struct statement *s)
{
    struct on_postgres_statement *own = on_postgres_own(s);
    struct on_postgres *p = on_postgres_of(s->db);
    bool fetched_all = own->rows != NULL && own->row + 1 >= PQntuples(own->rows);
    if (own->rows == NULL || (own->walks && fetched_all && PQntuples(own->rows) == FETCH_ROWS)) {
        struct error why;
        PQclear(own->rows);
        own->rows = NULL;
        own->row = -1;
        if (!on_postgres_drain(p))
            return STATEMENT_FAILED;
        if ((own->rows = on_postgres_ask(p, own, &why)) == NULL) {
            p->failure = why;
            return STATEMENT_FAILED;
        }
    }
    return ++own->row < PQntuples(own->rows) ? STATEMENT_ROW : STATEMENT_DONE;
}

static bool on_postgres_run_statement(struct statement *s)
{
    struct on_postgres_statement *own = on_postgres_own(s);
    struct on_postgres *p = on_postgres_of(s->db);
    const struct postgres_parameters *with = &own->parameters;
    PGconn *connection = p->server.connection;
    bool sent = on_postgres_enter(p);
    if (sent && !own->known)
        sent = own->known =
            on_postgres_sent(p, PQsendPrepare(connection, own->name, own->sql, 0, NULL));
    sent = sent &&
        on_postgres_sent(p,
            PQsendQueryPrepared(connection, own->name, with->count, with->values, with->lengths,
                with->formats, BINARY));
    on_postgres_reset(s);
    return sent && (p->sent < SENT_MOST || on_postgres_drain(p));
}

static int64_t on_postgres_number(const struct statement *s, int column)
{
    const struct on_postgres_statement *own = (const struct on_postgres_statement *)s;
    return postgres_number(own->rows, own->row, column);
}

static bool on_postgres_is_null(const struct statement *s, int column)
{
    const struct on_postgres_statement *own = (const struct on_postgres_statement *)s;
    return PQgetisnull(own->rows, own->row, column) != 0;
}

static const void *on_postgres_bytes(const struct statement *s, int column, size_t *length)
{
    const struct on_postgres_statement *own = (const struct on_postgres_statement *)s;
    const void *bytes = postgres_bytes(own->rows, own->row, column, length);
    return on_postgres_is_null(s, column) ? NULL : bytes;
}

static const char *on_postgres_text(const struct statement *s, int column, size_t *length)
{
    return on_postgres_bytes(s, column, length);
}

const struct database_engine on_postgres = {
    .schema = &schema_of_postgres,
    .is_file = false,
    .close = on_postgres_close,
    .make_durable = on_postgres_make_durable,
    .fail = on_postgres_fail,
    .run = on_postgres_run,
    .begin = on_postgres_begin,
    .commit = on_postgres_commit,
    .read_version = on_postgres_read_version,
    .write_version = on_postgres_write_version,
    .check_pages = on_postgres_check_pages,
    .shrink = on_postgres_shrink,
    .prepare = on_postgres_prepare,
    .finalize = on_postgres_finalize,
    .bind_number = on_postgres_bind_number,
    .bind_text = on_postgres_bind_text,
    .bind_bytes = on_postgres_bind_bytes,
    .bind_null = on_postgres_bind_null,
    .step = on_postgres_step,
    .run_statement = on_postgres_run_statement,
    .reset = on_postgres_reset,
    .number = on_postgres_number,
    .text = on_postgres_text,
    .bytes = on_postgres_bytes,
    .is_null = on_postgres_is_null,
};
