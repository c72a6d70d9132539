#include "store/walk.h"

#include "store/row.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const game_orders[] = {
    [WALK_AS_STORED] = "ORDER BY g.id",
    [WALK_BY_PAIR] = "WHERE g.void_entry IS NULL ORDER BY g.pair, g.game",
};

// Reads what every chained row has: its hash, and its columns from `at` on. "is damaged" if the
// bytes cannot be ours, "has an impossible plies: -5" if a number cannot.
static void walk_read_row(const struct row_table *table, void *row, sqlite3_stmt *select, int at,
    unsigned char hash[SHA256_BYTES], char damage[WALK_DAMAGE_BYTES])
{
    damage[0] = '\0';
    if (!row_hash(select, 1, hash) || !row_read(table, row, select, at)) {
        snprintf(damage, WALK_DAMAGE_BYTES, "is damaged");
        return;
    }
    int64_t number;
    const struct column *odd = row_find_impossible(table, row, &number);
    if (odd != NULL)
        snprintf(damage, WALK_DAMAGE_BYTES, "has an impossible number: %s is %" PRId64, odd->name,
            number);
}

// --- Games ---------------------------------------------------------------------------------------

static sqlite3_stmt *walk_select_games(
    const struct database *db, enum walk_order order, struct error *e)
{
    char array[1024];
    struct text sql = TEXT_IN(array);
    text_string(&sql,
        "SELECT g.id, g.hash, coalesce(g.void_entry, 0), coalesce(l.game, 0),"
        " l.kind IS 'void', l.words, ");
    row_names(&game_rows, "g.", db->version, &sql);
    text_format(
        &sql, " FROM games g LEFT JOIN log l ON l.id = g.void_entry %s", game_orders[order]);
    return database_prepare(db, sql.bytes, e);
}

static void walk_read_game(sqlite3_stmt *select, struct game_row *row)
{
    walk_read_row(&game_rows, &row->game, select, 6, row->hash, row->damage);
    row->game.id = sqlite3_column_int64(select, 0);
    row->game.record = NULL;
    row->game.record_bytes = 0;
    row->void_entry = sqlite3_column_int64(select, 2);
    row->entry_game = sqlite3_column_int64(select, 3);
    row->entry_is_of_void = sqlite3_column_int(select, 4) != 0;
    const char *words = (const char *)sqlite3_column_text(select, 5);
    row->game.void_reason = row->void_entry == 0 ? NULL : words != NULL ? words : "";
}

bool walk_games(
    const struct database *db, enum walk_order order, walk_game *each, void *user, struct error *e)
{
    sqlite3_stmt *select = walk_select_games(db, order, e);
    if (select == NULL)
        return false;
    enum walk_step step = WALK_ON;
    int code = SQLITE_DONE;
    while (step == WALK_ON && (code = sqlite3_step(select)) == SQLITE_ROW) {
        struct game_row row;
        walk_read_game(select, &row);
        step = each(user, &row, e);
    }
    bool failed = step == WALK_ON && code != SQLITE_DONE && !database_fail(db, e);
    sqlite3_finalize(select);
    return !failed && step != WALK_WRONG;
}

// --- The log -------------------------------------------------------------------------------------

bool walk_log(const struct database *db, walk_entry *each, void *user, struct error *e)
{
    sqlite3_stmt *select = database_prepare(db,
        "SELECT l.id, l.hash, coalesce(g.void_entry, 0), l.at, l.kind, l.game, l.words"
        " FROM log l LEFT JOIN games g ON g.id = l.game ORDER BY l.id",
        e);
    if (select == NULL)
        return false;
    enum walk_step step = WALK_ON;
    int code = SQLITE_DONE;
    while (step == WALK_ON && (code = sqlite3_step(select)) == SQLITE_ROW) {
        struct entry_row row = {.game_void_entry = sqlite3_column_int64(select, 2)};
        walk_read_row(&entry_rows, &row.entry, select, 3, row.hash, row.damage);
        row.entry.id = sqlite3_column_int64(select, 0);
        step = each(user, &row, e);
    }
    bool failed = step == WALK_ON && code != SQLITE_DONE && !database_fail(db, e);
    sqlite3_finalize(select);
    return !failed && step != WALK_WRONG;
}
