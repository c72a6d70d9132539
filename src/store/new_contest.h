// Begins a contest: its tables, with its text in them, in a new file or in a new schema of a
// PostgreSQL database.
#ifndef AGON_STORE_NEW_CONTEST_H
#define AGON_STORE_NEW_CONTEST_H

#include "store/contents.h"
#include "store/database.h"
#include "store/postgres.h"

// Makes the file of a new contest. The file gets its name only when it is complete: so a file with
// that name that is not the file of a contest must be damaged. The caller syncs the folder.
bool new_contest_in_file(const char *path, const struct store_contest *contest, struct error *e);

// Makes the schema of a new contest, all of it in one transaction. Does nothing if there is one.
bool new_contest_in_database(
    struct database *db, const struct store_contest *contest, struct error *e);

// Makes the schema with empty tables; the caller has begun a transaction.
bool new_contest_tables(struct database *db, struct error *e);
// Lets the roles of the fleet into the schema of a contest, where the database has these roles.
bool new_contest_grant(const struct database *db, struct error *e);
// The same for all contests of a database that we may give rights to.
bool new_contest_grant_all(struct postgres *p, struct error *e);

// Writes the text of the contest into its empty tables.
bool new_contest_write(
    const struct database *db, const struct store_contest *contest, struct error *e);

// --- A file that is not complete yet ---

// `draft` becomes the path of the file as long as it is not complete.
bool new_contest_draft_open(
    struct text *draft, struct database *db, const char *path, struct error *e);
// Gives the file its name if `complete`; otherwise removes it. The caller syncs the folder.
bool new_contest_draft_close(
    struct text *draft, struct database *db, const char *path, bool complete, struct error *e);

#endif
