// One connection to an SQLite file, with an error message for everything that can go wrong.
#ifndef AGON_STORE_DATABASE_H
#define AGON_STORE_DATABASE_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

#include <sqlite3.h>

struct database {
    sqlite3 *handle;
    char *path;  // owned
    int version; // of the schema of the file (schema_check); 0 if not known
};

// Appends the name and the version of the library behind it: "SQLite 3.40.1".
void database_library(struct text *out);

// True if the file has a size that a database can have. An empty file must not be opened: SQLite
// would take it for a new one and delete the log beside it, which may hold results.
bool database_is_not_cut(const char *path, struct error *e);

// `flags` are those of sqlite3_open_v2. One may close a database after a failure, and twice.
bool database_open(struct database *db, const char *path, int flags, struct error *e);
// The same, but opens the file by `name`, which is a URI if the flags say so; messages have `path`.
bool database_open_as(
    struct database *db, const char *path, const char *name, int flags, struct error *e);
// Opens a file for reading in a folder where nothing can be written, not even the files that SQLite
// makes for readers. Only for a file that nobody writes to.
bool database_open_still(struct database *db, const char *path, struct error *e);
void database_close(struct database *db);

// Fills `e` with the last error of the connection. Returns false.
bool database_fail(const struct database *db, struct error *e);
// Fills `e` with another problem of the file. Returns false.
bool database_wrong(const struct database *db, const char *words, struct error *e);

bool database_run(const struct database *db, const char *sql, struct error *e);
// Gets the number that a query returns: one row with one column.
bool database_number(const struct database *db, const char *sql, int64_t *number, struct error *e);
// Returns NULL and fills `e` on failure. The caller finalizes the statement.
sqlite3_stmt *database_prepare(const struct database *db, const char *sql, struct error *e);

#endif
