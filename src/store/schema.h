// The versions of the file, and the steps from each to the next.
#ifndef AGON_STORE_SCHEMA_H
#define AGON_STORE_SCHEMA_H

#include "store/database.h"

// "agon" in ASCII: tells our files from those of other programs.
enum { SCHEMA_APPLICATION = 0x61676f6e };
// The version that has the tables of records and dictionaries first.
enum { SCHEMA_WITH_RECORDS = 2 };

// Step i takes a file of version i to version i + 1; version 0 is an empty file. A step that has
// been released is never changed.
struct schema {
    const char *const *steps;
    int version;
};

extern const struct schema schema_current;

// Is it ours, and not newer than this program? Sets the version of `db`: 0 for an empty file.
bool schema_check(struct database *db, const struct schema *schema, struct error *e);

// Takes the file to the schema's version. Inside a transaction of the caller's: all steps or none.
bool schema_update(struct database *db, const struct schema *schema, struct error *e);

#endif
