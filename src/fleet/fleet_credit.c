#include "fleet/fleet_credit.h"

#include <stdio.h>

enum { SQL_BYTES = 512 };

bool fleet_credit_write(struct postgres *p, int64_t contest, struct postgres_array *games,
    struct postgres_array *workers, struct error *e)
{
    struct postgres_parameters q = {0};
    if (games->count == 0)
        return true;
    postgres_add_number(&q, contest);
    if (!postgres_add_array(&q, games, e) || !postgres_add_array(&q, workers, e))
        return false;
    PGresult *r = postgres_ask(p,
        "INSERT INTO agon.credits AS c (contest, game, worker)"
        " SELECT $1, u.game, u.worker FROM unnest($2::bigint[], $3::bigint[]) AS u (game, worker)"
        " ON CONFLICT (contest, game) DO UPDATE SET worker = excluded.worker"
        " WHERE c.worker <> excluded.worker",
        &q, e);
    PQclear(r);
    return r != NULL;
}

PGresult *fleet_credit_contests(struct postgres *p, int64_t worker, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, worker);
    return postgres_ask(p,
        "SELECT c.name FROM agon.contests c"
        " WHERE EXISTS (SELECT FROM agon.credits k WHERE k.contest = c.id AND k.worker = $1)"
        " AND to_regclass(format('%I.games', 'agon_' || c.name)) IS NOT NULL ORDER BY c.name",
        &q, e);
}

PGresult *fleet_credit_games(
    struct postgres *p, const char *contest, int64_t worker, struct error *e)
{
    char sql[SQL_BYTES];
    struct postgres_parameters q = {0};
    if (!postgres_is_contest_name(contest)) {
        error_set(e, "not a name for a contest: %.60s", contest);
        return NULL;
    }
    snprintf(sql, sizeof sql,
        "SELECT k.game FROM agon.credits k JOIN agon.contests c ON c.id = k.contest"
        " JOIN \"agon_%s\".games g ON g.play = k.game AND g.void_entry IS NULL"
        " WHERE c.name = $1 AND k.worker = $2 ORDER BY k.game DESC",
        contest);
    postgres_add_text(&q, contest);
    postgres_add_number(&q, worker);
    return postgres_ask(p, sql, &q, e);
}

bool fleet_credit_forget(struct postgres *p, const char *contest, struct error *e)
{
    char sql[SQL_BYTES];
    struct postgres_parameters q = {0};
    PGresult *r = postgres_ask(p, "SELECT to_regclass('agon.credits') IS NOT NULL", NULL, e);
    const bool is_there = r && postgres_number(r, 0, 0) != 0 && postgres_is_contest_name(contest);
    PQclear(r);
    if (!is_there)
        return r != NULL;
    snprintf(sql, sizeof sql,
        "DELETE FROM agon.credits k USING agon.contests c WHERE c.id = k.contest AND c.name = $1"
        " AND NOT EXISTS (SELECT FROM \"agon_%s\".games g WHERE g.play = k.game"
        " AND g.void_entry IS NULL)",
        contest);
    postgres_add_text(&q, contest);
    r = postgres_ask(p, sql, &q, e);
    PQclear(r);
    return r != NULL;
}
