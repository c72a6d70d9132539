#include "store/database.h"

#include "store/database/engine.h"
#include "store/database/on_postgres.h"
#include "store/database/on_sqlite.h"
#include "store/postgres.h"

#include <stdlib.h>
#include <string.h>

enum { LOCATION_SHOWN_BYTES = 120 };

const char *engine_shown(const char *location)
{
    size_t length = strlen(location);
    return length > LOCATION_SHOWN_BYTES ? location + length - LOCATION_SHOWN_BYTES : location;
}

void database_library(struct text *out)
{
    on_sqlite_library(out);
    text_string(out, ", ");
    postgres_library(out);
}

// --- Opening -------------------------------------------------------------------------------------

static bool database_begin_open(struct database *db, const struct database_engine *engine,
    const char *location, struct error *e)
{
    *db = (struct database){.engine = engine, .location = strdup(location)};
    return db->location != NULL || error_set(e, "no memory to open a contest");
}

bool database_open_to_read(struct database *db, const char *location, struct error *e)
{
    bool in_postgres = postgres_is_place(location);
    return database_begin_open(db, in_postgres ? &on_postgres : &on_sqlite, location, e) &&
        (in_postgres ? on_postgres_open_to_read : on_sqlite_open_to_read)(db, e);
}

bool database_open_to_write(struct database *db, const char *location, struct error *e)
{
    bool in_postgres = postgres_is_place(location);
    return database_begin_open(db, in_postgres ? &on_postgres : &on_sqlite, location, e) &&
        (in_postgres ? on_postgres_open_to_write : on_sqlite_open_to_write)(db, e);
}

bool database_open_draft(struct database *db, const char *path, const char *draft, struct error *e)
{
    return database_begin_open(db, &on_sqlite, path, e) && on_sqlite_open_draft(db, draft, e);
}

void database_close(struct database *db)
{
    if (db->engine != NULL)
        db->engine->close(db);
    free(db->location);
    *db = (struct database){0};
}

bool database_make_durable(const struct database *db, struct error *e)
{
    return db->engine->make_durable(db, e);
}

// --- Words ---------------------------------------------------------------------------------------

bool database_wrong(const struct database *db, const char *words, struct error *e)
{
    return error_set(e, "%s: %s", engine_shown(db->location), words);
}

bool database_fail(const struct database *db, struct error *e)
{
    return db->engine->fail(db, e);
}

// --- Statements ----------------------------------------------------------------------------------

bool database_run(const struct database *db, const char *sql, struct error *e)
{
    return db->engine->run(db, sql, e);
}

bool database_begin(const struct database *db, struct error *e)
{
    return db->engine->begin(db, e);
}

bool database_commit(const struct database *db, struct error *e)
{
    return db->engine->commit(db, e);
}

struct statement *database_prepare(const struct database *db, const char *sql, struct error *e)
{
    return db->engine->prepare(db, sql, false, e);
}

struct statement *database_prepare_walk(const struct database *db, const char *sql, struct error *e)
{
    return db->engine->prepare(db, sql, true, e);
}

bool database_number(const struct database *db, const char *sql, int64_t *number, struct error *e)
{
    struct statement *s = database_prepare(db, sql, e);
    if (s == NULL)
        return false;
    bool found = statement_step(s) == STATEMENT_ROW;
    if (found)
        *number = statement_number(s, 0);
    else
        database_fail(db, e);
    statement_finalize(s);
    return found;
}

void statement_finalize(struct statement *s)
{
    if (s != NULL)
        s->db->engine->finalize(s);
}

void statement_bind_number(struct statement *s, int parameter, int64_t number)
{
    s->db->engine->bind_number(s, parameter, number);
}

void statement_bind_text(struct statement *s, int parameter, const char *text)
{
    s->db->engine->bind_text(s, parameter, text);
}

void statement_bind_bytes(struct statement *s, int parameter, const void *bytes, size_t length)
{
    if (bytes != NULL)
        s->db->engine->bind_bytes(s, parameter, bytes, length);
    else
        s->db->engine->bind_null(s, parameter);
}

void statement_bind_null(struct statement *s, int parameter)
{
    s->db->engine->bind_null(s, parameter);
}

enum statement_step statement_step(struct statement *s)
{
    return s->db->engine->step(s);
}

bool statement_run(struct statement *s)
{
    return s->db->engine->run_statement(s);
}

void statement_reset(struct statement *s)
{
    s->db->engine->reset(s);
}

int64_t statement_number(const struct statement *s, int column)
{
    return s->db->engine->number(s, column);
}

const char *statement_text(const struct statement *s, int column, size_t *length)
{
    return s->db->engine->text(s, column, length);
}

const void *statement_bytes(const struct statement *s, int column, size_t *length)
{
    return s->db->engine->bytes(s, column, length);
}

bool statement_is_null(const struct statement *s, int column)
{
    return s->db->engine->is_null(s, column);
}
