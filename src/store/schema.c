#include "store/schema.h"

#include "store/database/engine.h"

#include <inttypes.h>
#include <stdio.h>

// --- SQLite --------------------------------------------------------------------------------------

static const struct schema_step sqlite_steps[] = {
    // 1. A game is known by its pair and its number in it; of each, one row counts. The log says
    // why the others do not.
    {.up = "CREATE TABLE contest ("
           "    only INTEGER PRIMARY KEY CHECK (only = 1),"
           "    seed INTEGER NOT NULL,"
           "    text TEXT NOT NULL,"
           "    hash BLOB NOT NULL"
           ") STRICT;"
           "CREATE TABLE log ("
           "    id INTEGER PRIMARY KEY,"
           "    at INTEGER NOT NULL,"
           "    kind TEXT NOT NULL,"
           "    game INTEGER NOT NULL,"
           "    words TEXT NOT NULL,"
           "    hash BLOB NOT NULL"
           ") STRICT;"
           "CREATE TABLE games ("
           "    id INTEGER PRIMARY KEY,"
           "    pair INTEGER NOT NULL,"
           "    game INTEGER NOT NULL,"
           "    play INTEGER NOT NULL,"
           "    first_id INTEGER NOT NULL,"
           "    second_id INTEGER NOT NULL,"
           "    first_name TEXT NOT NULL,"
           "    second_name TEXT NOT NULL,"
           "    start TEXT NOT NULL,"
           "    verdict TEXT NOT NULL,"
           "    winner INTEGER NOT NULL,"
           "    blame INTEGER NOT NULL,"
           "    rule TEXT NOT NULL,"
           "    explanation TEXT NOT NULL,"
           "    moves TEXT NOT NULL,"
           "    plies INTEGER NOT NULL,"
           "    wall_ns INTEGER NOT NULL,"
           "    void_entry INTEGER REFERENCES log,"
           "    hash BLOB NOT NULL,"
           "    record TEXT"
           ") STRICT;"
           "CREATE UNIQUE INDEX games_that_count ON games (pair, game) WHERE void_entry IS NULL;",
        .down = NULL,
        .format = 1},
    // 2. Records are packed and lie in a table of their own, so that whoever walks over the games
    // does not walk over them, and they can be dropped. Their hashes stay with the games.
    {.up = "ALTER TABLE games DROP COLUMN record;"
           "ALTER TABLE games ADD COLUMN record_hash BLOB;"
           "CREATE TABLE dictionaries ("
           "    id INTEGER PRIMARY KEY,"
           "    frame BLOB NOT NULL"
           ") STRICT;"
           "CREATE TABLE records ("
           "    game INTEGER PRIMARY KEY REFERENCES games,"
           "    dictionary INTEGER REFERENCES dictionaries,"
           "    frame BLOB NOT NULL"
           ") STRICT;",
        .down = NULL,
        .format = SCHEMA_WITH_RECORDS},
    // 3. How long each bot computed while it was not asked, which is measured as wall_ns is.
    {.up = "ALTER TABLE games ADD COLUMN first_pondered_ns INTEGER NOT NULL DEFAULT -1;"
           "ALTER TABLE games ADD COLUMN second_pondered_ns INTEGER NOT NULL DEFAULT -1;",
        .down = "ALTER TABLE games DROP COLUMN first_pondered_ns;"
                "ALTER TABLE games DROP COLUMN second_pondered_ns;",
        .format = SCHEMA_WITH_PONDERING},
};

const struct schema schema_of_sqlite = {sqlite_steps, sizeof sqlite_steps / sizeof sqlite_steps[0]};

// --- PostgreSQL ----------------------------------------------------------------------------------

static const struct schema_step postgres_steps[] = {
    // 1. The tables of an SQLite file of version 3, and the version itself.
    {.up = "CREATE TABLE meta ("
           "    \"only\" BIGINT PRIMARY KEY CHECK (\"only\" = 1),"
           "    version BIGINT NOT NULL);"
           "INSERT INTO meta VALUES (1, 0);"
           "CREATE TABLE contest ("
           "    \"only\" BIGINT PRIMARY KEY CHECK (\"only\" = 1),"
           "    seed BIGINT NOT NULL,"
           "    text TEXT NOT NULL,"
           "    hash BYTEA NOT NULL);"
           "CREATE TABLE log ("
           "    id BIGINT PRIMARY KEY,"
           "    at BIGINT NOT NULL,"
           "    kind TEXT NOT NULL,"
           "    game BIGINT NOT NULL,"
           "    words TEXT NOT NULL,"
           "    hash BYTEA NOT NULL);"
           "CREATE TABLE games ("
           "    id BIGINT PRIMARY KEY,"
           "    pair BIGINT NOT NULL,"
           "    game BIGINT NOT NULL,"
           "    play BIGINT NOT NULL,"
           "    first_id BIGINT NOT NULL,"
           "    second_id BIGINT NOT NULL,"
           "    first_name TEXT NOT NULL,"
           "    second_name TEXT NOT NULL,"
           "    start TEXT NOT NULL,"
           "    verdict TEXT NOT NULL,"
           "    winner BIGINT NOT NULL,"
           "    blame BIGINT NOT NULL,"
           "    rule TEXT NOT NULL,"
           "    explanation TEXT NOT NULL,"
           "    moves TEXT NOT NULL,"
           "    plies BIGINT NOT NULL,"
           "    wall_ns BIGINT NOT NULL,"
           "    void_entry BIGINT,"
           "    hash BYTEA NOT NULL,"
           "    record_hash BYTEA,"
           "    first_pondered_ns BIGINT NOT NULL,"
           "    second_pondered_ns BIGINT NOT NULL);"
           "CREATE UNIQUE INDEX games_that_count ON games (pair, game) WHERE void_entry IS NULL;"
           "CREATE TABLE dictionaries ("
           "    id BIGINT PRIMARY KEY,"
           "    frame BYTEA NOT NULL);"
           "CREATE TABLE records ("
           "    game BIGINT PRIMARY KEY,"
           "    dictionary BIGINT,"
           "    frame BYTEA NOT NULL);"
           // Frames are packed already.
           "ALTER TABLE records ALTER COLUMN frame SET STORAGE EXTERNAL;"
           "ALTER TABLE dictionaries ALTER COLUMN frame SET STORAGE EXTERNAL;",
        .format = SCHEMA_WITH_PONDERING},
    // 2. Who holds the lock of the contest, for people.
    {.up = "CREATE TABLE owner ("
           "    \"only\" BIGINT PRIMARY KEY CHECK (\"only\" = 1),"
           "    host TEXT NOT NULL,"
           "    pid BIGINT NOT NULL,"
           "    since BIGINT NOT NULL,"
           "    application TEXT NOT NULL);",
        .down = "DROP TABLE owner;",
        .format = SCHEMA_WITH_PONDERING},
};

const struct schema schema_of_postgres = {
    postgres_steps, sizeof postgres_steps / sizeof postgres_steps[0]};

// --- Both ----------------------------------------------------------------------------------------

bool schema_check_against(struct database *db, const struct schema *schema, struct error *e)
{
    int64_t written;
    if (!db->engine->read_version(db, &written, e))
        return false;
    if (written > schema->version || written < 0) {
        char words[120];
        snprintf(words, sizeof words,
            "written by a newer agon (format %" PRId64 ", this one knows up to %d): please update",
            written, schema->version);
        return database_wrong(db, words, e);
    }
    db->version = (int)written;
    db->format = written > 0 ? schema->steps[written - 1].format : 0;
    return true;
}

static bool schema_step_down(
    struct database *db, const struct schema *schema, int version, struct error *e)
{
    char words[80];
    snprintf(words, sizeof words, "there is no way back from format %d", db->version);
    for (int at = db->version; at > version; at--) {
        const char *down = schema->steps[at - 1].down;
        if (down == NULL)
            return database_wrong(db, words, e);
        if (!database_run(db, down, e))
            return false;
    }
    return true;
}

bool schema_move_along(
    struct database *db, const struct schema *schema, int version, struct error *e)
{
    if (!schema_check_against(db, schema, e))
        return false;
    if (db->version == version)
        return true;
    for (int at = db->version; at < version; at++) {
        if (!database_run(db, schema->steps[at].up, e))
            return false;
    }
    if (!schema_step_down(db, schema, version, e) || !db->engine->write_version(db, version, e))
        return false;
    db->version = version;
    db->format = schema->steps[version - 1].format;
    return true;
}

bool schema_check(struct database *db, struct error *e)
{
    return schema_check_against(db, db->engine->schema, e);
}

bool schema_update(struct database *db, struct error *e)
{
    return schema_move_along(db, db->engine->schema, db->engine->schema->version, e);
}

bool schema_move(struct database *db, int version, struct error *e)
{
    char words[80];
    snprintf(words, sizeof words, "there is no format %d: this agon knows 1 to %d", version,
        db->engine->schema->version);
    if (version < 1 || version > db->engine->schema->version)
        return database_wrong(db, words, e);
    return schema_move_along(db, db->engine->schema, version, e);
}
