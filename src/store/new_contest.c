#include "store/new_contest.h"

#include "store/database/engine.h"
#include "store/location.h"
#include "store/row.h"
#include "store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool new_contest_write(
    const struct database *db, const struct store_contest *contest, struct error *e)
{
    struct statement *insert = database_prepare(
        db, "INSERT INTO contest (\"only\", hash, seed, text) VALUES (1, $1, $2, $3)", e);
    if (insert == NULL)
        return false;
    unsigned char hash[SHA256_BYTES];
    row_contest_hash(contest, hash);
    statement_bind_bytes(insert, 1, hash, sizeof hash);
    row_bind(&contest_rows, contest, insert, 2);
    bool written = statement_step(insert) == STATEMENT_DONE || database_fail(db, e);
    statement_finalize(insert);
    return written;
}

// --- In a file -----------------------------------------------------------------------------------

// What somebody left who was killed here. What SQLite keeps beside the file goes first: it would
// spoil the next one.
static void new_contest_remove_draft(const char *path)
{
    static const char *const endings[] = {"-new-journal", "-new-wal", "-new-shm", "-new"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct text part = text_growing();
        text_format(&part, "%s%s", path, endings[i]);
        if (!part.cut)
            unlink(part.bytes);
        text_destroy(&part);
    }
}

bool new_contest_draft_open(
    struct text *draft, struct database *db, const char *path, struct error *e)
{
    *draft = text_growing();
    *db = (struct database){0};
    text_format(draft, "%s-new", path);
    if (draft->cut)
        return error_set(e, "no memory to begin a contest");
    new_contest_remove_draft(path);
    return database_open_draft(db, path, draft->bytes, e);
}

// The file has its write-ahead log before it has its name. Later, whoever had come to read it would
// keep us from changing that.
bool new_contest_draft_close(
    struct text *draft, struct database *db, const char *path, bool complete, struct error *e)
{
    complete = complete && database_make_durable(db, e);
    database_close(db);
    bool named = complete &&
        (rename(draft->bytes, path) == 0 ||
            error_set(e, "%s cannot be made: %s", path, strerror(errno)));
    if (!named)
        new_contest_remove_draft(path);
    text_destroy(draft);
    return named;
}

bool new_contest_in_file(const char *path, const struct store_contest *contest, struct error *e)
{
    struct text draft;
    struct database db;
    bool written = new_contest_draft_open(&draft, &db, path, e) && database_begin(&db, e) &&
        schema_update(&db, e) && new_contest_write(&db, contest, e) && database_commit(&db, e);
    return new_contest_draft_close(&draft, &db, path, written, e);
}

// --- In a database -------------------------------------------------------------------------------

// Gives the roles that exist their rights to the contests that WHICH selects and that are ours.
#define NEW_CONTEST_GRANTS(WHICH)                                                                  \
    "DO $$ DECLARE here text; BEGIN"                                                               \
    " FOR here IN SELECT n.nspname FROM pg_namespace n JOIN pg_class t ON t.relnamespace = n.oid"  \
    " WHERE t.relname = 'contest' AND " WHICH " AND pg_has_role(n.nspowner, 'USAGE') LOOP"         \
    "  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agon_owner') THEN"                         \
    "   EXECUTE format('GRANT USAGE ON SCHEMA %I TO agon_owner', here);"                           \
    "   EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I"           \
    " TO agon_owner', here);"                                                                      \
    "  END IF;"                                                                                    \
    "  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agon_reader') THEN"                        \
    "   EXECUTE format('GRANT USAGE ON SCHEMA %I TO agon_reader', here);"                          \
    "   EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO agon_reader', here);"           \
    "  END IF;"                                                                                    \
    " END LOOP; END $$"

bool new_contest_grant(const struct database *db, struct error *e)
{
    return db->engine->is_file ||
        database_run(db, NEW_CONTEST_GRANTS("n.nspname = current_schema()"), e);
}

bool new_contest_grant_all(struct postgres *p, struct error *e)
{
    return postgres_run(p, NEW_CONTEST_GRANTS("left(n.nspname, 5) = 'agon_'"), e);
}

static bool new_contest_make_schema(const struct database *db, struct error *e)
{
    char schema[LOCATION_SCHEMA_BYTES], sql[LOCATION_SCHEMA_BYTES + 32];
    const char *mark = strchr(db->location, '#');
    location_schema(schema, mark != NULL ? mark + 1 : "");
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", schema);
    return database_run(db, sql, e);
}

bool new_contest_tables(struct database *db, struct error *e)
{
    return new_contest_make_schema(db, e) && schema_update(db, e) && new_contest_grant(db, e);
}

bool new_contest_in_database(
    struct database *db, const struct store_contest *contest, struct error *e)
{
    if (!schema_check(db, e))
        return false;
    return db->version > 0 ||
        (database_begin(db, e) && new_contest_tables(db, e) && new_contest_write(db, contest, e) &&
            database_commit(db, e));
}
