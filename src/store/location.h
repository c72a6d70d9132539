// Where a contest is stored: the path of an SQLite file, or the address of a contest in a
// PostgreSQL database, postgresql://HOST/DATABASE#NAME (store/postgres.h). Functions of this layer
// that take a location take both.
#ifndef AGON_STORE_LOCATION_H
#define AGON_STORE_LOCATION_H

#include "base/error.h"

#include <stddef.h>

enum { LOCATION_BYTES = 4096, LOCATION_SCHEMA_BYTES = 64 };

// Sets `exists` to whether there is something at a location. Returns false and fills `e` if that
// cannot be found out: the database cannot be reached, or the address is wrong.
bool location_exists(const char *location, bool *exists, struct error *e);

// Completes an address that names no contest, if the database holds exactly one; an address that
// names one is only copied. Otherwise returns false, and `e` lists those that are there.
bool location_complete(char location[LOCATION_BYTES], const char *address, struct error *e);
// Puts the name of a contest behind an address that has none.
bool location_name(
    char location[LOCATION_BYTES], const char *address, const char *name, struct error *e);

// Writes the quoted name of the schema that holds a contest: "agon_spring".
void location_schema(char schema[LOCATION_SCHEMA_BYTES], const char *contest);

// Returns the path of a file without symbolic links, also if there is no file yet. The caller frees
// it. NULL on failure, with errno.
char *location_settle_path(const char *path);

#endif
