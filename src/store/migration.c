#include "store/migration.h"

#include "store/database/engine.h"
#include "store/database_owner.h"
#include "store/location.h"
#include "store/new_contest.h"
#include "store/owner.h"
#include "store/postgres.h"
#include "store/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool migration_move(struct database *db, struct migration *m, struct error *e)
{
    if (!schema_check(db, e))
        return false;
    if (db->version == 0)
        return database_wrong(db, "there is no contest in it", e);
    m->from = db->version;
    if (m->to == 0)
        m->to = db->engine->schema->version;
    return database_begin(db, e) && schema_move(db, m->to, e) && new_contest_grant(db, e) &&
        database_commit(db, e);
}

bool migration_run(const char *location, struct migration *m, struct error *e)
{
    struct owner owner = {.fd = -1};
    struct database db = {0};
    bool in_database = postgres_is_place(location);
    char *path = in_database ? strdup(location) : realpath(location, NULL);
    bool well = path != NULL || error_set(e, "%.160s: %s", location, strerror(errno));
    well = well && (in_database || owner_take(&owner, path, e)) &&
        database_open_to_write(&db, path, e) && (!in_database || database_owner_take(&db, e)) &&
        migration_move(&db, m, e);
    database_owner_release(&db);
    database_close(&db);
    owner_release(&owner);
    free(path);
    return well;
}
