#include "store/writer.h"

#include "store/row.h"
#include "store/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// --- The contest ---------------------------------------------------------------------------------

static bool writer_begin_contest(
    const struct database *db, const struct store_contest *contest, struct error *e)
{
    sqlite3_stmt *insert =
        database_prepare(db, "INSERT INTO contest (only, hash, seed, text) VALUES (1, ?, ?, ?)", e);
    if (insert == NULL)
        return false;
    unsigned char hash[SHA256_BYTES];
    row_contest_hash(contest, hash);
    sqlite3_bind_blob(insert, 1, hash, sizeof hash, SQLITE_STATIC);
    row_bind(&contest_rows, contest, insert, 2);
    bool written = sqlite3_step(insert) == SQLITE_DONE || database_fail(db, e);
    sqlite3_finalize(insert);
    return written;
}

// Compares the contest with that of the file, and finds out where the chains begin.
static bool writer_settle_contest(
    struct writer *w, const struct store_contest *contest, struct error *e)
{
    sqlite3_stmt *select = database_prepare(&w->db, "SELECT seed, text, hash FROM contest", e);
    if (select == NULL)
        return false;
    bool settled = false;
    struct store_contest stored;
    int code = sqlite3_step(select);
    if (code == SQLITE_DONE) {
        database_wrong(&w->db, "there is no contest in it", e);
    } else if (code != SQLITE_ROW) {
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
    sqlite3_finalize(select);
    return settled;
}

// --- A new file ----------------------------------------------------------------------------------

// What somebody left who was killed here. The journal first: it would spoil the next file.
static void writer_remove_draft(const char *draft, const char *journal)
{
    unlink(journal);
    unlink(draft);
}

// Pages of 8 KiB: a packed record has 2 or 3, of which a page of 4 KiB would hold one.
static bool writer_write_draft(
    const char *path, const char *draft, const struct store_contest *contest, struct error *e)
{
    struct database db;
    bool written =
        database_open_as(&db, path, draft, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e) &&
        database_run(
            &db, "PRAGMA page_size = 8192; PRAGMA synchronous = FULL; BEGIN IMMEDIATE", e) &&
        schema_update(&db, &schema_current, e) && writer_begin_contest(&db, contest, e) &&
        database_run(&db, "COMMIT", e);
    database_close(&db);
    return written;
}

bool writer_create(const char *path, const struct store_contest *contest, struct error *e)
{
    struct text draft = text_growing(), journal = text_growing();
    text_format(&draft, "%s-new", path);
    text_format(&journal, "%s-new-journal", path);
    bool created = !draft.cut && !journal.cut;
    if (!created) {
        error_set(e, "no memory to begin a contest");
    } else {
        writer_remove_draft(draft.bytes, journal.bytes);
        created = writer_write_draft(path, draft.bytes, contest, e) &&
            (rename(draft.bytes, path) == 0 ||
                error_set(e, "%s cannot be made: %s", path, strerror(errno)));
        if (!created)
            writer_remove_draft(draft.bytes, journal.bytes);
    }
    text_destroy(&draft);
    text_destroy(&journal);
    return created;
}

// --- Opening -------------------------------------------------------------------------------------

static bool writer_set_up_journal(const struct database *db, struct error *e)
{
    sqlite3_stmt *statement = database_prepare(db, "PRAGMA journal_mode = WAL", e);
    if (statement == NULL)
        return false;
    int code = sqlite3_step(statement);
    bool is_wal =
        code == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    // The first step only says what will be; the second one changes a new file.
    if (code == SQLITE_ROW)
        code = sqlite3_step(statement);
    bool ended = code == SQLITE_DONE;
    if (!ended)
        database_fail(db, e);
    else if (!is_wal)
        database_wrong(db, "this disk cannot hold a write-ahead log: use a local one", e);
    sqlite3_finalize(statement);
    // FULL: the log is on the disk when COMMIT returns. With NORMAL it would be later, and a power
    // cut could take back what was reported.
    return ended && is_wal &&
        database_run(db, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216", e);
}

static bool writer_find_end(
    const struct database *db, const char *sql, struct chain *chain, struct error *e)
{
    sqlite3_stmt *last = database_prepare(db, sql, e);
    if (last == NULL)
        return false;
    int code = sqlite3_step(last);
    bool found = code == SQLITE_DONE; // no row yet: the chain begins where it begins
    if (code == SQLITE_ROW && sqlite3_column_bytes(last, 1) == SHA256_BYTES) {
        chain->rows = sqlite3_column_int64(last, 0);
        memcpy(chain->head, sqlite3_column_blob(last, 1), SHA256_BYTES);
        found = true;
    } else if (code == SQLITE_ROW) {
        database_wrong(db, "the hash of its last row is damaged", e);
    } else if (!found) {
        database_fail(db, e);
    }
    sqlite3_finalize(last);
    return found;
}

// `first` names the columns that are not in the table of the row: as many as `firsts`.
static sqlite3_stmt *writer_prepare_insert(const struct database *db, const char *into,
    const char *first, int firsts, const struct row_table *table, struct error *e)
{
    char array[1024];
    struct text sql = TEXT_IN(array);
    text_format(&sql, "INSERT INTO %s (%s, ", into, first);
    row_names(table, "", db->version, &sql);
    text_string(&sql, ") VALUES (?");
    for (int i = 1; i < firsts + table->count; i++)
        text_string(&sql, ", ?");
    text_char(&sql, ')');
    return database_prepare(db, sql.bytes, e);
}

static bool writer_prepare(struct writer *w, struct error *e)
{
    static const char void_game[] =
        "UPDATE games SET void_entry = ?1"
        " WHERE pair = ?2 AND game = ?3 AND void_entry IS NULL RETURNING id";
    w->add_game = writer_prepare_insert(&w->db, "games", "id, hash, void_entry", 3, &game_rows, e);
    if (w->add_game != NULL)
        w->add_entry = writer_prepare_insert(&w->db, "log", "id, hash", 2, &entry_rows, e);
    if (w->add_entry != NULL)
        w->void_game = database_prepare(&w->db, void_game, e);
    if (w->void_game != NULL)
        w->add_dictionary =
            database_prepare(&w->db, "INSERT INTO dictionaries (frame) VALUES (?1)", e);
    if (w->add_dictionary != NULL)
        w->add_record = database_prepare(
            &w->db, "INSERT INTO records (game, dictionary, frame) VALUES (?1, ?2, ?3)", e);
    return w->add_record != NULL;
}

bool writer_open(
    struct writer *w, const char *path, const struct store_contest *contest, struct error *e)
{
    *w = (struct writer){0};
    // What is not ours is not even put into WAL mode.
    return database_is_not_cut(path, e) && database_open(&w->db, path, SQLITE_OPEN_READWRITE, e) &&
        schema_check(&w->db, &schema_current, e) &&
        (w->db.version > 0 || database_wrong(&w->db, "there is no contest in it", e)) &&
        writer_set_up_journal(&w->db, e) && database_run(&w->db, "BEGIN IMMEDIATE", e) &&
        schema_update(&w->db, &schema_current, e) && writer_settle_contest(w, contest, e) &&
        database_run(&w->db, "COMMIT", e) &&
        writer_find_end(
            &w->db, "SELECT id, hash FROM games ORDER BY id DESC LIMIT 1", &w->games, e) &&
        writer_find_end(&w->db, "SELECT id, hash FROM log ORDER BY id DESC LIMIT 1", &w->log, e) &&
        writer_prepare(w, e);
}

void writer_destroy(struct writer *w)
{
    sqlite3_finalize(w->add_game);
    sqlite3_finalize(w->add_entry);
    sqlite3_finalize(w->void_game);
    sqlite3_finalize(w->add_dictionary);
    sqlite3_finalize(w->add_record);
    packer_destroy(w->packer);
    database_close(&w->db);
    *w = (struct writer){0};
}

// --- Writing -------------------------------------------------------------------------------------

enum outcome { WRITTEN, REFUSED, FAILED };

static enum outcome writer_run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    if (code == SQLITE_DONE)
        return WRITTEN;
    return code == SQLITE_CONSTRAINT_UNIQUE ? REFUSED : FAILED;
}

// Binds the columns that every chained row begins with: its id and its hash, which goes to `next`.
static void writer_bind_link(sqlite3_stmt *statement, const struct row_table *table,
    const void *row, const struct chain *chain, struct chain *next)
{
    *next = *chain;
    next->rows++;
    row_chain(table, row, next->head);
    sqlite3_bind_int64(statement, 1, next->rows);
    sqlite3_bind_blob(statement, 2, next->head, sizeof next->head, SQLITE_STATIC);
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
    sqlite3_bind_blob64(w->add_dictionary, 1, packed->frame, packed->length, SQLITE_STATIC);
    enum outcome outcome = writer_run(w->add_dictionary);
    if (outcome == WRITTEN)
        w->dictionary = sqlite3_last_insert_rowid(w->db.handle);
    return outcome;
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
    sqlite3_bind_int64(w->add_record, 1, w->games.rows);
    if (w->dictionary > 0)
        sqlite3_bind_int64(w->add_record, 2, w->dictionary);
    else
        sqlite3_bind_null(w->add_record, 2);
    sqlite3_bind_blob64(w->add_record, 3, packed->frame, packed->length, SQLITE_STATIC);
    return writer_run(w->add_record);
}

static enum outcome writer_write_game(struct writer *w, struct addition *a)
{
    if (a->game.record != NULL && writer_choose_dictionary(w, &a->game) != WRITTEN)
        return FAILED;
    unsigned char hash[SHA256_BYTES];
    struct packed packed = writer_pack_record(w, &a->game, hash);
    bool is_void = a->game.void_reason != NULL;
    a->entry.game = w->games.rows + 1;
    if (is_void && writer_write_entry(w, a) != WRITTEN)
        return FAILED;
    struct chain next;
    writer_bind_link(w->add_game, &game_rows, &a->game, &w->games, &next);
    if (is_void)
        sqlite3_bind_int64(w->add_game, 3, w->log.rows);
    else
        sqlite3_bind_null(w->add_game, 3);
    row_bind(&game_rows, &a->game, w->add_game, 4);
    enum outcome outcome = writer_run(w->add_game);
    if (outcome == WRITTEN) {
        w->games = next;
        outcome = packed.frame != NULL ? writer_write_record(w, &packed) : WRITTEN;
    } else if (outcome == REFUSED) {
        error_set(&a->error, "game %" PRId64 " of pair %" PRId64 " is stored already", a->game.game,
            a->game.pair);
    }
    return outcome;
}

static enum outcome writer_write_void(struct writer *w, struct addition *a)
{
    sqlite3_bind_int64(w->void_game, 1, w->log.rows + 1);
    sqlite3_bind_int64(w->void_game, 2, a->game.pair);
    sqlite3_bind_int64(w->void_game, 3, a->game.game);
    int code = sqlite3_step(w->void_game);
    if (code == SQLITE_ROW) {
        a->entry.game = sqlite3_column_int64(w->void_game, 0);
        return writer_run(w->void_game) == WRITTEN ? writer_write_entry(w, a) : FAILED;
    }
    sqlite3_reset(w->void_game);
    if (code != SQLITE_DONE)
        return FAILED;
    error_set(&a->error, "there is no game %" PRId64 " of pair %" PRId64 " to be voided",
        a->game.game, a->game.pair);
    return REFUSED;
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
        !database_run(&w->db, forget_dictionaries, &ignored))
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
        if (!prunes || a->refused || database_run(&w->db, "VACUUM", &e))
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
    if (!database_run(&w->db, "BEGIN IMMEDIATE", e))
        return false;
    for (struct addition *a = list; a != NULL; a = a->next) {
        enum outcome outcome = write_functions[a->kind](w, a);
        if (outcome == FAILED)
            return database_fail(&w->db, e);
        a->refused = outcome == REFUSED;
    }
    if (!database_run(&w->db, "COMMIT", e))
        return false;
    writer_shrink(w, list);
    return true;
}
