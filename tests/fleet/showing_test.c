// Games that workers show while they play them: only what is watched, only by whoever plays it, and
// within bounds.
#include "fleet/fleet_help.h"

#include <stdio.h>
#include <string.h>

// A contest with one lease, which worker 1 of two has: games 1 and 2.
static int setup_lease(void **state)
{
    fleet_setup(state);
    PQclear(
        fleet_ask("INSERT INTO agon.contests (name, generation, text, kinds, words, lease_ms,"
                  " coordinator, since) VALUES ('cup', 1, '', '{}', '{}', 60000, 'us', now())"));
    PQclear(fleet_ask("CREATE TEMP TABLE who AS SELECT j.* FROM generate_series(1, 2) AS n,"
                      " LATERAL agon.join(jsonb_build_object('host', 'h' || n, 'cores', 1)) AS j"));
    PQclear(fleet_ask("INSERT INTO agon.leases (contest, first, games, generation, job, worker,"
                      " attempt, until) SELECT c.id, 1, 2, 1, '', (SELECT min(id) FROM who), 1,"
                      " now() + interval '1 hour' FROM agon.contests c"));
    return 0;
}

static int teardown_lease(void **state)
{
    PQclear(fleet_ask("DROP TABLE who"));
    return fleet_teardown(state);
}
#define WITH_LEASE(test) cmocka_unit_test_setup_teardown(test, setup_lease, teardown_lease)

// What the database answers when a worker (0 or 1) shows a piece of a game.
static int64_t show(int worker, int64_t game, int64_t start, const char *piece)
{
    char sql[512];
    snprintf(sql, sizeof sql,
        "SELECT (agon.show(w.id, w.token, ARRAY[l.id], '{1}', '{%lld}', '{%lld}',"
        " ARRAY[%s::bytea]))[1] FROM agon.leases l, (SELECT * FROM who ORDER BY id OFFSET %d LIMIT "
        "1) w",
        (long long)game, (long long)start, piece, worker);
    return fleet_number(sql);
}

static void watch(const char *numbers)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT agon.watch('cup', '%s')::text", numbers);
    PQclear(fleet_ask(sql));
}

static void must_refuse(const char *sql, const char *code)
{
    struct error e = {0};
    PGresult *r = postgres_ask(&fleet_db, sql, NULL, &e);
    assert_null(r);
    assert_true(postgres_refused(&fleet_db, code));
}

static void nothing_is_shown_that_nobody_watches(void **state)
{
    (void)state;
    assert_int_equal(show(0, 1, 0, "'abc'"), -1);
    watch("{2}");
    assert_int_equal(show(0, 1, 0, "'abc'"), -1);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.live"), 0);
    PQclear(fleet_ask("UPDATE agon.watching SET until = now() - interval '1 second'"));
    assert_int_equal(show(0, 2, 0, "'abc'"), -1);
}

static void pieces_follow_each_other(void **state)
{
    (void)state;
    watch("{0}");
    assert_int_equal(show(0, 1, 0, "''"), 0);
    assert_int_equal(show(0, 1, 0, "'abc'"), 3);
    assert_int_equal(show(0, 1, 0, "'xyz'"), 3); // that is known already
    assert_int_equal(show(0, 1, 7, "'xyz'"), 3); // something is missing before it
    assert_int_equal(show(0, 1, 3, "'def'"), 6);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.live"), 2);
    // Who gets the lease next begins again.
    PQclear(fleet_ask("UPDATE agon.leases SET worker = (SELECT max(id) FROM who)"));
    PQclear(fleet_ask("UPDATE agon.live SET attempt = 0"));
    assert_int_equal(show(1, 1, 0, "'new'"), 3);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.live"), 1);
    // And nothing is left when it is over.
    PQclear(fleet_ask("DELETE FROM agon.leases"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.live"), 0);
}

static void a_worker_shows_only_its_own_games(void **state)
{
    (void)state;
    watch("{0,1,3}");
    assert_int_equal(show(1, 1, 0, "'abc'"), -1);
    assert_int_equal(show(0, 3, 0, "'abc'"), -1);
    must_refuse("SELECT agon.show(1, 'wrong', '{}', '{}', '{}', '{}', '{}')", "AG001");
}

static void what_is_shown_is_bounded(void **state)
{
    (void)state;
    watch("{1}");
    must_refuse("SELECT agon.show(w.id, w.token, ARRAY[l.id], '{1}', '{1}', '{0}',"
                " ARRAY[decode(repeat('00', 65537), 'hex')]) FROM agon.leases l,"
                " (SELECT * FROM who ORDER BY id LIMIT 1) w",
        "AG003");
    for (int64_t start = 0; start < 1 << 20; start += 65536)
        assert_int_equal(show(0, 1, start, "decode(repeat('00', 65536), 'hex')"), start + 65536);
    assert_int_equal(show(0, 1, 1 << 20, "'a'"), 1 << 20);
    // Not more than so many games are watched.
    PQclear(
        fleet_ask("SELECT agon.watch('cup', ARRAY(SELECT generate_series(2, 400)::bigint))::text"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.watching"), 256);
}

static void roles_may_no_more_than_they_must(void **state)
{
    (void)state;
    PQclear(fleet_ask("SET ROLE agon_worker"));
    must_refuse("SELECT count(*) FROM agon.live", "42501");
    must_refuse("SELECT agon.watch('cup', '{0}')", "42501");
    must_refuse("SELECT agon.wake(1)", "42501");
    PQclear(fleet_ask("SET ROLE agon_owner"));
    PQclear(fleet_ask("SELECT agon.wake(1)::text"));
    PQclear(fleet_ask("SET ROLE agon_reader"));
    PQclear(fleet_ask("SELECT agon.watch('cup', '{0}')::text"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.live"), 0);
    must_refuse("SELECT token_hash FROM agon.workers", "42501");
    must_refuse("DELETE FROM agon.live", "42501");
    PQclear(fleet_ask("RESET ROLE"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LEASE(nothing_is_shown_that_nobody_watches),
        WITH_LEASE(pieces_follow_each_other),
        WITH_LEASE(a_worker_shows_only_its_own_games),
        WITH_LEASE(what_is_shown_is_bounded),
        WITH_LEASE(roles_may_no_more_than_they_must),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
