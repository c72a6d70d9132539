// The schema `agon` of a database: what the machines of a fleet share. Its SQL lies in the files of
// src/fleet/schema/, which are part of the program; 1_up.sql explains every table and function.
#ifndef AGON_FLEET_FLEET_SCHEMA_H
#define AGON_FLEET_FLEET_SCHEMA_H

#include "base/text.h"
#include "store/postgres.h"

enum { FLEET_SCHEMA_VERSION = 4 };

// What a function of the schema refuses with (SQLSTATE).
#define FLEET_UNKNOWN "AG001" // no worker has this number and token
#define FLEET_OUT "AG002"     // the worker was put out, and does not join anew

// The SQL that creates the roles, and makes the user of this connection an owner: for an
// administrator.
void fleet_schema_print_roles(const struct postgres *p, struct text *out);

// Sets up the fleet in this database, or brings it to the current version, in one transaction.
// Roles that are missing are created; `has_roles` is set to false if we may not do that. They get
// their rights to contests that were there before them.
bool fleet_schema_setup(struct postgres *p, bool *has_roles, struct error *e);
// Is the fleet set up here, in the version that this program knows? `e` says what to do otherwise.
bool fleet_schema_check(struct postgres *p, struct error *e);
// Goes up or down to a version; 0: nothing of the fleet is left. Sets `from` to the version before.
// Nothing goes down while a coordinator is there.
bool fleet_schema_migrate(struct postgres *p, int64_t version, int64_t *from, struct error *e);

#endif
