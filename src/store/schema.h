// The versions of the schema of the file, and the steps from each version to the next.
#ifndef AGON_STORE_SCHEMA_H
#define AGON_STORE_SCHEMA_H

#include "store/database.h"

// "agon" in ASCII. It marks our files among those of other programs.
enum { SCHEMA_APPLICATION = 0x61676f6e };
// The first version with the tables of records and dictionaries.
enum { SCHEMA_WITH_RECORDS = 2, SCHEMA_WITH_PONDERING = 3 };

// Step i takes a file of version i to version i + 1; version 0 is an empty file. A step that has
// been released is never changed.
struct schema {
    const char *const *steps;
    int version;
};

extern const struct schema schema_current;

// Checks that the file is ours and not newer than this program. Sets the version of `db`; it is 0
// for an empty file.
bool schema_check(struct database *db, const struct schema *schema, struct error *e);

// Brings the file to the version of the schema. The caller has begun a transaction, so that all
// steps are done or none.
bool schema_update(struct database *db, const struct schema *schema, struct error *e);

#endif
