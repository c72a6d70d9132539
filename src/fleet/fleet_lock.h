// Who coordinates a contest: the one connection that holds its lock in the database. It is an
// advisory lock, which anybody may take who may log in there; so whoever holds it can be named.
#ifndef AGON_FLEET_FLEET_LOCK_H
#define AGON_FLEET_FLEET_LOCK_H

#include "store/postgres.h"

enum { FLEET_LOCK_HOLDER_BYTES = 160 };

// As SQL: the process of the server that holds the lock of the contest `name`, or NULL.
#define FLEET_LOCK_HOLDER(name)                                                                    \
    "(SELECT min(lock.pid) FROM pg_locks lock JOIN pg_database d ON d.oid = lock.database"         \
    " WHERE lock.locktype = 'advisory' AND lock.granted AND lock.mode = 'ExclusiveLock'"           \
    " AND lock.objsubid = 2 AND d.datname = current_database()"                                    \
    " AND lock.classid::bigint = hashtext('agon fleet')::bigint & 4294967295"                      \
    " AND lock.objid::bigint = hashtext(" name ")::bigint & 4294967295)"

// Sets `taken` if nobody else coordinates the contest of this name, as long as the connection
// lasts.
bool fleet_lock_take(struct postgres *p, const char *contest, bool *taken, struct error *e);
// "connection 812 of arena (agon coordinator, 10.0.0.3)"; "" if nobody holds it, or that cannot be
// found out.
void fleet_lock_name_holder(
    struct postgres *p, const char *contest, char words[static FLEET_LOCK_HOLDER_BYTES]);

#endif
