#include "store/check.h"

#include "store/database/engine.h"
#include "store/row.h"
#include "store/schema.h"
#include "store/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_BYTES = 192 };

// More rows than any file has: beyond it lies what a forger may write.
static const int64_t ROWS_MOST = INT64_C(1) << 48;

// A walk along one chain. After a row that is wrong it goes on with the hash that is stored there:
// so every row is named that was changed, and not all that stand behind the first.
struct trail {
    const struct check *check;
    struct chain at;
    bool lost; // a row is missing: the next one cannot be checked
    int64_t counting;
};

static enum walk_step check_tell(const struct trail *t, int64_t play, const char *words)
{
    return t->check->found(t->check->user, play, words) ? WALK_ON : WALK_STOP;
}

// Goes to the row with this id, which should be the next one. `table`: "the games" or "the log".
static enum walk_step check_go_to(struct trail *t, const char *table, int64_t id)
{
    char words[WORDS_BYTES];
    int64_t first = t->at.rows + 1, last = id > 0 ? id - 1 : 0;
    if (id == first) {
        t->at.rows = id;
        return WALK_ON;
    }
    t->lost = true;
    if (id < 1 || id > ROWS_MOST) {
        snprintf(words, sizeof words, "there can be no row %" PRId64 " of %s", id, table);
        return check_tell(t, 0, words);
    }
    if (first == last)
        snprintf(words, sizeof words, "row %" PRId64 " of %s is missing", first, table);
    else
        snprintf(words, sizeof words, "rows %" PRId64 " to %" PRId64 " of %s are missing", first,
            last, table);
    t->at.rows = id;
    return check_tell(t, 0, words);
}

// Takes the next link of the chain. False: the row does not fit to those before it.
static bool check_follow(struct trail *t, const struct row_table *table, const void *row,
    const unsigned char hash[SHA256_BYTES])
{
    row_chain(table, row, t->at.head);
    bool fits = t->lost || memcmp(t->at.head, hash, SHA256_BYTES) == 0;
    memcpy(t->at.head, hash, SHA256_BYTES);
    t->lost = false;
    return fits;
}

static struct trail check_begin(const struct check *c)
{
    struct trail t = {.check = c};
    row_chain_begin(c->contest, t.at.head);
    return t;
}

// --- Games ---------------------------------------------------------------------------------------

static enum walk_step check_tell_game(
    const struct trail *t, const struct game_row *row, const char *what)
{
    char words[WORDS_BYTES];
    const struct store_game *g = &row->game;
    bool readable = strcmp(row->damage, "is damaged") != 0;
    if (readable)
        snprintf(
            words, sizeof words, "game %" PRId64 " (row %" PRId64 ") %s", g->play, g->id, what);
    else
        snprintf(words, sizeof words, "the game in row %" PRId64 " %s", g->id, what);
    return check_tell(t, readable ? g->play : 0, words);
}

static enum walk_step check_game(void *user, const struct game_row *row, struct error *e)
{
    (void)e;
    struct trail *t = user;
    if (check_go_to(t, "the games", row->game.id) == WALK_STOP)
        return WALK_STOP;
    t->counting += row->void_entry == 0;
    if (row->damage[0] != '\0') {
        t->lost = true;
        return check_tell_game(t, row, row->damage);
    }
    if (!check_follow(t, &game_rows, &row->game, row->hash))
        return check_tell_game(t, row, "was changed after it was stored");
    if (row->void_entry == 0 || (row->entry_is_of_void && row->entry_game == row->game.id))
        return WALK_ON;
    return check_tell_game(t, row, "is marked void, but the log does not say so");
}

bool check_games(const struct check *c, struct chain *end, int64_t *counting, struct error *e)
{
    struct trail t = check_begin(c);
    if (!walk_games(c->db, WALK_AS_STORED, check_game, &t, e))
        return false;
    *end = t.at;
    *counting = t.counting;
    return true;
}

// --- The log -------------------------------------------------------------------------------------

static enum walk_step check_tell_entry(const struct trail *t, int64_t id, const char *what)
{
    char words[WORDS_BYTES];
    snprintf(words, sizeof words, "log entry %" PRId64 " %s", id, what);
    return check_tell(t, 0, words);
}

static enum walk_step check_entry(void *user, const struct entry_row *row, struct error *e)
{
    (void)e;
    struct trail *t = user;
    const struct store_entry *entry = &row->entry;
    if (check_go_to(t, "the log", entry->id) == WALK_STOP)
        return WALK_STOP;
    if (row->damage[0] != '\0') {
        t->lost = true;
        return check_tell_entry(t, entry->id, row->damage);
    }
    if (!check_follow(t, &entry_rows, entry, row->hash))
        return check_tell_entry(t, entry->id, "was changed after it was stored");
    if (strcmp(entry->kind, "void") != 0 || row->game_void_entry == entry->id)
        return WALK_ON;
    char words[WORDS_BYTES];
    snprintf(words, sizeof words,
        "the game in row %" PRId64 " counts although the log says it is void", entry->game);
    return check_tell(t, 0, words);
}

bool check_log(const struct check *c, struct chain *end, struct error *e)
{
    struct trail t = check_begin(c);
    if (!walk_log(c->db, check_entry, &t, e))
        return false;
    *end = t.at;
    return true;
}

// --- Records -------------------------------------------------------------------------------------

bool check_records(const struct check *c, struct error *e)
{
    int64_t strangers = 0;
    if (c->db->format < SCHEMA_WITH_RECORDS)
        return true;
    if (!database_number(c->db,
            "SELECT count(*) FROM records r WHERE NOT EXISTS"
            " (SELECT 1 FROM games g WHERE g.id = r.game AND g.record_hash IS NOT NULL)",
            &strangers, e))
        return false;
    if (strangers > 0)
        c->found(c->user, 0, "there are records of games that had none");
    return true;
}

// --- Pages ---------------------------------------------------------------------------------------

bool check_pages(const struct check *c, struct error *e)
{
    bool sound;
    if (!c->db->engine->check_pages(c->db, &sound, e))
        return false;
    if (!sound)
        c->found(c->user, 0, "the file is damaged");
    return true;
}
