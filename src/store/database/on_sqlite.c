#include "store/database/on_sqlite.h"

#include "store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <sqlite3.h>

enum {
    BUSY_MS = 5000,       // how long to wait for someone else's look at the file
    PATH_SPARE_BYTES = 8, // of a path: SQLite puts "-journal" behind it
    BYTES_LEAST = 512,    // of a database: the smallest page
};

struct on_sqlite_statement {
    struct statement base;
    sqlite3_stmt *handle;
};

static sqlite3_stmt *on_sqlite_handle(const struct statement *s)
{
    return ((const struct on_sqlite_statement *)s)->handle;
}

// --- Words ---------------------------------------------------------------------------------------

static const struct {
    int code; // of SQLite, the low byte
    const char *words;
} on_sqlite_failures[] = {
    {SQLITE_FULL, "the disk is full"},
    {SQLITE_READONLY, "the file, its folder or its disk is read-only"},
    {SQLITE_PERM, "no permission to use the file"},
    {SQLITE_CANTOPEN, "the file, or one beside it, cannot be opened"},
    {SQLITE_IOERR, "the disk cannot be read or written"},
    {SQLITE_CORRUPT, "the file is damaged"},
    {SQLITE_NOTADB, "not a contest of agon, or the file is damaged"},
    {SQLITE_BUSY, "another program has locked the file"},
    {SQLITE_LOCKED, "another program has locked the file"},
    {SQLITE_PROTOCOL, "another program has locked the file"},
    {SQLITE_NOMEM, "no memory is left"},
};

static bool on_sqlite_fail(const struct database *db, struct error *e)
{
    int code = sqlite3_extended_errcode(db->inside);
    const char *words = NULL;
    for (size_t i = 0; i < sizeof on_sqlite_failures / sizeof on_sqlite_failures[0] && !words;
         i++) {
        if (on_sqlite_failures[i].code == (code & 0xFF))
            words = on_sqlite_failures[i].words;
    }
    if (words == NULL)
        return database_wrong(db, sqlite3_errmsg(db->inside), e);
    // What the system said is worth more than SQLite's own name for it. Only these two keep it.
    bool has_system_error = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
    int system_error = has_system_error ? sqlite3_system_errno(db->inside) : 0;
    return error_set(e, "%s: %s (%s, SQLite %d)", engine_shown(db->location), words,
        system_error != 0 ? strerror(system_error) : sqlite3_errstr(code), code);
}

void on_sqlite_library(struct text *out)
{
    text_format(out, "SQLite %s", sqlite3_libversion());
}

// --- Opening -------------------------------------------------------------------------------------

// True if the file has a size that a database can have. An empty file must not be opened: SQLite
// would take it for a new one and delete the log beside it, which may hold results. By its size
// alone: opening it here and closing it again would give up the locks that SQLite may have on it in
// this process. SQLite itself refuses what is no database but has the size of one.
static bool on_sqlite_is_not_cut(const char *path, struct error *e)
{
    struct stat s;
    if (stat(path, &s) != 0 || s.st_size >= BYTES_LEAST)
        return true; // SQLite says why a file that is not there cannot be opened
    if (!S_ISREG(s.st_mode))
        return error_set(e, "%s is not a file", engine_shown(path));
    return error_set(e,
        "%s: the file is %s: cut off, or not a contest of agon   (restore a backup, or remove it to"
        " begin anew)",
        engine_shown(path), s.st_size == 0 ? "empty" : "too short");
}

// SQLite has a limit of its own, and for a path beyond it no words.
static bool on_sqlite_is_too_long(const char *path)
{
    const sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    return system != NULL && strlen(path) + PATH_SPARE_BYTES > (size_t)system->mxPathname;
}

// Opens the file by `name`, which is a URI if the flags say so.
static bool on_sqlite_open(struct database *db, const char *name, int flags, struct error *e)
{
    sqlite3 *handle = NULL;
    // One thread at a time uses a connection, so that SQLite need not lock it.
    int code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    db->inside = handle;
    if (code == SQLITE_CANTOPEN && on_sqlite_is_too_long(name))
        return database_wrong(db, "its path is too long for SQLite: move the contest nearer", e);
    if (code != SQLITE_OK)
        return on_sqlite_fail(db, e);
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, BUSY_MS);
    return true;
}

// Opens a file for reading in a folder where nothing can be written, not even the files that SQLite
// makes for readers. Only for a file that nobody writes to.
static bool on_sqlite_open_still(struct database *db, struct error *e)
{
    struct text uri = text_growing();
    text_string(&uri, "file:");
    for (const char *c = db->location; *c != '\0'; c++) {
        if (strchr("?#%", *c) != NULL)
            text_format(&uri, "%%%02X", (unsigned char)*c);
        else
            text_char(&uri, *c);
    }
    text_string(&uri, "?immutable=1");
    bool opened = uri.cut
        ? error_set(e, "no memory to open a contest")
        : on_sqlite_open(db, uri.bytes, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, e);
    text_destroy(&uri);
    return opened;
}

static void on_sqlite_close(struct database *db)
{
    sqlite3_close(db->inside);
    db->inside = NULL;
}

// The log beside a contest's file, by the file's name behind all links. When in doubt, it holds
// something.
enum on_sqlite_log { LOG_MISSING, LOG_EMPTY, LOG_USED };

static enum on_sqlite_log on_sqlite_look_at_log(const char *path)
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
static int on_sqlite_choose_flags(const char *path)
{
    return on_sqlite_look_at_log(path) == LOG_USED ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
}

// The first look at the file fixes the moment that is read.
static bool on_sqlite_begin_to_read(const struct database *db, struct error *e)
{
    int64_t things;
    return database_run(db, "BEGIN", e) &&
        database_number(db, "SELECT count(*) FROM sqlite_schema", &things, e);
}

bool on_sqlite_open_to_read(struct database *db, struct error *e)
{
    const char *path = db->location;
    if (!on_sqlite_is_not_cut(path, e))
        return false;
    if (on_sqlite_open(db, path, on_sqlite_choose_flags(path), e) && on_sqlite_begin_to_read(db, e))
        return true;
    int code = sqlite3_errcode(db->inside) & 0xFF;
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) ||
        on_sqlite_look_at_log(path) != LOG_MISSING)
        return false;
    // Closed in order, in a folder where nobody can write: it cannot change.
    on_sqlite_close(db);
    return on_sqlite_open_still(db, e) && on_sqlite_begin_to_read(db, e);
}

bool on_sqlite_open_to_write(struct database *db, struct error *e)
{
    return on_sqlite_is_not_cut(db->location, e) &&
        on_sqlite_open(db, db->location, SQLITE_OPEN_READWRITE, e);
}

// Pages of 8 KiB: a packed record has 2 or 3, of which a page of 4 KiB would hold one.
bool on_sqlite_open_draft(struct database *db, const char *draft, struct error *e)
{
    return on_sqlite_open(db, draft, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e) &&
        database_run(db, "PRAGMA page_size = 8192; PRAGMA synchronous = FULL", e);
}

static bool on_sqlite_make_durable(const struct database *db, struct error *e)
{
    struct statement *s = database_prepare(db, "PRAGMA journal_mode = WAL", e);
    if (s == NULL)
        return false;
    enum statement_step step = statement_step(s);
    size_t length;
    bool is_wal = step == STATEMENT_ROW && strcmp(statement_text(s, 0, &length), "wal") == 0;
    // The first step only says what will be; the second one changes a new file.
    if (step == STATEMENT_ROW)
        step = statement_step(s);
    bool ended = step == STATEMENT_DONE;
    if (!ended)
        database_fail(db, e);
    else if (!is_wal)
        database_wrong(db, "this disk cannot hold a write-ahead log: use a local one", e);
    statement_finalize(s);
    // FULL: the log is on the disk when COMMIT returns. With NORMAL it would be later, and a power
    // cut could take back what was reported.
    return ended && is_wal &&
        database_run(db, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216", e);
}

// --- The file as a whole -------------------------------------------------------------------------

static bool on_sqlite_run(const struct database *db, const char *sql, struct error *e)
{
    return sqlite3_exec(db->inside, sql, NULL, NULL, NULL) == SQLITE_OK || on_sqlite_fail(db, e);
}

static bool on_sqlite_begin(const struct database *db, struct error *e)
{
    return on_sqlite_run(db, "BEGIN IMMEDIATE", e);
}

static bool on_sqlite_commit(const struct database *db, struct error *e)
{
    return on_sqlite_run(db, "COMMIT", e);
}

static bool on_sqlite_read_version(const struct database *db, int64_t *version, struct error *e)
{
    int64_t application, things;
    if (!database_number(db, "PRAGMA application_id", &application, e) ||
        !database_number(db, "PRAGMA user_version", version, e) ||
        !database_number(db, "SELECT count(*) FROM sqlite_schema", &things, e))
        return false;
    return application == SCHEMA_APPLICATION ||
        (application == 0 && *version == 0 && things == 0) ||
        database_wrong(db, "an SQLite file of another program, not a contest of agon", e);
}

static bool on_sqlite_write_version(const struct database *db, int version, struct error *e)
{
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
        SCHEMA_APPLICATION, version);
    return on_sqlite_run(db, sql, e);
}

static bool on_sqlite_check_pages(const struct database *db, bool *sound, struct error *e)
{
    struct statement *s = database_prepare(db, "PRAGMA integrity_check(1)", e);
    if (s == NULL)
        return false;
    size_t length;
    bool ran = statement_step(s) == STATEMENT_ROW;
    const char *words = ran ? statement_text(s, 0, &length) : NULL;
    *sound = words != NULL && strcmp(words, "ok") == 0;
    if (!ran)
        on_sqlite_fail(db, e);
    statement_finalize(s);
    return ran;
}

static bool on_sqlite_shrink(const struct database *db, struct error *e)
{
    return on_sqlite_run(db, "VACUUM", e);
}

// --- Statements ----------------------------------------------------------------------------------

static struct statement *on_sqlite_prepare(
    const struct database *db, const char *sql, bool walks, struct error *e)
{
    (void)walks; // SQLite reads row by row
    struct on_sqlite_statement *s = calloc(1, sizeof *s);
    if (s == NULL) {
        database_wrong(db, "no memory is left", e);
        return NULL;
    }
    s->base.db = db;
    if (sqlite3_prepare_v2(db->inside, sql, -1, &s->handle, NULL) == SQLITE_OK)
        return &s->base;
    on_sqlite_fail(db, e);
    free(s);
    return NULL;
}

static void on_sqlite_finalize(struct statement *s)
{
    sqlite3_finalize(on_sqlite_handle(s));
    free(s);
}

static void on_sqlite_bind_number(struct statement *s, int parameter, int64_t number)
{
    sqlite3_bind_int64(on_sqlite_handle(s), parameter, number);
}

static void on_sqlite_bind_text(struct statement *s, int parameter, const char *text)
{
    sqlite3_bind_text(on_sqlite_handle(s), parameter, text, -1, SQLITE_STATIC);
}

static void on_sqlite_bind_bytes(
    struct statement *s, int parameter, const void *bytes, size_t length)
{
    sqlite3_bind_blob64(on_sqlite_handle(s), parameter, bytes, length, SQLITE_STATIC);
}

static void on_sqlite_bind_null(struct statement *s, int parameter)
{
    sqlite3_bind_null(on_sqlite_handle(s), parameter);
}

static enum statement_step on_sqlite_step(struct statement *s)
{
    int code = sqlite3_step(on_sqlite_handle(s));
    return code == SQLITE_ROW ? STATEMENT_ROW
        : code == SQLITE_DONE ? STATEMENT_DONE
                              : STATEMENT_FAILED;
}

static void on_sqlite_reset(struct statement *s)
{
    sqlite3_reset(on_sqlite_handle(s));
}

static bool on_sqlite_run_statement(struct statement *s)
{
    bool ran = on_sqlite_step(s) == STATEMENT_DONE;
    on_sqlite_reset(s);
    return ran;
}

static int64_t on_sqlite_number(const struct statement *s, int column)
{
    return sqlite3_column_int64(on_sqlite_handle(s), column);
}

static const char *on_sqlite_text(const struct statement *s, int column, size_t *length)
{
    const char *text = (const char *)sqlite3_column_text(on_sqlite_handle(s), column);
    *length = (size_t)sqlite3_column_bytes(on_sqlite_handle(s), column);
    return text;
}

static const void *on_sqlite_bytes(const struct statement *s, int column, size_t *length)
{
    const void *bytes = sqlite3_column_blob(on_sqlite_handle(s), column);
    *length = (size_t)sqlite3_column_bytes(on_sqlite_handle(s), column);
    return bytes;
}

static bool on_sqlite_is_null(const struct statement *s, int column)
{
    return sqlite3_column_type(on_sqlite_handle(s), column) == SQLITE_NULL;
}

const struct database_engine on_sqlite = {
    .schema = &schema_of_sqlite,
    .is_file = true,
    .close = on_sqlite_close,
    .make_durable = on_sqlite_make_durable,
    .fail = on_sqlite_fail,
    .run = on_sqlite_run,
    .begin = on_sqlite_begin,
    .commit = on_sqlite_commit,
    .read_version = on_sqlite_read_version,
    .write_version = on_sqlite_write_version,
    .check_pages = on_sqlite_check_pages,
    .shrink = on_sqlite_shrink,
    .prepare = on_sqlite_prepare,
    .finalize = on_sqlite_finalize,
    .bind_number = on_sqlite_bind_number,
    .bind_text = on_sqlite_bind_text,
    .bind_bytes = on_sqlite_bind_bytes,
    .bind_null = on_sqlite_bind_null,
    .step = on_sqlite_step,
    .run_statement = on_sqlite_run_statement,
    .reset = on_sqlite_reset,
    .number = on_sqlite_number,
    .text = on_sqlite_text,
    .bytes = on_sqlite_bytes,
    .is_null = on_sqlite_is_null,
};
