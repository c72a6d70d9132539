#include "store/reader.h"

#include "store/row.h"
#include "store/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct reader {
    struct database db;
    struct store_contest contest;
    sqlite3_stmt *contest_row; // holds the contest's text, and the file as it is now
    sqlite3_stmt *has_game;
};

// --- Opening -------------------------------------------------------------------------------------

static bool read_contest(struct reader *r, struct error *e)
{
    r->contest_row = database_prepare(&r->db, "SELECT seed, text, hash FROM contest", e);
    if (r->contest_row == NULL)
        return false;
    int code = sqlite3_step(r->contest_row);
    if (code == SQLITE_DONE)
        return database_wrong(&r->db, "there is no contest in it", e);
    if (code != SQLITE_ROW)
        return database_fail(&r->db, e);
    return row_read(&contest_rows, &r->contest, r->contest_row, 0) ||
        database_wrong(&r->db, "the text of the contest is damaged", e);
}

static bool check_version(struct reader *r, struct error *e)
{
    int version;
    if (!schema_check(&r->db, &schema_current, &version, e))
        return false;
    if (version == 0)
        return database_wrong(&r->db, "there is no contest in it", e);
    return version == schema_current.version ||
        database_wrong(&r->db, "written by an older agon: run the contest once to convert it", e);
}

static bool begin(struct reader *r, struct error *e)
{
    return database_run(&r->db, "BEGIN", e) && check_version(r, e) && read_contest(r, e);
}

// The log beside a contest's file, by the file's name behind all links. When in doubt, it holds
// something.
enum log { LOG_MISSING, LOG_EMPTY, LOG_USED };

static enum log look_at_log(const char *path)
{
    char *name = realpath(path, NULL);
    struct text log = text_growing();
    struct stat s = {.st_size = 1};
    if (name != NULL)
        text_format(&log, "%s-wal", name);
    bool missing = name != NULL && !log.cut && stat(log.bytes, &s) != 0 &&
        (errno == ENOENT || errno == ENOTDIR);
    text_destroy(&log);
    free(name);
    return missing ? LOG_MISSING : s.st_size == 0 ? LOG_EMPTY : LOG_USED;
}

// Whoever looks at a contest makes SQLite put a log there. One that may write takes it away again
// in the end, unless somebody else has come; one that may only read would leave it behind. But a
// log that holds something is another's, who goes on some day: looking changes nothing.
static int choose_flags(const char *path)
{
    return look_at_log(path) == LOG_USED ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
}

struct reader *reader_open(const char *path, struct error *e)
{
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        error_set(e, "no memory to read a contest");
        return NULL;
    }
    if (database_open(&r->db, path, choose_flags(path), e) && begin(r, e))
        return r;
    int code = sqlite3_errcode(r->db.handle) & 0xFF;
    // Closed in order, in a folder where nobody can write: it cannot change.
    if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && look_at_log(path) == LOG_MISSING) {
        sqlite3_finalize(r->contest_row);
        r->contest_row = NULL;
        database_close(&r->db);
        if (database_open_still(&r->db, path, e) && begin(r, e))
            return r;
    }
    reader_close(r);
    return NULL;
}

void reader_close(struct reader *r)
{
    sqlite3_finalize(r->contest_row);
    sqlite3_finalize(r->has_game);
    database_close(&r->db);
    free(r);
}

const struct store_contest *reader_contest(const struct reader *r)
{
    return &r->contest;
}

// --- Small questions -----------------------------------------------------------------------------

bool reader_count(struct reader *r, struct reader_counts *counts, struct error *e)
{
    return database_number(&r->db, "SELECT count(*) FROM games", &counts->games, e) &&
        database_number(
            &r->db, "SELECT count(*) FROM log WHERE kind = 'void'", &counts->voided, e) &&
        database_number(&r->db, "SELECT count(*) FROM log", &counts->entries, e);
}

bool reader_has_game(struct reader *r, int64_t pair, int64_t game, bool *has, struct error *e)
{
    static const char sql[] =
        "SELECT 1 FROM games WHERE pair = ?1 AND game = ?2 AND void_entry IS NULL";
    if (r->has_game == NULL)
        r->has_game = database_prepare(&r->db, sql, e);
    if (r->has_game == NULL)
        return false;
    sqlite3_bind_int64(r->has_game, 1, pair);
    sqlite3_bind_int64(r->has_game, 2, game);
    int code = sqlite3_step(r->has_game);
    *has = code == SQLITE_ROW;
    bool answered = code == SQLITE_ROW || code == SQLITE_DONE || database_fail(&r->db, e);
    sqlite3_reset(r->has_game);
    return answered;
}

bool reader_record(struct reader *r, int64_t id, struct text *record, struct error *e)
{
    sqlite3_stmt *select = database_prepare(&r->db, "SELECT record FROM games WHERE id = ?1", e);
    if (select == NULL)
        return false;
    sqlite3_bind_int64(select, 1, id);
    int code = sqlite3_step(select);
    bool found = code == SQLITE_ROW && sqlite3_column_type(select, 0) == SQLITE_TEXT;
    if (found)
        text_bytes(record, (const char *)sqlite3_column_text(select, 0),
            (size_t)sqlite3_column_bytes(select, 0));
    else if (code == SQLITE_ROW)
        error_set(e, "the record of game %" PRId64 " was not kept", id);
    else if (code == SQLITE_DONE)
        error_set(e, "there is no game %" PRId64, id);
    else
        database_fail(&r->db, e);
    sqlite3_finalize(select);
    return found;
}

// --- Walks ---------------------------------------------------------------------------------------

// A row as it is stored: what the struct says, and what binds it to the rows around it.
struct game_row {
    struct store_game game;
    unsigned char hash[SHA256_BYTES];
    int64_t void_entry;    // 0: it counts
    int64_t entry_game;    // which game that entry is about,
    bool entry_is_of_void; // and whether it is of the kind "void"
};

struct entry_row {
    struct store_entry entry;
    unsigned char hash[SHA256_BYTES];
    int64_t game_void_entry; // which entry the game that it is about names as its own; 0: none
};

static const char *const game_orders[] = {
    [READER_AS_STORED] = "ORDER BY g.id",
    [READER_BY_PAIR] = "WHERE g.void_entry IS NULL ORDER BY g.pair, g.game",
};

static bool wrong_row(
    const struct reader *r, const char *what, int64_t id, const char *words, struct error *e)
{
    char line[160];
    snprintf(line, sizeof line, "%s %" PRId64 " %s", what, id, words);
    return database_wrong(&r->db, line, e);
}

static bool read_hash(sqlite3_stmt *select, int at, unsigned char hash[SHA256_BYTES])
{
    const void *bytes = sqlite3_column_blob(select, at);
    if (bytes == NULL || sqlite3_column_bytes(select, at) != SHA256_BYTES)
        return false;
    memcpy(hash, bytes, SHA256_BYTES);
    return true;
}

static sqlite3_stmt *select_games(struct reader *r, enum reader_order order, struct error *e)
{
    char array[1024];
    struct text sql = TEXT_IN(array);
    text_string(&sql,
        "SELECT g.id, g.hash, coalesce(g.void_entry, 0), coalesce(l.game, 0),"
        " l.kind IS 'void', l.words, ");
    row_names(&game_rows, "g.", false, &sql);
    text_format(
        &sql, " FROM games g LEFT JOIN log l ON l.id = g.void_entry %s", game_orders[order]);
    return database_prepare(&r->db, sql.bytes, e);
}

static bool read_game(struct reader *r, sqlite3_stmt *select, struct game_row *row, struct error *e)
{
    int64_t id = sqlite3_column_int64(select, 0);
    if (!read_hash(select, 1, row->hash) || !row_read(&game_rows, &row->game, select, 6))
        return wrong_row(r, "the game in row", id, "is damaged", e);
    row->game.id = id;
    row->void_entry = sqlite3_column_int64(select, 2);
    row->entry_game = sqlite3_column_int64(select, 3);
    row->entry_is_of_void = sqlite3_column_int(select, 4) != 0;
    const char *words = (const char *)sqlite3_column_text(select, 5);
    row->game.void_reason = row->void_entry == 0 ? NULL : words != NULL ? words : "";
    return true;
}

// What a walk does with each row. GO_ON, or why it ends.
enum step { GO_ON, STOP, WRONG };

static bool walk_games(struct reader *r, enum reader_order order,
    enum step (*each)(void *user, const struct game_row *row, struct error *e), void *user,
    struct error *e)
{
    sqlite3_stmt *select = select_games(r, order, e);
    if (select == NULL)
        return false;
    enum step step = GO_ON;
    int code = SQLITE_DONE;
    while (step == GO_ON && (code = sqlite3_step(select)) == SQLITE_ROW) {
        struct game_row row;
        step = read_game(r, select, &row, e) ? each(user, &row, e) : WRONG;
    }
    if (step == GO_ON && code != SQLITE_DONE) {
        database_fail(&r->db, e);
        step = WRONG;
    }
    sqlite3_finalize(select);
    return step != WRONG;
}

static bool walk_log(struct reader *r,
    enum step (*each)(void *user, const struct entry_row *row, struct error *e), void *user,
    struct error *e)
{
    sqlite3_stmt *select = database_prepare(&r->db,
        "SELECT l.id, l.hash, coalesce(g.void_entry, 0), l.at, l.kind, l.game, l.words"
        " FROM log l LEFT JOIN games g ON g.id = l.game ORDER BY l.id",
        e);
    if (select == NULL)
        return false;
    enum step step = GO_ON;
    int code = SQLITE_DONE;
    while (step == GO_ON && (code = sqlite3_step(select)) == SQLITE_ROW) {
        struct entry_row row = {.game_void_entry = sqlite3_column_int64(select, 2)};
        bool whole = read_hash(select, 1, row.hash) && row_read(&entry_rows, &row.entry, select, 3);
        row.entry.id = sqlite3_column_int64(select, 0);
        step = whole ? each(user, &row, e) : WRONG;
        if (!whole)
            wrong_row(r, "log entry", row.entry.id, "is damaged", e);
    }
    if (step == GO_ON && code != SQLITE_DONE) {
        database_fail(&r->db, e);
        step = WRONG;
    }
    sqlite3_finalize(select);
    return step != WRONG;
}

struct game_visit {
    reader_game *each;
    void *user;
};

static enum step visit_game(void *user, const struct game_row *row, struct error *e)
{
    (void)e;
    const struct game_visit *visit = user;
    return visit->each(visit->user, &row->game) ? GO_ON : STOP;
}

bool reader_walk_games(
    struct reader *r, enum reader_order order, reader_game *each, void *user, struct error *e)
{
    return walk_games(r, order, visit_game, &(struct game_visit){each, user}, e);
}

struct entry_visit {
    reader_entry *each;
    void *user;
};

static enum step visit_entry(void *user, const struct entry_row *row, struct error *e)
{
    (void)e;
    const struct entry_visit *visit = user;
    return visit->each(visit->user, &row->entry) ? GO_ON : STOP;
}

bool reader_walk_log(struct reader *r, reader_entry *each, void *user, struct error *e)
{
    return walk_log(r, visit_entry, &(struct entry_visit){each, user}, e);
}

// --- Verifying -----------------------------------------------------------------------------------

struct check {
    struct reader *reader;
    unsigned char head[SHA256_BYTES];
    int64_t rows;
};

static enum step check_link(struct check *check, const char *what, int64_t id,
    const struct row_table *table, const void *row, const unsigned char hash[SHA256_BYTES],
    struct error *e)
{
    if (id != ++check->rows) {
        wrong_row(check->reader, what, check->rows, "is missing", e);
        return WRONG;
    }
    row_chain(table, row, check->head);
    if (memcmp(check->head, hash, SHA256_BYTES) == 0)
        return GO_ON;
    wrong_row(check->reader, what, id, "was changed after it was stored", e);
    return WRONG;
}

static enum step check_entry(void *user, const struct entry_row *row, struct error *e)
{
    struct check *check = user;
    const struct store_entry *entry = &row->entry;
    if (check_link(check, "log entry", entry->id, &entry_rows, entry, row->hash, e) != GO_ON)
        return WRONG;
    if (strcmp(entry->kind, "void") != 0 || row->game_void_entry == entry->id)
        return GO_ON;
    wrong_row(check->reader, "the game in row", entry->game,
        "counts although the log says it is void", e);
    return WRONG;
}

static enum step check_game(void *user, const struct game_row *row, struct error *e)
{
    struct check *check = user;
    const struct store_game *game = &row->game;
    if (check_link(check, "the game in row", game->id, &game_rows, game, row->hash, e) != GO_ON)
        return WRONG;
    if (row->void_entry == 0 || (row->entry_is_of_void && row->entry_game == game->id))
        return GO_ON;
    wrong_row(check->reader, "the game in row", game->id,
        "is marked void, but the log does not say so", e);
    return WRONG;
}

static bool check_contest(struct reader *r, struct error *e)
{
    unsigned char stored[SHA256_BYTES], hash[SHA256_BYTES];
    struct sha256 s = sha256_begin();
    sha256_add(&s, r->contest.text, strlen(r->contest.text));
    sha256_end(&s, hash);
    if (read_hash(r->contest_row, 2, stored) && memcmp(stored, hash, SHA256_BYTES) == 0)
        return true;
    return database_wrong(&r->db, "the text of the contest was changed after it was stored", e);
}

// SQLite's own check of its pages and indexes.
static bool check_pages(struct reader *r, struct error *e)
{
    sqlite3_stmt *statement = database_prepare(&r->db, "PRAGMA integrity_check(1)", e);
    if (statement == NULL)
        return false;
    bool ran = sqlite3_step(statement) == SQLITE_ROW;
    const char *words = ran ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    bool sound = words != NULL && strcmp(words, "ok") == 0;
    if (!ran)
        database_fail(&r->db, e);
    else if (!sound)
        database_wrong(&r->db, "the file is damaged", e);
    sqlite3_finalize(statement);
    return sound;
}

bool reader_verify(struct reader *r, struct error *e)
{
    struct check games = {.reader = r};
    row_chain_begin(&r->contest, games.head);
    struct check log = games;
    // The games before the pages: whoever changed a game is told which, also where an index
    // noticed.
    return check_contest(r, e) && walk_games(r, READER_AS_STORED, check_game, &games, e) &&
        walk_log(r, check_entry, &log, e) && check_pages(r, e);
}

static enum step chain_game(void *user, const struct game_row *row, struct error *e)
{
    (void)e;
    row_chain(&game_rows, &row->game, user);
    return GO_ON;
}

bool reader_fingerprint(struct reader *r, unsigned char fingerprint[SHA256_BYTES], struct error *e)
{
    row_chain_begin(&r->contest, fingerprint);
    return walk_games(r, READER_BY_PAIR, chain_game, fingerprint, e);
}
