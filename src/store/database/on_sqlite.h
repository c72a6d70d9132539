// A contest in an SQLite file.
#ifndef AGON_STORE_DATABASE_ON_SQLITE_H
#define AGON_STORE_DATABASE_ON_SQLITE_H

#include "store/database/engine.h"

extern const struct database_engine on_sqlite;

void on_sqlite_library(struct text *out);

// See store/database.h. The location of `db` is set.
bool on_sqlite_open_to_read(struct database *db, struct error *e);
bool on_sqlite_open_to_write(struct database *db, struct error *e);
bool on_sqlite_open_draft(struct database *db, const char *draft, struct error *e);

#endif
