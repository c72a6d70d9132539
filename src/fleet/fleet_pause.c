#include "fleet/fleet_pause.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FLEET_PAUSE_CHANNEL "agon_pause"

// May the user behind this connection of the server change contests? The connection must still be
// there: whoever asks waits for the end.
static bool fleet_pause_may(struct postgres *p, int backend, bool *may, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, backend);
    PGresult *r = postgres_ask(p,
        "SELECT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = $1"
        " AND has_table_privilege(a.usesysid, 'agon.contests', 'UPDATE'))",
        &q, e);
    *may = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    return r != NULL;
}

// --- Whoever asks ---

bool fleet_pause_check(struct postgres *p, const char *contest, bool *heard, struct error *e)
{
    bool may = false;
    struct postgres_parameters q = {0};
    postgres_add_text(&q, contest);
    // The coordinator has this lock: agon.has_work asks in the same way.
    PGresult *r = postgres_ask(p,
        "SELECT to_regnamespace('agon') IS NOT NULL"
        " AND NOT pg_try_advisory_xact_lock_shared(hashtext('agon fleet'), hashtext($1))",
        &q, e);
    *heard = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    if (!r || !*heard)
        return r != NULL;
    return fleet_pause_may(p, PQbackendPID(p->connection), &may, e) &&
        (may || error_set(e, "no right to pause it: that takes a member of agon_owner"));
}

bool fleet_pause_ask(struct postgres *p, const char *contest, struct error *e)
{
    char host[64] = "", words[FLEET_PAUSE_WORDS_BYTES];
    struct postgres_parameters q = {0};
    gethostname(host, sizeof host - 1);
    snprintf(words, sizeof words, "asked for by process %d on %s", (int)getpid(), host);
    postgres_add_text(&q, contest);
    postgres_add_text(&q, words);
    PGresult *r =
        postgres_ask(p, "SELECT pg_notify('" FLEET_PAUSE_CHANNEL "', $1 || ' ' || $2)", &q, e);
    PQclear(r);
    return r != NULL;
}

// --- The coordinator ---

bool fleet_pause_listen(struct postgres *p, struct error *e)
{
    return postgres_run(p, "LISTEN " FLEET_PAUSE_CHANNEL, e);
}

void fleet_pause_note(struct fleet_pause *f, const PGnotify *n, const char *contest)
{
    const size_t length = strlen(contest);
    if (strcmp(n->relname, FLEET_PAUSE_CHANNEL) != 0 || strncmp(n->extra, contest, length) != 0 ||
        n->extra[length] != ' ')
        return;
    f->backend = n->be_pid;
    snprintf(f->words, sizeof f->words, "%s", n->extra + length + 1);
}

bool fleet_pause_judge(
    const struct fleet_pause *f, struct postgres *p, bool *granted, struct error *e)
{
    return fleet_pause_may(p, f->backend, granted, e);
}
