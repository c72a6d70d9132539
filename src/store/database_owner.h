// The owner of a contest in a PostgreSQL database: the one connection that may write to it.
// Ownership is an advisory lock of the database, which the server releases when the connection
// ends, however it ends. A file has another kind of owner (store/owner.h).
#ifndef AGON_STORE_DATABASE_OWNER_H
#define AGON_STORE_DATABASE_OWNER_H

#include "store/database.h"
#include "store/postgres.h"

enum { DATABASE_OWNER_HOST_BYTES = 80, DATABASE_OWNER_CONNECTION_BYTES = 160 };

struct database_owner {
    int64_t pid; // 0 if nobody owns the contest, or nobody knows who
    int64_t since;
    char host[DATABASE_OWNER_HOST_BYTES];
    char connection[DATABASE_OWNER_CONNECTION_BYTES]; // "connection 812 of arena, agon", or ""
    bool is_here;                                     // the contest is owned
};

// Makes this connection the owner of its contest, which need not exist yet. Returns false and fills
// `e` if another one owns it (`e` has host and pid).
bool database_owner_take(const struct database *db, struct error *e);
// Lets go of it before the connection is closed: the server would notice that a little later, and
// whoever opens the contest at once would find us in it. Does nothing for a file.
void database_owner_release(const struct database *db);
// Writes down who the owner is, once the contest has tables.
bool database_owner_sign(const struct database *db, struct error *e);

// Finds the owner without disturbing it.
bool database_owner_find(const char *location, struct database_owner *found, struct error *e);

// Lists the contests of a database, each with whether somebody owns it: name, owned. Only one of
// them if `contest` names it; "": all. To be freed by PQclear; NULL with `e` on failure.
PGresult *database_owner_list(struct postgres *p, const char *contest, struct error *e);

#endif
