// One connection to the tables of a contest: an SQLite file, or a schema of a PostgreSQL database.
// Statements are the same text for both, and everything that can go wrong has an error message.
//
// A statement has parameters $1, $2, ..., which stand in its text in this order and are bound in
// this order.
#ifndef AGON_STORE_DATABASE_H
#define AGON_STORE_DATABASE_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

struct database_engine; // store/database/engine.h

struct database {
    const struct database_engine *engine;
    void *inside;   // the engine's own
    char *location; // a path, or an address with the name of the contest; owned
    int version;    // of the schema (schema_check); 0 if there is none, or it is not known
    int format;     // which columns the tables have (store/schema.h)
};

// Appends the names and versions of the libraries behind it: "SQLite 3.40.1, libpq 15.3".
void database_library(struct text *out);

// --- Opening -------------------------------------------------------------------------------------

// One may close a database after a failure, and twice.

// Opens a contest for reading. All that is read belongs to one moment.
bool database_open_to_read(struct database *db, const char *location, struct error *e);
// Opens a contest for writing. A file must exist. The schema of a PostgreSQL database need not;
// whoever writes there must be its owner (store/owner.h).
bool database_open_to_write(struct database *db, const char *location, struct error *e);
// Opens an SQLite file `draft`, and makes it if need be; messages name the file `path`.
bool database_open_draft(struct database *db, const char *path, const char *draft, struct error *e);
void database_close(struct database *db);

// From now on a transaction that is committed is on the disk.
bool database_make_durable(const struct database *db, struct error *e);

// --- Words ---------------------------------------------------------------------------------------

// Fills `e` with the last error of the connection. Returns false.
bool database_fail(const struct database *db, struct error *e);
// Fills `e` with another problem of the contest. Returns false.
bool database_wrong(const struct database *db, const char *words, struct error *e);

// --- Statements ----------------------------------------------------------------------------------

struct statement;

// Runs statements without parameters and results.
bool database_run(const struct database *db, const char *sql, struct error *e);
// Begins a transaction that writes, and commits it. What statement_run could not do is told by
// database_commit at the latest.
bool database_begin(const struct database *db, struct error *e);
bool database_commit(const struct database *db, struct error *e);
// Gets the number that a query returns: one row with one column.
bool database_number(const struct database *db, const char *sql, int64_t *number, struct error *e);

// Return NULL and fill `e` on failure. The caller finalizes the statement before it closes the
// database.
struct statement *database_prepare(const struct database *db, const char *sql, struct error *e);
// The same for a query with very many rows, without parameters. They are not all in memory, and
// other statements may run between them.
struct statement *database_prepare_walk(
    const struct database *db, const char *sql, struct error *e);
void statement_finalize(struct statement *s); // may be NULL

// Texts and bytes must live until the statement has been stepped, or reset.
void statement_bind_number(struct statement *s, int parameter, int64_t number);
void statement_bind_text(struct statement *s, int parameter, const char *text);
// NULL is bound as NULL.
void statement_bind_bytes(struct statement *s, int parameter, const void *bytes, size_t length);
void statement_bind_null(struct statement *s, int parameter);

enum statement_step { STATEMENT_ROW, STATEMENT_DONE, STATEMENT_FAILED };
enum statement_step statement_step(struct statement *s);
// Runs a statement that returns no rows, and resets it. PostgreSQL may run it later, but before the
// next one: true means that it has not failed yet.
bool statement_run(struct statement *s);
// Makes the statement ready for other parameters.
void statement_reset(struct statement *s);

// The columns of the row, from 0, valid until the next step. Of NULL: 0, NULL.
int64_t statement_number(const struct statement *s, int column);
const char *statement_text(const struct statement *s, int column, size_t *length);
const void *statement_bytes(const struct statement *s, int column, size_t *length);
bool statement_is_null(const struct statement *s, int column);

#endif
