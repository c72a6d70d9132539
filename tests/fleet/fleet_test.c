// Contests whose games are played by workers: the same results as on one machine, whatever happens
// on the way.
#include "fleet/fleet_help.h"
#include "fleet/fleet_lock.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { LONG_MS = 60000, SHORT_MS = 500 }; // of a lease

static const char round_robin[] =
    "game: reversi\nseed: 8\ngames: 40\nopenings: random:4\nplayers:\n"
    "  - {name: ann, player: \"@random\"}\n"
    "  - {name: bob, player: \"@first\"}\n"
    "  - {name: cid, player: \"@random\"}\n";
static const char swiss[] = "game: stones\nformat: swiss\nrounds: 4\nseed: 9\nrecords: games\n"
                            "players:\n"
                            "  - {name: ann, player: \"@random\"}\n"
                            "  - {name: bob, player: \"@first\"}\n"
                            "  - {name: cid, player: \"@random\"}\n"
                            "  - {name: dan, player: \"@random\"}\n"
                            "  - {name: eve, player: \"@1\"}\n";

static const char long_one[] = "game: reversi\nseed: 5\ngames: 600\nplayers:\n"
                               "  - {name: ann, player: \"@random\"}\n"
                               "  - {name: bob, player: \"@first\"}\n";

static void must_be_as_on_one_machine(const struct shared *s, const char *text)
{
    static struct hosted alone;
    hosted_init(&alone, "alone", text);
    hosted_play(&alone);
    hosted_must_equal(&alone, &s->hosted);
    hosted_destroy(&alone);
}

static void nothing_is_left_in_the_database(void)
{
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.leases"), 0);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.submissions"), 0);
}

static void play_with_two_workers(const char *text)
{
    static struct shared s;
    struct fleet_worker_options first, second;
    struct fleet_worker *a = fleet_hire(&first, 1), *b = fleet_hire(&second, 2);
    shared_init(&s, "cup", text, LONG_MS);
    hosted_play(&s.hosted);
    fleet_dismiss(a, NULL);
    fleet_dismiss(b, NULL);
    must_be_as_on_one_machine(&s, text);
    nothing_is_left_in_the_database();
    shared_destroy(&s);
}

static void two_workers_give_the_bytes_of_one_machine(void **state)
{
    (void)state;
    play_with_two_workers(round_robin);
}

static void rounds_that_depend_on_results_give_the_bytes_of_one_machine(void **state)
{
    (void)state;
    play_with_two_workers(swiss);
}

// --- What comes in between ---

static void wait_for_games(const struct hosted *h, int64_t least)
{
    while (!help_exists(h->path) || hosted_counts(h).games < least)
        poll(NULL, 0, 5);
}

static void a_coordinator_that_stops_is_gone_on_with(void **state)
{
    (void)state;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_options options;
    struct fleet_worker *worker = fleet_hire(&options, 1);
    shared_init(&s, "cup", long_one, LONG_MS);
    enum arena_end end = ARENA_STOPPED;
    for (int64_t least = 20; end == ARENA_STOPPED && least <= 60; least += 20) {
        struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
        fleet_wait_for("SELECT (count(*) > 0)::int FROM agon.contests WHERE ended IS NULL", 1);
        wait_for_games(&s.hosted, least);
        arena_stop(a, POOL_FINISH);
        help_drain(feed, ARENA_ENDED);
        end = hosted_join(a, feed, &ended);
    }
    if (end == ARENA_STOPPED)
        hosted_play(&s.hosted);
    else // this process was so slow that all games were played meanwhile
        assert_int_equal(end, ARENA_PLAYED);
    fleet_dismiss(worker, NULL);
    must_be_as_on_one_machine(&s, long_one);
    nothing_is_left_in_the_database();
    shared_destroy(&s);
}

enum { SAID_AND_ENDED = ARENA_WANTS(ARENA_SAID) | ARENA_WANTS(ARENA_ENDED) };

// Waits until the coordinator says something with these words in it.
static void hear(struct feed *feed, const char *words)
{
    for (bool heard = false; !heard;) {
        struct arena_event *event = help_next_event(feed);
        assert_int_equal(event->kind, ARENA_SAID);
        heard = strstr(event->text, words) != NULL;
        arena_event_release(event);
    }
}

static void log_must_have(const struct shared *s, const char *kind, const char *words)
{
    struct text log = hosted_log(&s->hosted, kind);
    assert_non_null(strstr(log.bytes, words));
    text_destroy(&log);
}

// It joins, takes leases, and is never heard of again.
static void take_and_vanish(void)
{
    fleet_wait_for("SELECT (count(*) > 1)::int FROM agon.leases", 1);
    PQclear(fleet_ask("SELECT agon.take(j.id, j.token, NULL, 100) FROM"
                      " agon.join('{\"host\":\"ghost\",\"cores\":1,\"can\":[]}') AS j"));
}

static void what_a_dead_worker_had_is_played_by_others(void **state)
{
    (void)state;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_options options;
    shared_init(&s, "cup", round_robin, SHORT_MS);
    struct arena *a = hosted_start(&s.hosted, SAID_AND_ENDED, &feed);
    take_and_vanish();
    hear(feed, "(ghost) was not heard of for ");
    struct fleet_worker *worker = fleet_hire(&options, 1);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(worker, NULL);
    must_be_as_on_one_machine(&s, round_robin);
    log_must_have(&s, "worker", "(ghost) was not heard of for ");
    log_must_have(&s, "start", "workers of a fleet play; handed out on ");
    shared_destroy(&s);
}

static void what_came_too_late_is_in_the_log(void **state)
{
    (void)state;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_options options;
    shared_init(&s, "cup", round_robin, LONG_MS);
    struct arena *a = hosted_start(&s.hosted, SAID_AND_ENDED, &feed);
    PQclear(fleet_ask("SELECT agon.join('{\"host\":\"slow\"}')"));
    PQclear(fleet_ask("UPDATE agon.workers SET token_hash = sha256('t')"));
    hear(feed, "(slow) is here");
    PQclear(fleet_ask("SELECT agon.submit(id, 't', '{999}', '{1}', '{1}', array['x']::bytea[])"
                      " FROM agon.workers WHERE host = 'slow'"));
    hear(feed, "(slow) handed in 1 game too late");
    struct fleet_worker *worker = fleet_hire(&options, 1);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(worker, NULL);
    log_must_have(&s, "worker", "(slow) handed in 1 game too late, when others had them");
    shared_destroy(&s);
}

// --- Whoever leaves a transaction open ---

// A worker that was last heard of long ago, but for what it says in a transaction that stays open.
static void begin_and_forget(struct postgres *other)
{
    struct error e = {0};
    must(postgres_open(other, fleet_url(), "agon forgetful", &e), &e);
    PQclear(fleet_ask("SELECT agon.join('{\"host\":\"ghost\",\"cores\":1}')"));
    PQclear(fleet_ask("UPDATE agon.workers SET seen = now() - interval '1 hour',"
                      " token_hash = sha256('t') WHERE host = 'ghost'"));
    must(postgres_run(other, "BEGIN", &e), &e);
    must(postgres_run(other,
             "SELECT agon.beat(id, 't', '{}', '{}') FROM agon.workers"
             " WHERE host = 'ghost'",
             &e),
        &e);
}

static void a_transaction_of_a_worker_stops_nobody(void **state)
{
    (void)state;
    static struct shared s;
    struct postgres other = {0};
    struct fleet_worker_options options;
    struct fleet_worker *worker = fleet_hire(&options, 1);
    fleet_wait_for("SELECT count(*) FROM agon.workers", 1);
    begin_and_forget(&other);
    shared_init(&s, "cup", round_robin, LONG_MS);
    hosted_play(&s.hosted);
    fleet_dismiss(worker, NULL);
    postgres_close(&other);
    must_be_as_on_one_machine(&s, round_robin);
    shared_destroy(&s);
}

static void a_transaction_that_is_left_open_is_ended(void **state)
{
    (void)state;
    struct postgres other = {0};
    struct error e = {0};
    begin_and_forget(&other);
    PGresult *r = postgres_ask(&other,
        "SELECT (current_setting('idle_in_transaction_session_timeout') = '20s')::int", NULL, &e);
    assert_int_equal(postgres_number(r, 0, 0), 1);
    PQclear(r);
    must(postgres_run(&other, "COMMIT", &e), &e);
    r = postgres_ask(&other,
        "SELECT (current_setting('idle_in_transaction_session_timeout') = '0')::int", NULL, &e);
    assert_int_equal(postgres_number(r, 0, 0), 1); // it is for that transaction only
    PQclear(r);
    postgres_close(&other);
}

static void who_keeps_a_lock_is_named(void **state)
{
    (void)state;
    static struct shared s;
    struct postgres other = {0};
    struct feed *feed;
    struct arena_ended ended;
    struct error e = {0};
    shared_init(&s, "cup", round_robin, LONG_MS);
    PQclear(fleet_ask("INSERT INTO agon.contests (name, generation, text, kinds, words, lease_ms,"
                      " coordinator, since) VALUES ('cup', 1, 't', '{}', '{}', 60000, 'test',"
                      " now())"));
    must(postgres_open(&other, fleet_url(), "agon forgetful", &e), &e);
    must(postgres_run(&other, "BEGIN; UPDATE agon.contests SET text = 'u'", &e), &e);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    help_drain(feed, ARENA_ENDED);
    feed_close(feed);
    assert_int_equal(arena_join(a, &ended, &e), ARENA_FAILED);
    char pid[32];
    snprintf(pid, sizeof pid, "connection %d of ", PQbackendPID(other.connection));
    assert_non_null(strstr(e.words, pid));
    assert_non_null(strstr(e.words, "agon forgetful"));
    assert_true(e.passes);
    postgres_close(&other);
    shared_destroy(&s);
}

static void who_holds_the_lock_of_a_contest_is_named(void **state)
{
    (void)state;
    static struct shared s;
    struct postgres other = {0};
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_options options;
    struct error e = {0};
    bool taken = false;
    char holder[64];
    must(postgres_open(&other, fleet_url(), "somebody", &e), &e);
    must(fleet_lock_take(&other, "cup", &taken, &e), &e);
    snprintf(
        holder, sizeof holder, "connection %d of agon (somebody", PQbackendPID(other.connection));
    shared_init(&s, "cup", round_robin, LONG_MS);
    struct arena *a = hosted_start(&s.hosted, SAID_AND_ENDED, &feed);
    hear(feed, holder);
    postgres_close(&other);
    struct fleet_worker *worker = fleet_hire(&options, 1);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(worker, NULL);
    shared_destroy(&s);
}

// As after an older backup was put back.
static void a_worker_that_nobody_knows_joins_anew_and_plays(void **state)
{
    (void)state;
    static struct shared s;
    struct fleet_worker_options options;
    struct fleet_worker *worker = fleet_hire(&options, 1);
    fleet_wait_for("SELECT count(*) FROM agon.workers WHERE wants > 0", 1);
    PQclear(fleet_ask("DELETE FROM agon.workers"));
    shared_init(&s, "cup", round_robin, LONG_MS);
    hosted_play(&s.hosted);
    fleet_dismiss(worker, NULL);
    must_be_as_on_one_machine(&s, round_robin);
    shared_destroy(&s);
}

static void a_worker_that_stops_at_once_gives_its_leases_back(void **state)
{
    (void)state;
    static struct shared s;
    struct feed *feed;
    struct arena_ended ended;
    struct fleet_worker_options first, second;
    struct fleet_worker_state last;
    struct error e = {0};
    shared_init(&s, "cup", long_one, LONG_MS);
    struct fleet_worker *worker = fleet_hire(&first, 1);
    struct arena *a = hosted_start(&s.hosted, ARENA_WANTS(ARENA_ENDED), &feed);
    wait_for_games(&s.hosted, 10);
    fleet_worker_stop(worker, POOL_NOW);
    must(fleet_worker_join(worker, &last, &e), &e);
    assert_int_equal(fleet_number("SELECT count(*) FROM agon.leases WHERE worker IS NOT NULL"
                                  " AND until < 'infinity'"),
        0);
    worker = fleet_hire(&second, 1);
    help_drain(feed, ARENA_ENDED);
    assert_int_equal(hosted_join(a, feed, &ended), ARENA_PLAYED);
    fleet_dismiss(worker, NULL);
    must_be_as_on_one_machine(&s, long_one);
    shared_destroy(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FLEET(two_workers_give_the_bytes_of_one_machine),
        IN_A_FLEET(rounds_that_depend_on_results_give_the_bytes_of_one_machine),
        IN_A_FLEET(a_coordinator_that_stops_is_gone_on_with),
        IN_A_FLEET(what_a_dead_worker_had_is_played_by_others),
        IN_A_FLEET(what_came_too_late_is_in_the_log),
        IN_A_FLEET(a_transaction_of_a_worker_stops_nobody),
        IN_A_FLEET(a_transaction_that_is_left_open_is_ended),
        IN_A_FLEET(who_keeps_a_lock_is_named),
        IN_A_FLEET(who_holds_the_lock_of_a_contest_is_named),
        IN_A_FLEET(a_worker_that_nobody_knows_joins_anew_and_plays),
        IN_A_FLEET(a_worker_that_stops_at_once_gives_its_leases_back),
    };
    return cmocka_run_group_tests(tests, help_setup_process, help_teardown_process);
}
