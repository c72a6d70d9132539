#include "fleet/fleet_lock.h"

#include <inttypes.h>
#include <stdio.h>

bool fleet_lock_take(struct postgres *p, const char *contest, bool *taken, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_text(&q, contest);
    PGresult *r =
        postgres_ask(p, "SELECT pg_try_advisory_lock(hashtext('agon fleet'), hashtext($1))", &q, e);
    *taken = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    return r != NULL;
}

void fleet_lock_name_holder(
    struct postgres *p, const char *contest, char words[static FLEET_LOCK_HOLDER_BYTES])
{
    struct error ignored;
    struct postgres_parameters q = {0};
    words[0] = '\0';
    postgres_add_text(&q, contest);
    PGresult *r = postgres_ask(p,
        "SELECT a.pid, coalesce(a.usename, ''), coalesce(nullif(a.application_name, ''), '?')"
        " || coalesce(', ' || host(a.client_addr), '')"
        " FROM pg_stat_activity a WHERE a.pid = " FLEET_LOCK_HOLDER("$1"),
        &q, &ignored);
    if (r && PQntuples(r) == 1)
        snprintf(words, FLEET_LOCK_HOLDER_BYTES, "connection %" PRId64 " of %.60s (%.60s)",
            postgres_number(r, 0, 0), postgres_text(r, 0, 1), postgres_text(r, 0, 2));
    PQclear(r);
}
