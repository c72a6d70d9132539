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
    struct statement *update = database_prepare(db, sql, e);
    if (!update)
        return false;
    statement_bind_bytes(update, 1, hash, SHA256_BYTES);
    statement_bind_number(update, 2, id);
    bool done = statement_step(update) == STATEMENT_DONE || database_fail(db, e);
    statement_finalize(update);
    return done;
}

// The link of every row of the table, from the head of the chain on.
static bool chain_table(const struct database *db, const char *name, const struct row_table *table,
    unsigned char head[SHA256_BYTES], struct error *e)
{
    char sql[1024], update[96];
    struct text select = TEXT_IN(sql);
    text_string(&select, "SELECT id, ");
    row_names(table, "", schema_of_sqlite.version, &select);
    text_format(&select, " FROM %s ORDER BY id", name);
    snprintf(update, sizeof update, "UPDATE %s SET hash = $1 WHERE id = $2", name);
    struct statement *walk = database_prepare(db, sql, e);
    bool well = walk != NULL;
    while (well && statement_step(walk) == STATEMENT_ROW) {
        union {
            struct store_game game;
            struct store_entry entry;
        } row;
        well = row_read(table, &row, walk, 1);
        if (well)
            row_chain(table, &row, head);
        well = well && put_hash(db, update, statement_number(walk, 0), head, e);
    }
    statement_finalize(walk);
    return well;
}

static bool chain(const struct database *db, struct error *e)
{
    struct statement *select = database_prepare(db, "SELECT seed, text FROM contest", e);
    struct store_contest contest;
    if (!select || statement_step(select) != STATEMENT_ROW ||
        !row_read(&contest_rows, &contest, select, 0))
        return database_fail(db, e);
    unsigned char games[SHA256_BYTES], log[SHA256_BYTES], text[SHA256_BYTES];
    row_chain_begin(&contest, games);
    memcpy(log, games, sizeof log);
    struct sha256 s = sha256_begin();
    sha256_add(&s, contest.text, strlen(contest.text));
    sha256_end(&s, text);
    statement_finalize(select);
    return put_hash(db, "UPDATE contest SET hash = $1 WHERE \"only\" = $2", 1, text, e) &&
        chain_table(db, "games", &game_rows, games, e) &&
        chain_table(db, "log", &entry_rows, log, e);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    struct database db;
    struct error e = {0};
    bool well = database_open_to_write(&db, argv[1], &e) && database_run(&db, argv[2], &e) &&
        database_run(&db, "DELETE FROM records WHERE game NOT IN (SELECT id FROM games)", &e) &&
        (argc == 3 || chain(&db, &e));
    if (!well)
        fprintf(stderr, "tamper: %s\n", e.words);
    database_close(&db);
    return well ? 0 : 1;
}
