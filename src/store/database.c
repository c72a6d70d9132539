#include "store/database.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    BUSY_MS = 5000,         // how long to wait for someone else's look at the file
    PATH_SHOWN_BYTES = 120, // the end of a longer path is what tells files apart
    PATH_SPARE_BYTES = 8,   // of a path: SQLite puts "-journal" behind it
    BYTES_LEAST = 512,      // of a database: the smallest page
};

static const char *database_shown(const char *path)
{
    size_t length = strlen(path);
    return length > PATH_SHOWN_BYTES ? path + length - PATH_SHOWN_BYTES : path;
}

// SQLite has a limit of its own, and for a path beyond it no words.
static bool database_is_too_long(const char *path)
{
    const sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    return system != NULL && strlen(path) + PATH_SPARE_BYTES > (size_t)system->mxPathname;
}

bool database_open_as(
    struct database *db, const char *path, const char *name, int flags, struct error *e)
{
    *db = (struct database){.path = strdup(path)};
    if (db->path == NULL)
        return error_set(e, "no memory to open a contest");
    // One thread at a time uses a connection, so that SQLite need not lock it.
    int code = sqlite3_open_v2(name, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_CANTOPEN && database_is_too_long(name))
        return database_wrong(db, "its path is too long for SQLite: move the contest nearer", e);
    if (code != SQLITE_OK)
        return database_fail(db, e);
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, BUSY_MS);
    return true;
}

// By its size alone: opening it here and closing it again would give up the locks that SQLite may
// have on it in this process. SQLite itself refuses what is no database but has the size of one.
bool database_is_not_cut(const char *path, struct error *e)
{
    struct stat s;
    if (stat(path, &s) != 0 || s.st_size >= BYTES_LEAST)
        return true; // SQLite says why a file that is not there cannot be opened
    if (!S_ISREG(s.st_mode))
        return error_set(e, "%s is not a file", database_shown(path));
    return error_set(e,
        "%s: the file is %s: cut off, or not a contest of agon   (restore a backup, or remove it to"
        " begin anew)",
        database_shown(path), s.st_size == 0 ? "empty" : "too short");
}

bool database_open(struct database *db, const char *path, int flags, struct error *e)
{
    return database_open_as(db, path, path, flags, e);
}

bool database_open_still(struct database *db, const char *path, struct error *e)
{
    struct text uri = text_growing();
    text_string(&uri, "file:");
    for (const char *c = path; *c != '\0'; c++) {
        if (strchr("?#%", *c) != NULL)
            text_format(&uri, "%%%02X", (unsigned char)*c);
        else
            text_char(&uri, *c);
    }
    text_string(&uri, "?immutable=1");
    bool opened = !uri.cut &&
        database_open_as(db, path, uri.bytes, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, e);
    if (uri.cut)
        error_set(e, "no memory to open a contest");
    text_destroy(&uri);
    return opened;
}

void database_close(struct database *db)
{
    sqlite3_close(db->handle);
    free(db->path);
    *db = (struct database){0};
}

// --- Words ---------------------------------------------------------------------------------------

static const struct {
    int code; // of SQLite, the low byte
    const char *words;
} failures[] = {
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

bool database_wrong(const struct database *db, const char *words, struct error *e)
{
    return error_set(e, "%s: %s", database_shown(db->path), words);
}

bool database_fail(const struct database *db, struct error *e)
{
    int code = sqlite3_extended_errcode(db->handle);
    const char *words = NULL;
    for (size_t i = 0; i < sizeof failures / sizeof failures[0] && words == NULL; i++) {
        if (failures[i].code == (code & 0xFF))
            words = failures[i].words;
    }
    if (words == NULL)
        return database_wrong(db, sqlite3_errmsg(db->handle), e);
    // What the system said is worth more than SQLite's own name for it. Only these two keep it.
    bool has_system_error = (code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN;
    int system_error = has_system_error ? sqlite3_system_errno(db->handle) : 0;
    return error_set(e, "%s: %s (%s, SQLite %d)", database_shown(db->path), words,
        system_error != 0 ? strerror(system_error) : sqlite3_errstr(code), code);
}

// --- Statements ----------------------------------------------------------------------------------

bool database_run(const struct database *db, const char *sql, struct error *e)
{
    return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || database_fail(db, e);
}

sqlite3_stmt *database_prepare(const struct database *db, const char *sql, struct error *e)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(db, e);
    return statement;
}

bool database_number(const struct database *db, const char *sql, int64_t *number, struct error *e)
{
    sqlite3_stmt *statement = database_prepare(db, sql, e);
    if (statement == NULL)
        return false;
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        *number = sqlite3_column_int64(statement, 0);
    else
        database_fail(db, e);
    sqlite3_finalize(statement);
    return found;
}

void database_library(struct text *out)
{
    text_format(out, "SQLite %s", sqlite3_libversion());
}
