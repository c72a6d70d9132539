#include "store/writer.h"

#include "store/database/engine.h"
#include "store/database_owner.h"
#include "store/new_contest.h"
#include "store/row.h"
#include "store/schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// --- The contest ---------------------------------------------------------------------------------

// Compares the contest with that of the file, and finds out where the chains begin.
static bool writer_settle_contest(
    struct writer *w, const struct store_contest *contest, struct error *e)
{
    struct statement *select = database_prepare(&w->db, "SELECT seed, text, hash FROM contest", e);
    if (select == NULL)
        return false;
    bool settled = false;
    struct store_contest stored;
    enum statement_step step = statement_step(select);
    if (step == STATEMENT_DONE) {
        database_wrong(&w->db, "there is no contest in it", e);
    } else if (step == STATEMENT_FAILED) {
        database_fail(&w->db, e);
    } else if (!row_read(&contest_rows, &stored, select, 0)) {
        database_wrong(&w->db, "the text of the contest is damaged", e);
    } else if (!row_is_contest_hash(&stored, select, 2)) {
        database_wrong(&w->db, ROW_CONTEST_CHANGED, e);
    } else if (contest != NULL &&
        (contest->seed != stored.seed || strcmp(contest->text, stored.text) != 0)) {
        database_wrong(&w->db,
            contest->seed != stored.seed ? "holds the same contest with another seed"
                                         : "holds another contest",
            e);
    } else {
        settled = true;
        row_chain_begin(&stored, w->games.head);
        w->log = w->games;
    }
    statement_finalize(select);
    return settled;
}

// --- Opening -------------------------------------------------------------------------------------

static bool writer_find_end(
    const struct database *db, const char *sql, struct chain *chain, struct error *e)
{
    struct statement *last = database_prepare(db, sql, e);
    if (last == NULL)
        return false;
    enum statement_step step = statement_step(last);
    bool found =
        step == STATEMENT_DONE || (step == STATEMENT_ROW && row_hash(last, 1, chain->head));
    if (step == STATEMENT_ROW)
        chain->rows = statement_number(last, 0);
    if (step == STATEMENT_FAILED)
        database_fail(db, e);
    else if (!found)
        database_wrong(db, "the hash of its last row is damaged", e);
    statement_finalize(last);
    return found;
}

static bool writer_prepare(struct writer *w, struct error *e)
{
    w->add_game = row_prepare_insert(&w->db, "games", "id, hash, void_entry", 3, &game_rows, e);
    if (w->add_game != NULL)
        w->add_entry = row_prepare_insert(&w->db, "log", "id, hash", 2, &entry_rows, e);
    if (w->add_entry != NULL)
        w->void_game =
            database_prepare(&w->db, "UPDATE games SET void_entry = $1 WHERE id = $2", e);
    if (w->void_game != NULL)
        w->add_dictionary =
            database_prepare(&w->db, "INSERT INTO dictionaries (id, frame) VALUES ($1, $2)", e);
    if (w->add_dictionary != NULL)
        w->add_record = database_prepare(
            &w->db, "INSERT INTO records (game, dictionary, frame) VALUES ($1, $2, $3)", e);
    return w->add_record != NULL;
}

bool writer_open(struct writer *w, const char *location, struct error *e)
{
    *w = (struct writer){0};
    return database_open_to_write(&w->db, location, e);
}

// The tables of an older agon get what is new, and the roles of the fleet their rights on it.
static bool writer_update(struct writer *w, struct error *e)
{
    int before = w->db.version;
    return schema_update(&w->db, e) && (w->db.version == before || new_contest_grant(&w->db, e));
}

static bool writer_count_dictionaries(struct writer *w, struct error *e)
{
    return database_number(
        &w->db, "SELECT coalesce(max(id), 0) FROM dictionaries", &w->dictionaries, e);
}

bool writer_begin(struct writer *w, const struct store_contest *contest, struct error *e)
{
    struct database *db = &w->db;
    // What is not ours is not even put into WAL mode.
    return schema_check(db, e) &&
        (db->version > 0 || database_wrong(db, "there is no contest in it", e)) &&
        database_make_durable(db, e) && database_begin(db, e) && writer_update(w, e) &&
        writer_settle_contest(w, contest, e) && database_commit(db, e) &&
        writer_find_end(db, "SELECT id, hash FROM games ORDER BY id DESC LIMIT 1", &w->games, e) &&
        writer_find_end(db, "SELECT id, hash FROM log ORDER BY id DESC LIMIT 1", &w->log, e) &&
        writer_count_dictionaries(w, e) && writer_prepare(w, e);
}

void writer_destroy(struct writer *w)
{
    statement_finalize(w->add_game);
    statement_finalize(w->add_entry);
    statement_finalize(w->void_game);
    statement_finalize(w->add_dictionary);
    statement_finalize(w->add_record);
    packer_destroy(w->packer);
    database_owner_release(&w->db);
    database_close(&w->db);
    *w = (struct writer){0};
}

// --- Writing -------------------------------------------------------------------------------------

enum outcome { WRITTEN, REFUSED, FAILED };

static enum outcome writer_run(struct statement *statement)
{
    return statement_run(statement) ? WRITTEN : FAILED;
}

// Binds the columns that every chained row begins with: its id and its hash, which goes to `next`.
static void writer_bind_link(struct statement *statement, const struct row_table *table,
    const void *row, const struct chain *chain, struct chain *next)
{
    *next = *chain;
    next->rows++;
    row_chain(table, row, next->head);
    statement_bind_number(statement, 1, next->rows);
    statement_bind_bytes(statement, 2, next->head, sizeof next->head);
}

static enum outcome writer_write_entry(struct writer *w, struct addition *a)
{
    a->entry.at = (int64_t)time(NULL);
    struct chain next;
    writer_bind_link(w->add_entry, &entry_rows, &a->entry, &w->log, &next);
    row_bind(&entry_rows, &a->entry, w->add_entry, 3);
    enum outcome outcome = writer_run(w->add_entry);
    if (outcome == WRITTEN)
        w->log = next;
    return outcome;
}

// --- Records ---

static enum outcome writer_write_dictionary(struct writer *w, const struct packed *packed)
{
    statement_bind_number(w->add_dictionary, 1, ++w->dictionaries);
    statement_bind_bytes(w->add_dictionary, 2, packed->frame, packed->length);
    w->dictionary = w->dictionaries;
    return writer_run(w->add_dictionary);
}

// The record becomes the dictionary for those that follow, if the packer wants it. That goes wrong
// only with the file: without memory there is none.
static enum outcome writer_choose_dictionary(struct writer *w, const struct store_game *g)
{
    if (w->packer == NULL)
        w->packer = packer_create();
    if (w->packer == NULL || !packer_wants(w->packer, g->record_bytes))
        return WRITTEN;
    struct packed packed = packer_set_dictionary(w->packer, g->record, g->record_bytes);
    if (packed.frame != NULL)
        return writer_write_dictionary(w, &packed);
    packer_destroy(w->packer); // it may have a dictionary that the file has not
    w->packer = NULL;
    w->dictionary = 0;
    return WRITTEN;
}

// Packs the record of a game and makes its hash, to which the game then points. What cannot be
// packed is not kept.
static struct packed writer_pack_record(
    struct writer *w, struct store_game *g, unsigned char hash[SHA256_BYTES])
{
    struct packed packed = {0};
    if (g->record != NULL && w->packer != NULL)
        packed = packer_pack(w->packer, g->record, g->record_bytes);
    g->record_hash = packed.frame != NULL ? hash : NULL;
    if (packed.frame == NULL)
        return packed;
    struct sha256 s = sha256_begin();
    sha256_add(&s, g->record, g->record_bytes);
    sha256_end(&s, hash);
    return packed;
}

// Of the game that was written last.
static enum outcome writer_write_record(struct writer *w, const struct packed *packed)
{
    statement_bind_number(w->add_record, 1, w->games.rows);
    if (w->dictionary > 0)
        statement_bind_number(w->add_record, 2, w->dictionary);
    else
        statement_bind_null(w->add_record, 2);
    statement_bind_bytes(w->add_record, 3, packed->frame, packed->length);
    return writer_run(w->add_record);
}

static enum outcome writer_write_game(struct writer *w, struct addition *a)
{
    struct stored_game *stored = stored_games_get(&w->stored, &a->game);
    bool is_void = a->game.void_reason != NULL;
    if (!is_void && stored->id > 0) {
        error_set(&a->error, "game %" PRId64 " of pair %" PRId64 " is stored already", a->game.game,
            a->game.pair);
        return REFUSED;
    }
    if (a->game.record != NULL && writer_choose_dictionary(w, &a->game) != WRITTEN)
        return FAILED;
    unsigned char hash[SHA256_BYTES];
    struct packed packed = writer_pack_record(w, &a->game, hash);
    a->entry.game = w->games.rows + 1;
    if (is_void && writer_write_entry(w, a) != WRITTEN)
        return FAILED;
    struct chain next;
    writer_bind_link(w->add_game, &game_rows, &a->game, &w->games, &next);
    if (is_void)
        statement_bind_number(w->add_game, 3, w->log.rows);
    else
        statement_bind_null(w->add_game, 3);
    row_bind(&game_rows, &a->game, w->add_game, 4);
    if (writer_run(w->add_game) != WRITTEN)
        return FAILED;
    w->games = next;
    if (!is_void)
        stored->id = next.rows;
    return packed.frame != NULL ? writer_write_record(w, &packed) : WRITTEN;
}

static enum outcome writer_write_void(struct writer *w, struct addition *a)
{
    struct stored_game *stored = stored_games_get(&w->stored, &a->game);
    if (stored->id == 0) {
        error_set(&a->error, "there is no game %" PRId64 " of pair %" PRId64 " to be voided",
            a->game.game, a->game.pair);
        return REFUSED;
    }
    statement_bind_number(w->void_game, 1, w->log.rows + 1);
    statement_bind_number(w->void_game, 2, stored->id);
    a->entry.game = stored->id;
    stored->id = 0;
    return writer_run(w->void_game) == WRITTEN ? writer_write_entry(w, a) : FAILED;
}

// --- Dropping records ---

static const char *const pruned[] = {
    [ADD_PRUNE_ALL] = "records",
    [ADD_PRUNE_FAULTLESS] = "records WHERE game IN (SELECT id FROM games WHERE blame = -1)",
};

// Those that no record needs any more.
static const char forget_dictionaries[] =
    "DELETE FROM dictionaries WHERE id NOT IN"
    " (SELECT dictionary FROM records WHERE dictionary IS NOT NULL)";

static enum outcome writer_write_prune(struct writer *w, struct addition *a)
{
    char sql[160], words[96];
    int64_t records, bytes;
    struct error ignored; // whoever is told FAILED asks the database
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", pruned[a->kind]);
    if (!database_number(&w->db, sql, &records, &ignored))
        return FAILED;
    if (records == 0) {
        error_set(&a->error, "there are no records to be dropped");
        return REFUSED;
    }
    snprintf(sql, sizeof sql, "SELECT coalesce(sum(length(frame)), 0) FROM %s", pruned[a->kind]);
    if (!database_number(&w->db, sql, &bytes, &ignored))
        return FAILED;
    snprintf(sql, sizeof sql, "DELETE FROM %s", pruned[a->kind]);
    if (!database_run(&w->db, sql, &ignored) ||
        !database_run(&w->db, forget_dictionaries, &ignored) ||
        !writer_count_dictionaries(w, &ignored))
        return FAILED;
    packer_destroy(w->packer); // the next record begins with a new dictionary
    w->packer = NULL;
    w->dictionary = 0;
    snprintf(words, sizeof words, "%" PRId64 " records dropped%s: %" PRId64 " bytes", records,
        a->kind == ADD_PRUNE_FAULTLESS ? ", but none of a fault" : "", bytes);
    a->entry.words = words;
    a->entry.game = w->games.rows;
    enum outcome outcome = writer_write_entry(w, a);
    a->entry.words = "";
    return outcome;
}

// Gives the room of dropped records back to the disk. If that cannot be, they are gone all the
// same.
static void writer_shrink(struct writer *w, struct addition *list)
{
    for (struct addition *a = list; a != NULL; a = a->next) {
        struct error e;
        bool prunes = a->kind == ADD_PRUNE_ALL || a->kind == ADD_PRUNE_FAULTLESS;
        if (!prunes || a->refused || w->db.engine->shrink(&w->db, &e))
            continue;
        a->refused = true;
        error_set(
            &a->error, "the records were dropped, but the file keeps its size: %.160s", e.words);
    }
}

static enum outcome (*const write_functions[])(struct writer *, struct addition *) = {
    [ADD_GAME] = writer_write_game,
    [ADD_ENTRY] = writer_write_entry,
    [ADD_VOID] = writer_write_void,
    [ADD_PRUNE_ALL] = writer_write_prune,
    [ADD_PRUNE_FAULTLESS] = writer_write_prune,
};

bool writer_write(struct writer *w, struct addition *list, struct error *e)
{
    if (!stored_games_find(&w->stored, &w->db, list, e) || !database_begin(&w->db, e))
        return false;
    for (struct addition *a = list; a != NULL; a = a->next) {
        enum outcome outcome = write_functions[a->kind](w, a);
        if (outcome == FAILED)
            return database_fail(&w->db, e);
        a->refused = outcome == REFUSED;
    }
    if (!database_commit(&w->db, e))
        return false;
    writer_shrink(w, list);
    return true;
}
