// A contest in a schema of a PostgreSQL database.
//
// Statements that return nothing are sent one behind the other (libpq's pipeline) until somebody
// asks for something or commits: a batch of games costs one round trip, not one for each row.
#ifndef AGON_STORE_DATABASE_ON_POSTGRES_H
#define AGON_STORE_DATABASE_ON_POSTGRES_H

#include "store/database/engine.h"

extern const struct database_engine on_postgres;

// See store/database.h. The location of `db` is set.
bool on_postgres_open_to_read(struct database *db, struct error *e);
bool on_postgres_open_to_write(struct database *db, struct error *e);

#endif
