#include "store/schema.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const steps[] = {
    // 1. A game is known by its pair and its number in it; of each, one row counts. The log says
    // why the others do not.
    "CREATE TABLE contest ("
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
    // 2. Records are packed and lie in a table of their own, so that whoever walks over the games
    // does not walk over them, and they can be dropped. Their hashes stay with the games.
    "ALTER TABLE games DROP COLUMN record;"
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
    // 3. How long each bot computed while it was not asked, which is measured as wall_ns is.
    ("ALTER TABLE games ADD COLUMN first_pondered_ns INTEGER NOT NULL DEFAULT -1;"
     "ALTER TABLE games ADD COLUMN second_pondered_ns INTEGER NOT NULL DEFAULT -1;"),
};

const struct schema schema_current = {steps, sizeof steps / sizeof steps[0]};

bool schema_check(struct database *db, const struct schema *schema, struct error *e)
{
    int64_t application, written, things;
    if (!database_number(db, "PRAGMA application_id", &application, e) ||
        !database_number(db, "PRAGMA user_version", &written, e) ||
        !database_number(db, "SELECT count(*) FROM sqlite_schema", &things, e))
        return false;
    if (application != SCHEMA_APPLICATION && (application != 0 || written != 0 || things != 0))
        return database_wrong(db, "an SQLite file of another program, not a contest of agon", e);
    if (written > schema->version) {
        char words[120];
        snprintf(words, sizeof words,
            "written by a newer agon (format %" PRId64 ", this one knows up to %d): please update",
            written, schema->version);
        return database_wrong(db, words, e);
    }
    db->version = (int)written;
    return true;
}

bool schema_update(struct database *db, const struct schema *schema, struct error *e)
{
    if (!schema_check(db, schema, e))
        return false;
    if (db->version == schema->version)
        return true;
    for (int step = db->version; step < schema->version; step++) {
        if (!database_run(db, schema->steps[step], e))
            return false;
    }
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
        SCHEMA_APPLICATION, schema->version);
    if (!database_run(db, sql, e))
        return false;
    db->version = schema->version;
    return true;
}
