#include "fleet/fleet_schema.h"

#include "fleet/fleet_lock.h"
#include "store/new_contest.h"

#include <inttypes.h>
#include <string.h>

// The files of src/fleet/schema/.
extern const char schema_roles[], schema_rights[], schema_1_up[], schema_1_down[], schema_2_up[],
    schema_2_down[], schema_3_up[], schema_3_down[], schema_4_up[], schema_4_down[];

// One for each version, in order.
static const struct {
    const char *up, *down;
} fleet_schema_steps[FLEET_SCHEMA_VERSION] = {{schema_1_up, schema_1_down},
    {schema_2_up, schema_2_down}, {schema_3_up, schema_3_down}, {schema_4_up, schema_4_down}};

// So that two of us do not set up the same database at once.
static const char fleet_schema_lock[] = "SELECT pg_advisory_xact_lock(hashtext('agon'), 1)";

void fleet_schema_print_roles(const struct postgres *p, struct text *out)
{
    char *user =
        PQescapeIdentifier(p->connection, PQuser(p->connection), strlen(PQuser(p->connection)));
    char *database =
        PQescapeIdentifier(p->connection, PQdb(p->connection), strlen(PQdb(p->connection)));
    text_string(out, schema_roles);
    text_format(out, "GRANT agon_owner TO %s;\n", user ? user : "USER");
    text_format(
        out, "GRANT CREATE ON DATABASE %s TO agon_owner;\n", database ? database : "DATABASE");
    PQfreemem(user);
    PQfreemem(database);
}

// 0: the fleet is not set up.
static bool fleet_schema_version(struct postgres *p, int64_t *version, struct error *e)
{
    *version = 0;
    PGresult *r = postgres_ask(p, "SELECT to_regclass('agon.version') IS NOT NULL", NULL, e);
    bool is_there = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    if (!r || !is_there)
        return r != NULL;
    r = postgres_ask(p, "SELECT version FROM agon.version", NULL, e);
    if (r && PQntuples(r) == 1)
        *version = postgres_number(r, 0, 0);
    PQclear(r);
    return r != NULL;
}

static bool fleet_schema_write_version(struct postgres *p, int64_t version, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, version);
    PGresult *r = postgres_ask(p, "UPDATE agon.version SET version = $1", &q, e);
    PQclear(r);
    return r != NULL;
}

// What a coordinator uses is not taken away from it.
static bool fleet_schema_check_idle(struct postgres *p, struct error *e)
{
    PGresult *r = postgres_ask(p,
        "SELECT c.name, c.coordinator FROM agon.contests c WHERE " FLEET_LOCK_HOLDER(
            "c.name") " IS NOT NULL ORDER BY c.name LIMIT 1",
        NULL, e);
    bool idle = r && PQntuples(r) == 0;
    if (r && !idle)
        error_set(e, "%s is handed out by %s   (agon contest pause stops it)",
            postgres_text(r, 0, 0), postgres_text(r, 0, 1));
    PQclear(r);
    return idle;
}

// In a transaction. Sets `from` to the version before.
static bool fleet_schema_step(struct postgres *p, int64_t target, int64_t *from, struct error *e)
{
    int64_t version;
    if (!postgres_run(p, fleet_schema_lock, e) || !fleet_schema_version(p, &version, e))
        return false;
    *from = version;
    if (version > FLEET_SCHEMA_VERSION)
        return error_set(e,
            "the fleet of this database was set up by a newer agon (version %" PRId64
            ", this one knows up to %d): please update",
            version, FLEET_SCHEMA_VERSION);
    if (version > target && !fleet_schema_check_idle(p, e))
        return false;
    for (; version < target; version++) {
        if (!postgres_run(p, fleet_schema_steps[version].up, e))
            return false;
    }
    for (; version > target; version--) {
        if (!postgres_run(p, fleet_schema_steps[version - 1].down, e))
            return false;
    }
    return target == 0 ||
        (fleet_schema_write_version(p, target, e) && postgres_run(p, schema_rights, e));
}

bool fleet_schema_migrate(struct postgres *p, int64_t version, int64_t *from, struct error *e)
{
    if (version < 0 || version > FLEET_SCHEMA_VERSION)
        return error_set(
            e, "the schema of a fleet has the versions 0 (nothing) to %d", FLEET_SCHEMA_VERSION);
    if (!postgres_run(p, "BEGIN", e))
        return false;
    if (fleet_schema_step(p, version, from, e))
        return postgres_run(p, "COMMIT", e);
    struct error ignored;
    postgres_run(p, "ROLLBACK", &ignored);
    return false;
}

bool fleet_schema_setup(struct postgres *p, bool *has_roles, struct error *e)
{
    struct error refused;
    *has_roles = postgres_run(p, schema_roles, &refused);
    if (postgres_is_lost(p)) {
        *e = refused;
        return false;
    }
    int64_t ignored;
    return fleet_schema_migrate(p, FLEET_SCHEMA_VERSION, &ignored, e) &&
        new_contest_grant_all(p, e);
}

bool fleet_schema_check(struct postgres *p, struct error *e)
{
    PGresult *r = postgres_ask(p, "SELECT to_regnamespace('agon') IS NOT NULL", NULL, e);
    bool is_there = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    if (!r)
        return false;
    if (!is_there)
        return error_set(
            e, "no fleet is set up in this database   (agon fleet setup %.160s)", p->url);
    r = postgres_ask(p, "SELECT agon.schema_version()", NULL, e);
    int64_t version = r ? postgres_number(r, 0, 0) : 0;
    PQclear(r);
    if (!r || version == FLEET_SCHEMA_VERSION)
        return r != NULL;
    return error_set(e,
        "the fleet of this database has version %" PRId64 ", and this agon needs %d   (%s)",
        version, FLEET_SCHEMA_VERSION,
        version < FLEET_SCHEMA_VERSION ? "agon fleet setup brings it up to date"
                                       : "please update agon");
}
