#include "store/stored_games.h"

#include <assert.h>
#include <inttypes.h>

static struct stored_game *stored_games_look_up(struct stored_games *g, int64_t pair, int64_t game)
{
    for (size_t i = 0; i < g->count; i++) {
        if (g->games[i].pair == pair && g->games[i].game == game)
            return &g->games[i];
    }
    return NULL;
}

struct stored_game *stored_games_get(struct stored_games *g, const struct store_game *game)
{
    struct stored_game *found = stored_games_look_up(g, game->pair, game->game);
    assert(found != NULL);
    return found;
}

static void stored_games_collect(struct stored_games *g, const struct addition *list)
{
    g->count = 0;
    for (const struct addition *a = list; a != NULL; a = a->next) {
        bool about_game = a->kind == ADD_GAME || a->kind == ADD_VOID;
        if (!about_game || stored_games_look_up(g, a->game.pair, a->game.game) != NULL)
            continue;
        assert(g->count < STORE_BATCH_MOST);
        g->games[g->count++] = (struct stored_game){a->game.pair, a->game.game, 0};
    }
}

static void stored_games_print(const struct stored_games *g, struct text *sql)
{
    text_string(sql,
        "SELECT pair, game, id FROM games WHERE void_entry IS NULL AND (pair, game) IN (VALUES ");
    for (size_t i = 0; i < g->count; i++)
        text_format(sql, "%s(%" PRId64 ",%" PRId64 ")", i > 0 ? "," : "", g->games[i].pair,
            g->games[i].game);
    text_char(sql, ')');
}

static bool stored_games_read(
    struct stored_games *g, const struct database *db, const char *sql, struct error *e)
{
    struct statement *s = database_prepare(db, sql, e);
    if (s == NULL)
        return false;
    enum statement_step step;
    while ((step = statement_step(s)) == STATEMENT_ROW) {
        struct stored_game *found =
            stored_games_look_up(g, statement_number(s, 0), statement_number(s, 1));
        if (found != NULL)
            found->id = statement_number(s, 2);
    }
    bool read = step == STATEMENT_DONE || database_fail(db, e);
    statement_finalize(s);
    return read;
}

bool stored_games_find(
    struct stored_games *g, const struct database *db, const struct addition *list, struct error *e)
{
    stored_games_collect(g, list);
    if (g->count == 0)
        return true;
    struct text sql = text_growing();
    stored_games_print(g, &sql);
    bool found =
        sql.cut ? error_set(e, "no memory to store games") : stored_games_read(g, db, sql.bytes, e);
    text_destroy(&sql);
    return found;
}
