// The functions of the schema `agon`, called as a worker calls them: a lease is one worker's at a
// time, and only that worker can hand in its games.
#include "fleet/fleet_help.h"
#include "fleet/fleet_lock.h"
#include "fleet/fleet_report.h"
#include "fleet/fleet_schema.h"

#include <stdio.h>
#include <string.h>

enum { SQL_BYTES = 512, TOKEN_BYTES = 80 };

struct member {
    int64_t id;
    char token[TOKEN_BYTES];
};

static void member_join(struct member *m)
{
    PGresult *r = fleet_ask("SELECT id, token FROM agon.join("
                            "'{\"host\":\"h\",\"cores\":2,\"can\":[\"tool:cc\"],\"speed\":1}')");
    m->id = postgres_number(r, 0, 0);
    snprintf(m->token, sizeof m->token, "%s", postgres_text(r, 0, 1));
    PQclear(r);
}

// "SELECT ... agon.FUNCTION(ID, 'TOKEN', REST)"
static PGresult *member_call(
    const struct member *m, const char *what, const char *function, const char *rest)
{
    char sql[SQL_BYTES];
    snprintf(sql, sizeof sql, "SELECT %s FROM agon.%s(%lld, '%s'%s%s)", what, function,
        (long long)m->id, m->token, rest[0] != '\0' ? ", " : "", rest);
    return fleet_ask(sql);
}

static int member_take(const struct member *m, int many)
{
    char rest[64];
    snprintf(rest, sizeof rest, "NULL, %d", many);
    PGresult *r = member_call(m, "lease", "take", rest);
    int taken = PQntuples(r);
    PQclear(r);
    return taken;
}

static bool member_submit(const struct member *m, const char *rest)
{
    PGresult *r = member_call(m, "(submit)[1]", "submit", rest);
    bool taken = postgres_number(r, 0, 0) != 0;
    PQclear(r);
    return taken;
}

// The statement must be refused with this SQLSTATE.
static void must_refuse(const char *sql, const char *state)
{
    struct error e;
    assert_null(postgres_ask(&fleet_db, sql, NULL, &e));
    assert_string_equal(fleet_db.refused, state);
}

static void offer(int leases, const char *can)
{
    char sql[SQL_BYTES];
    PQclear(fleet_ask("INSERT INTO agon.contests (name, generation, text, kinds, words, lease_ms,"
                      " coordinator, since) VALUES ('cup', 1, 't', '{}', '{}', 60000, 'test',"
                      " now())"));
    snprintf(sql, sizeof sql,
        "INSERT INTO agon.leases (contest, first, games, generation, job, can)"
        " SELECT c.id, 2 * i + 1, 2, 1, 'job', '{%s}' FROM agon.contests c,"
        " generate_series(0, %d) AS i",
        can, leases - 1);
    PQclear(fleet_ask(sql));
}

static void a_lease_is_given_to_one_worker(void **state)
{
    (void)state;
    struct member a, b;
    offer(3, "");
    member_join(&a);
    member_join(&b);
    assert_int_equal(member_take(&a, 2), 2);
    assert_int_equal(member_take(&b, 5), 1);
    assert_int_equal(member_take(&a, 5), 0);
}

static void a_lease_that_is_being_taken_is_passed_over(void **state)
{
    (void)state;
    struct member a, b;
    struct postgres other = {0};
    struct error e = {0};
    offer(2, "");
    member_join(&a);
    member_join(&b);
    must(postgres_open(&other, fleet_url(), "agon test", &e), &e);
    must(postgres_run(&other, "BEGIN", &e), &e);
    char sql[SQL_BYTES];
    snprintf(sql, sizeof sql, "SELECT lease FROM agon.take(%lld, '%s', NULL, 1)", (long long)a.id,
        a.token);
    PGresult *r = postgres_ask(&other, sql, NULL, &e);
    assert_int_equal(PQntuples(r), 1);
    int64_t first = postgres_number(r, 0, 0);
    PQclear(r);
    r = member_call(&b, "lease", "take", "NULL, 5"); // does not wait for the other
    assert_int_equal(PQntuples(r), 1);
    assert_int_not_equal(postgres_number(r, 0, 0), first);
    PQclear(r);
    must(postgres_run(&other, "COMMIT", &e), &e);
    postgres_close(&other);
}

static void an_expired_lease_goes_to_another_and_the_first_is_late(void **state)
{
    (void)state;
    struct member a, b;
    offer(1, "");
    member_join(&a);
    member_join(&b);
    assert_int_equal(member_take(&a, 1), 1);
    PQclear(fleet_ask("UPDATE agon.leases SET until = now() - interval '1 second'"));
    PGresult *r = member_call(&b, "attempt", "take", "NULL, 1");
    assert_int_equal(postgres_number(r, 0, 0), 2);
    PQclear(r);
    assert_false(member_submit(&a, "'{1}', '{1}', '{1}', array['x']::bytea[]"));
    assert_true(member_submit(&b, "'{1}', '{2}', '{1}', array['y']::bytea[]"));
    r = member_call(&a, "lost[1]", "beat", "'{1}', '{1}'");
    assert_int_equal(postgres_number(r, 0, 0), 1);
    PQclear(r);
    assert_int_equal(
        fleet_number("SELECT count(*) FROM agon.submissions WHERE record = 'y'::bytea"), 1);
}

static void a_worker_that_beats_keeps_its_lease(void **state)
{
    (void)state;
    struct member a;
    offer(1, "");
    member_join(&a);
    assert_int_equal(member_take(&a, 1), 1);
    PQclear(fleet_ask("UPDATE agon.leases SET until = now() + interval '1 second'"));
    PGresult *r = member_call(&a, "cardinality(lost)", "beat", "'{1}', '{1}'");
    assert_int_equal(postgres_number(r, 0, 0), 0);
    PQclear(r);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.leases"
                                  " WHERE until > now() + interval '50 seconds'"),
        1);
}

static void what_is_played_of_a_lease_is_told_to_who_takes_it_next(void **state)
{
    (void)state;
    struct member a, b;
    offer(1, "");
    member_join(&a);
    member_join(&b);
    member_take(&a, 1);
    assert_true(member_submit(&a, "'{1}', '{1}', '{1}', array['x']::bytea[]"));
    PQclear(member_call(&a, "1", "leave", ""));
    PGresult *r = member_call(&b, "played[1]", "take", "NULL, 1");
    assert_int_equal(PQntuples(r), 1);
    assert_int_equal(postgres_number(r, 0, 0), 1);
    PQclear(r);
    assert_true(member_submit(&b, "'{1}', '{2}', '{2}', array['y']::bytea[]"));
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'here'"));
    assert_int_equal(member_take(&a, 1), 0); // all of it is played
}

static void a_worker_gets_what_it_is_fit_for(void **state)
{
    (void)state;
    struct member a;
    offer(1, "tool:ghc");
    member_join(&a);
    assert_int_equal(member_take(&a, 1), 0);
    PQclear(fleet_ask("UPDATE agon.leases SET can = '{tool:cc}', speed = 1.5"));
    assert_int_equal(member_take(&a, 1), 0);
    PQclear(fleet_ask("UPDATE agon.leases SET speed = 0.5, not_for = (SELECT max(id) FROM"
                      " agon.workers)"));
    assert_int_equal(member_take(&a, 1), 0);
    PQclear(fleet_ask("UPDATE agon.leases SET not_for = NULL"));
    assert_int_equal(member_take(&a, 1), 1);
}

static void who_has_no_token_or_is_out_gets_nothing(void **state)
{
    (void)state;
    struct member a;
    char sql[SQL_BYTES];
    offer(1, "");
    member_join(&a);
    must_refuse("SELECT * FROM agon.take(1, 'wrong', NULL, 1)", FLEET_UNKNOWN);
    must_refuse("SELECT * FROM agon.take(99, 'wrong', NULL, 1)", FLEET_UNKNOWN);
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'quarantined'"));
    assert_int_equal(member_take(&a, 1), 0);
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'out', why = 'a test'"));
    snprintf(
        sql, sizeof sql, "SELECT * FROM agon.take(%lld, '%s', NULL, 1)", (long long)a.id, a.token);
    must_refuse(sql, FLEET_OUT);
}

static void five_games_that_cannot_be_played_are_enough(void **state)
{
    (void)state;
    struct member a;
    offer(1, "");
    member_join(&a);
    for (int i = 1; i <= 5; i++) {
        char rest[64];
        assert_int_equal(member_take(&a, 1), 1);
        snprintf(rest, sizeof rest, "'{1}', '{%d}', 'no disk'", i);
        PQclear(member_call(&a, "1", "give_back", rest));
    }
    assert_int_equal(member_take(&a, 1), 0);
    assert_int_equal(
        fleet_number("SELECT count(*) FROM agon.workers WHERE state = 'quarantined' AND why LIKE"
                     " '%no disk'"),
        1);
}

// How many of the notices that wait on the test's connection are for this worker.
static int notices_for(const struct member *m)
{
    char channel[64];
    int count = 0;
    snprintf(channel, sizeof channel, "agon_work_%lld", (long long)m->id);
    PQclear(fleet_ask("SELECT 1")); // what was told before the answer has come with it
    for (PGnotify *n; (n = PQnotifies(fleet_db.connection)); PQfreemem(n))
        count += strcmp(n->relname, channel) == 0;
    return count;
}

static void listen_for(const struct member *m)
{
    char sql[SQL_BYTES];
    snprintf(sql, sizeof sql, "LISTEN agon_work_%lld", (long long)m->id);
    PQclear(fleet_ask(sql));
}

static void leases_wake_workers_that_wait_and_no_others(void **state)
{
    (void)state;
    struct member a;
    offer(1, "");
    member_join(&a);
    listen_for(&a);
    PQclear(fleet_ask("SELECT agon.wake(5)"));
    assert_int_equal(notices_for(&a), 0); // it has not asked yet
    assert_int_equal(member_take(&a, 1), 1);
    assert_int_equal(member_take(&a, 1), 0);
    PQclear(fleet_ask("SELECT agon.wake(5)"));
    assert_int_equal(notices_for(&a), 1);
    PQclear(fleet_ask("SELECT agon.wake(5)"));
    assert_int_equal(notices_for(&a), 0); // it was woken already
}

static void no_more_workers_are_woken_than_leases_need(void **state)
{
    (void)state;
    static const char waiting[] = "SELECT count(*) FROM agon.workers WHERE wants > 0";
    struct member m[6];
    offer(1, "tool:ghc"); // nobody can take it
    for (int i = 0; i < 6; i++) {
        member_join(&m[i]);
        assert_int_equal(member_take(&m[i], 10), 0);
    }
    PQclear(fleet_ask("SELECT agon.wake(0)"));
    assert_int_equal(fleet_number(waiting), 6);
    PQclear(fleet_ask("SELECT agon.wake(1)"));
    assert_int_equal(fleet_number(waiting), 5);
    PQclear(fleet_ask("SELECT agon.wake(25)"));
    assert_int_equal(fleet_number(waiting), 2);
    PQclear(fleet_ask("UPDATE agon.workers SET seen = seen - interval '1 minute'"));
    PQclear(fleet_ask("SELECT agon.wake(25)"));
    assert_int_equal(fleet_number(waiting), 2); // they are not there
}

static void leases_that_are_given_back_wake_who_waits(void **state)
{
    (void)state;
    struct member a, b;
    offer(1, "");
    member_join(&a);
    member_join(&b);
    listen_for(&b);
    assert_int_equal(member_take(&a, 1), 1);
    assert_int_equal(member_take(&b, 1), 0);
    PQclear(member_call(&a, "1", "give_back", "'{1}', '{1}', ''"));
    assert_int_equal(notices_for(&b), 1);
    assert_int_equal(member_take(&a, 1), 1);
    assert_int_equal(member_take(&b, 1), 0);
    PQclear(member_call(&a, "1", "leave", ""));
    assert_int_equal(notices_for(&b), 1);
}

static void who_was_put_out_does_not_join_anew(void **state)
{
    (void)state;
    struct member a;
    static const char again[] = "SELECT agon.join('{\"host\":\"h\"}')";
    member_join(&a);
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'out', why = 'it lied'"));
    must_refuse(again, FLEET_OUT);
    PQclear(fleet_ask("SELECT agon.join('{\"host\":\"beside\"}')")); // another machine there
    PQclear(fleet_ask("UPDATE agon.workers SET login = 'somebody' WHERE state = 'out'"));
    PQclear(fleet_ask(again)); // the same name, and somebody else's
    PQclear(fleet_ask("UPDATE agon.workers SET login = session_user, address = '10.0.0.7'"));
    PQclear(fleet_ask(again)); // the same name elsewhere
    PQclear(fleet_ask("UPDATE agon.workers SET address = NULL"));
    must_refuse(again, FLEET_OUT);
    PQclear(fleet_ask("UPDATE agon.workers SET state = 'here' WHERE state = 'out'"));
    PQclear(fleet_ask(again));
}

static void a_worker_holds_no_more_than_its_cores_can_play(void **state)
{
    (void)state;
    struct member a, b;
    offer(1100, "");
    member_join(&a);
    member_join(&b);
    assert_int_equal(member_take(&a, 1000000), 1024); // it has two cores
    assert_int_equal(member_take(&a, 1), 0);
    assert_int_equal(member_take(&b, 50), 50);
    assert_true(member_submit(&a, "'{1,1}', '{1,1}', '{1,2}', array['x', 'y']::bytea[]"));
    assert_int_equal(member_take(&a, 5), 1);
}

static void no_beat_keeps_a_lease_longer_than_half_a_day(void **state)
{
    (void)state;
    struct member a, b;
    offer(1, "");
    member_join(&a);
    member_join(&b);
    assert_int_equal(member_take(&a, 1), 1);
    PQclear(fleet_ask("UPDATE agon.leases SET taken = taken - interval '11:59:30',"
                      " until = now() + interval '1 second'"));
    PQclear(member_call(&a, "1", "beat", "'{1}', '{1}'"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.leases"
                                  " WHERE until = taken + interval '12 hours'"),
        1);
    PQclear(fleet_ask("UPDATE agon.leases SET taken = taken - interval '1 hour',"
                      " until = now() - interval '1 second'"));
    PGresult *r = member_call(&a, "lost[1]", "beat", "'{1}', '{1}'");
    assert_int_equal(postgres_number(r, 0, 0), 1);
    PQclear(r);
    assert_int_equal(member_take(&b, 1), 1);
}

static bool is_played(void)
{
    struct error e = {0};
    struct fleet_report report;
    must(fleet_report_read(&report, &fleet_db, &e), &e);
    bool played = fleet_report_contest(&report, 0).playing;
    fleet_report_destroy(&report);
    return played;
}

static void a_contest_is_played_as_long_as_its_coordinator_lives(void **state)
{
    (void)state;
    struct postgres coordinator = {0};
    struct error e = {0};
    bool taken = false;
    offer(1, "");
    assert_false(is_played()); // nobody has said that it ended
    must(postgres_open(&coordinator, fleet_url(), "agon coordinator", &e), &e);
    must(fleet_lock_take(&coordinator, "cup", &taken, &e), &e);
    assert_true(taken && is_played());
    must(fleet_lock_take(&fleet_db, "cup", &taken, &e), &e);
    assert_false(taken);
    postgres_close(&coordinator);
    while (is_played())
        continue;
}

static void nothing_is_taken_away_from_a_coordinator(void **state)
{
    (void)state;
    struct postgres coordinator = {0};
    struct error e = {0};
    bool taken = false;
    int64_t from = 0;
    offer(1, "");
    must(postgres_open(&coordinator, fleet_url(), "agon coordinator", &e), &e);
    must(fleet_lock_take(&coordinator, "cup", &taken, &e), &e);
    for (int version = FLEET_SCHEMA_VERSION - 1; version >= 0; version--) {
        assert_false(fleet_schema_migrate(&fleet_db, version, &from, &e));
        assert_non_null(strstr(e.words, "cup is handed out by test"));
    }
    must(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION, &from, &e), &e);
    assert_int_equal(from, FLEET_SCHEMA_VERSION);
    postgres_close(&coordinator);
}

static void a_worker_that_cannot_be_does_not_join(void **state)
{
    (void)state;
    static const char *const wrong[] = {"\"speed\":1e300", "\"speed\":\"NaN\"",
        "\"speed\":\"Infinity\"", "\"speed\":-1", "\"cores\":0", "\"cores\":100000",
        "\"memory_bytes\":-1", "\"memory_bytes\":9000000000000000000",
        "\"can\":[\"tool:012345678901234567890123456789012345678901234567890\"]"};
    char sql[SQL_BYTES];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(sql, sizeof sql, "SELECT agon.join('{\"host\":\"h\",%s}')", wrong[i]);
        must_refuse(sql, "AG003");
    }
    must_refuse(
        "SELECT agon.join(jsonb_build_object('can', array_fill('x'::text, '{65}')))", "AG003");
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.workers"), 0);
}

static void the_name_of_a_machine_is_one_line(void **state)
{
    (void)state;
    PQclear(fleet_ask("SELECT agon.join(jsonb_build_object('host', E'two\nlines\\x1b[2J'"
                      " || repeat('x', 1000)))"));
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.workers WHERE length(host) = 64"
                                  " AND host LIKE 'two?lines?[2Jx%'"),
        1);
}

// An older version let everything in.
static void a_worker_that_cannot_be_is_read_all_the_same(void **state)
{
    (void)state;
    struct error e = {0};
    struct fleet_report report;
    int64_t from;
    must(fleet_schema_migrate(&fleet_db, 3, &from, &e), &e);
    PQclear(fleet_ask("SELECT agon.join('{\"host\":\"a\\nb\",\"cores\":1,\"speed\":1e300}')"));
    PQclear(fleet_ask("SELECT agon.join('{\"host\":\"c\",\"cores\":1,\"speed\":\"NaN\"}')"));
    must(fleet_report_read(&report, &fleet_db, &e), &e);
    assert_string_equal(fleet_report_worker(&report, 0).speed, "10000.00");
    assert_string_equal(fleet_report_worker(&report, 1).speed, "10000.00");
    fleet_report_destroy(&report);
    must(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION, &from, &e), &e);
    assert_int_equal(
        fleet_number(
            "SELECT count(*) FROM agon.workers WHERE speed = 10000 AND host IN ('a?b', 'c')"),
        2);
}

static void the_schema_goes_down_and_up_again(void **state)
{
    (void)state;
    struct error e = {0};
    int64_t from;
    must(fleet_schema_migrate(&fleet_db, 0, &from, &e), &e);
    assert_false(fleet_schema_check(&fleet_db, &e));
    assert_false(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION + 1, &from, &e));
    must(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION, &from, &e), &e);
    must(fleet_schema_check(&fleet_db, &e), &e);
    for (int version = FLEET_SCHEMA_VERSION - 1; version > 0; version--) // each step by itself
        must(fleet_schema_migrate(&fleet_db, version, &from, &e), &e);
    must(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION, &from, &e), &e);
    PQclear(fleet_ask("UPDATE agon.version SET version = 99"));
    assert_false(fleet_schema_check(&fleet_db, &e));
    assert_non_null(strstr(e.words, "please update"));
    assert_false(fleet_schema_migrate(&fleet_db, FLEET_SCHEMA_VERSION, &from, &e));
    PQclear(fleet_ask("UPDATE agon.version SET version = 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FLEET(a_lease_is_given_to_one_worker),
        IN_A_FLEET(a_lease_that_is_being_taken_is_passed_over),
        IN_A_FLEET(an_expired_lease_goes_to_another_and_the_first_is_late),
        IN_A_FLEET(a_worker_that_beats_keeps_its_lease),
        IN_A_FLEET(what_is_played_of_a_lease_is_told_to_who_takes_it_next),
        IN_A_FLEET(a_worker_gets_what_it_is_fit_for),
        IN_A_FLEET(who_has_no_token_or_is_out_gets_nothing),
        IN_A_FLEET(five_games_that_cannot_be_played_are_enough),
        IN_A_FLEET(leases_wake_workers_that_wait_and_no_others),
        IN_A_FLEET(no_more_workers_are_woken_than_leases_need),
        IN_A_FLEET(leases_that_are_given_back_wake_who_waits),
        IN_A_FLEET(who_was_put_out_does_not_join_anew),
        IN_A_FLEET(a_worker_holds_no_more_than_its_cores_can_play),
        IN_A_FLEET(no_beat_keeps_a_lease_longer_than_half_a_day),
        IN_A_FLEET(a_contest_is_played_as_long_as_its_coordinator_lives),
        IN_A_FLEET(nothing_is_taken_away_from_a_coordinator),
        IN_A_FLEET(a_worker_that_cannot_be_does_not_join),
        IN_A_FLEET(the_name_of_a_machine_is_one_line),
        IN_A_FLEET(a_worker_that_cannot_be_is_read_all_the_same),
        IN_A_FLEET(the_schema_goes_down_and_up_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
