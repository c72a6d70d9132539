#include "store/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const game_orders[] = {
    [WALK_AS_STORED] = "ORDER BY g.id",
    [WALK_BY_PAIR] = "WHERE g.void_entry IS NULL ORDER BY g.pair, g.game",
    [WALK_NEWEST] = "WHERE g.void_entry IS NULL ORDER BY g.id DESC",
};

// Reads what every chained row has: its hash, and its columns from `at` on. "is damaged" if the
// bytes cannot be ours, "has an impossible number: plies is -5" if a number cannot.
static void walk_read_row(const struct row_table *table, void *row, const struct statement *select,
    int at, unsigned char hash[SHA256_BYTES], char damage[WALK_DAMAGE_BYTES])
{
    damage[0] = '\0';
    if (!row_hash(select, 1, hash) || !row_read(table, row, select, at)) {
        snprintf(damage, WALK_DAMAGE_BYTES, "is damaged");
        return;
    }
    row_is_possible(table, row, damage);
}

// --- Games ---------------------------------------------------------------------------------------

static struct statement *walk_select_games(
    const struct database *db, enum walk_order order, struct error *e)
{
    char array[1024];
    struct text sql = TEXT_IN(array);
    text_string(&sql,
        "SELECT g.id, g.hash, coalesce(g.void_entry, 0), coalesce(l.game, 0),"
        " coalesce(l.kind = 'void', false), l.words, ");
    row_names(&game_rows, "g.", db->format, &sql);
    text_format(
        &sql, " FROM games g LEFT JOIN log l ON l.id = g.void_entry %s", game_orders[order]);
    return database_prepare_walk(db, sql.bytes, e);
}

static void walk_read_game(const struct statement *select, struct game_row *row)
{
    walk_read_row(&game_rows, &row->game, select, 6, row->hash, row->damage);
    row->game.id = statement_number(select, 0);
    row->game.record = NULL;
    row->game.record_bytes = 0;
    row->void_entry = statement_number(select, 2);
    row->entry_game = statement_number(select, 3);
    row->entry_is_of_void = statement_number(select, 4) != 0;
    size_t length;
    const char *words = statement_text(select, 5, &length);
    row->game.void_reason = row->void_entry == 0 ? NULL : words != NULL ? words : "";
}

bool walk_games(
    const struct database *db, enum walk_order order, walk_game *each, void *user, struct error *e)
{
    struct statement *select = walk_select_games(db, order, e);
    if (select == NULL)
        return false;
    enum walk_step step = WALK_ON;
    enum statement_step row_step = STATEMENT_DONE;
    while (step == WALK_ON && (row_step = statement_step(select)) == STATEMENT_ROW) {
        struct game_row row;
        walk_read_game(select, &row);
        step = each(user, &row, e);
    }
    bool failed = step == WALK_ON && row_step == STATEMENT_FAILED && !database_fail(db, e);
    statement_finalize(select);
    return !failed && step != WALK_WRONG;
}

// --- The log -------------------------------------------------------------------------------------

bool walk_log(const struct database *db, walk_entry *each, void *user, struct error *e)
{
    struct statement *select = database_prepare_walk(db,
        "SELECT l.id, l.hash, coalesce(g.void_entry, 0), l.at, l.kind, l.game, l.words"
        " FROM log l LEFT JOIN games g ON g.id = l.game ORDER BY l.id",
        e);
    if (select == NULL)
        return false;
    enum walk_step step = WALK_ON;
    enum statement_step row_step = STATEMENT_DONE;
    while (step == WALK_ON && (row_step = statement_step(select)) == STATEMENT_ROW) {
        struct entry_row row = {.game_void_entry = statement_number(select, 2)};
        walk_read_row(&entry_rows, &row.entry, select, 3, row.hash, row.damage);
        row.entry.id = statement_number(select, 0);
        step = each(user, &row, e);
    }
    bool failed = step == WALK_ON && row_step == STATEMENT_FAILED && !database_fail(db, e);
    statement_finalize(select);
    return !failed && step != WALK_WRONG;
}
