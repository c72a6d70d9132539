// The versions of the tables of a contest, and the steps between them, for SQLite and for
// PostgreSQL.
#ifndef AGON_STORE_SCHEMA_H
#define AGON_STORE_SCHEMA_H

#include "store/database.h"

// "agon" in ASCII. It marks our files among those of other programs.
enum { SCHEMA_APPLICATION = 0x61676f6e };
// Formats: which columns and tables there are. That of an SQLite file is its version. The first
// format with the tables of records and dictionaries; and the one with the times of pondering.
enum { SCHEMA_WITH_RECORDS = 2, SCHEMA_WITH_PONDERING = 3 };

// Step i takes the tables from version i to version i + 1, and back; version 0 is none. A step that
// has been released is never changed.
struct schema_step {
    const char *up;
    const char *down; // NULL if there is no way back
    int format;       // of the version after the step
};

struct schema {
    const struct schema_step *steps;
    int version;
};

extern const struct schema schema_of_sqlite, schema_of_postgres;

// Checks that the tables are ours and not newer than this program. Sets version and format of `db`;
// they are 0 if there are none.
bool schema_check(struct database *db, struct error *e);

// Brings the tables to the newest version. The caller has begun a transaction, so that all steps
// are done or none.
bool schema_update(struct database *db, struct error *e);
// The same for any version from 1 on, also back.
bool schema_move(struct database *db, int version, struct error *e);

// The same for another schema than the engine's own.
bool schema_check_against(struct database *db, const struct schema *schema, struct error *e);
bool schema_move_along(
    struct database *db, const struct schema *schema, int version, struct error *e);

#endif
