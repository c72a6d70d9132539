// One connection to an SQLite file, with words for everything that can go wrong with it.
#ifndef AGON_STORE_DATABASE_H
#define AGON_STORE_DATABASE_H

#include "base/error.h"

#include <stdint.h>

#include <sqlite3.h>

struct database {
    sqlite3 *handle;
    char *path;  // owned
    int version; // of the schema that the file has, once somebody has looked; 0: not known
};

// Does the file have a size that a database can have? An empty one must not be opened: SQLite takes
// it for new, and deletes the log beside it, in which results may stand.
bool database_is_not_cut(const char *path, struct error *e);

// `flags` as for sqlite3_open_v2. Harmless to close after a failure, and twice.
bool database_open(struct database *db, const char *path, int flags, struct error *e);
// The same under another name, which is a URI where the flags say so; words tell `path`.
bool database_open_as(
    struct database *db, const char *path, const char *name, int flags, struct error *e);
// To be read where nothing can be written, not even the files beside it that SQLite makes for
// readers. Only for a file that nobody writes to.
bool database_open_still(struct database *db, const char *path, struct error *e);
void database_close(struct database *db);

// The last error of the connection in words. Returns false.
bool database_fail(const struct database *db, struct error *e);
// Any other thing that is wrong with the file. Returns false.
bool database_wrong(const struct database *db, const char *words, struct error *e);

bool database_run(const struct database *db, const char *sql, struct error *e);
// The only value that a query gives.
bool database_number(const struct database *db, const char *sql, int64_t *number, struct error *e);
// NULL on failure; finalized by the caller.
sqlite3_stmt *database_prepare(const struct database *db, const char *sql, struct error *e);

#endif
