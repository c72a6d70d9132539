// Changes a contest's file behind agon's back, for the tests of agon verify. Games that are deleted
// take their records with them.
//     tamper FILE SQL            runs the SQL, and leaves the chains as they were
//     tamper FILE SQL --chain    and makes the chains right again, as a careful forger would
#include "store/database.h"
#include "store/row.h"
#include "store/schema.h"

#include <stdio.h>
#include <string.h>

static bool put_hash(const struct database *db, const char *sql, int64_t id,
    const unsigned char hash[SHA256_BYTES], struct error *e)
{
    sqlite3_stmt *update = database_prepare(db, sql, e);
    if (!update)
        return false;
    sqlite3_bind_blob(update, 1, hash, SHA256_BYTES, SQLITE_TRANSIENT);
    sqlite3_bind_int64(update, 2, id);
    bool done = sqlite3_step(update) == SQLITE_DONE || database_fail(db, e);
    sqlite3_finalize(update);
    return done;
}

// The link of every row of the table, from the head of the chain on.
static bool chain_table(const struct database *db, const char *name, const struct row_table *table,
    unsigned char head[SHA256_BYTES], struct error *e)
{
    char sql[1024], update[96];
    struct text select = TEXT_IN(sql);
    text_string(&select, "SELECT id, ");
    row_names(table, "", schema_current.version, &select);
    text_format(&select, " FROM %s ORDER BY id", name);
    snprintf(update, sizeof update, "UPDATE %s SET hash = ?1 WHERE id = ?2", name);
    sqlite3_stmt *walk = database_prepare(db, sql, e);
    bool well = walk != NULL;
    while (well && sqlite3_step(walk) == SQLITE_ROW) {
        union {
            struct store_game game;
            struct store_entry entry;
        } row;
        well = row_read(table, &row, walk, 1);
        if (well)
            row_chain(table, &row, head);
        well = well && put_hash(db, update, sqlite3_column_int64(walk, 0), head, e);
    }
    sqlite3_finalize(walk);
    return well;
}

static bool chain(const struct database *db, struct error *e)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT seed, text FROM contest", e);
    struct store_contest contest;
    if (!select || sqlite3_step(select) != SQLITE_ROW ||
        !row_read(&contest_rows, &contest, select, 0))
        return database_fail(db, e);
    unsigned char games[SHA256_BYTES], log[SHA256_BYTES], text[SHA256_BYTES];
    row_chain_begin(&contest, games);
    memcpy(log, games, sizeof log);
    struct sha256 s = sha256_begin();
    sha256_add(&s, contest.text, strlen(contest.text));
    sha256_end(&s, text);
    sqlite3_finalize(select);
    return put_hash(db, "UPDATE contest SET hash = ?1 WHERE only = ?2", 1, text, e) &&
        chain_table(db, "games", &game_rows, games, e) &&
        chain_table(db, "log", &entry_rows, log, e);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    struct database db;
    struct error e = {0};
    bool well = database_open(&db, argv[1], SQLITE_OPEN_READWRITE, &e) &&
        database_run(&db, argv[2], &e) &&
        database_run(&db, "DELETE FROM records WHERE game NOT IN (SELECT id FROM games)", &e) &&
        (argc == 3 || chain(&db, &e));
    if (!well)
        fprintf(stderr, "tamper: %s\n", e.words);
    database_close(&db);
    return well ? 0 : 1;
}
