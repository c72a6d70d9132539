// The leases that a worker holds: how many more it wants, and when it hands in records.
#include "base/clock.h"
#include "fleet/fleet_worker/parts.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define NOW_NS (100 * NS_PER_SECOND)

static const struct fleet_worker_options two_cores = {.cores = 2};
static struct fleet_worker w;

static int begin(void **state)
{
    (void)state;
    w = (struct fleet_worker){.options = &two_cores};
    return 0;
}

static int end(void **state)
{
    (void)state;
    held_destroy(&w);
    return 0;
}

// Adds a lease of two games.
static struct held_lease *add(int64_t id)
{
    struct held_lease *l = held_add(&w, id, 1, LEASE_GAMES);
    assert_non_null(l);
    return l;
}

static void play(struct held_lease *l, int game, int64_t at_ns)
{
    l->runner = 0;
    l->games[game].stage = HELD_PLAYED;
    l->games[game].played_ns = at_ns;
}

static void a_worker_wants_one_lease_ahead_for_each_core(void **state)
{
    (void)state;
    assert_int_equal(held_wanted(&w), 2);
    add(1)->runner = 0;
    assert_int_equal(held_wanted(&w), 2); // it is played
    add(2);
    assert_int_equal(held_wanted(&w), 0); // half of them are there
}

static void short_games_want_leases_for_two_seconds(void **state)
{
    (void)state;
    w.speed = 100; // games a second
    add(1);
    assert_int_equal(held_wanted(&w), 99);
    for (int64_t id = 2; id <= 50; id++)
        add(id);
    assert_int_equal(held_wanted(&w), 0);
    for (struct held_lease *l = w.leases; l; l = l->next)
        l->lost = true;
    assert_int_equal(held_wanted(&w), 100);
}

static void a_record_waits_for_others_as_long_as_there_is_something_to_play(void **state)
{
    (void)state;
    assert_true(held_submit_ns(&w) == INT64_MAX);
    struct held_lease *a = add(1), *b = add(2);
    play(a, 1, NOW_NS + 5);
    play(a, 0, NOW_NS);
    assert_int_equal(held_submit_ns(&w), NOW_NS + FLEET_WORKER_GATHER_MS * NS_PER_MS);
    w.scarce = true;
    assert_int_equal(held_submit_ns(&w), NOW_NS + FLEET_WORKER_GATHER_SCARCE_MS * NS_PER_MS);
    play(b, 0, NOW_NS);
    play(b, 1, NOW_NS);
    assert_int_equal(held_submit_ns(&w), 0);
}

static void records_are_handed_in_at_once_when_the_worker_is_to_stop(void **state)
{
    (void)state;
    play(add(1), 0, NOW_NS);
    assert_int_not_equal(held_submit_ns(&w), 0);
    w.stopping = 1 + POOL_FINISH;
    assert_int_equal(held_submit_ns(&w), 0);
}

static void as_many_records_as_a_call_has_do_not_wait(void **state)
{
    (void)state;
    add(1000);
    for (int64_t id = 1; id <= FLEET_WORKER_SUBMIT_MOST; id++) {
        assert_int_not_equal(held_submit_ns(&w), 0);
        struct held_lease *l = add(id);
        play(l, 0, NOW_NS);
        l->games[1].stage = HELD_OVER;
    }
    assert_int_equal(held_submit_ns(&w), 0);
}

static void what_is_lost_or_broken_keeps_nothing_waiting(void **state)
{
    (void)state;
    struct held_lease *a = add(1), *b = add(2), *c = add(3);
    play(a, 0, NOW_NS);
    a->lost = true;
    assert_true(held_submit_ns(&w) == INT64_MAX);
    play(b, 0, NOW_NS);
    b->games[1].stage = HELD_OVER;
    assert_int_not_equal(held_submit_ns(&w), 0);
    c->broken = true;
    assert_int_equal(held_submit_ns(&w), 0);
}

#define HELD(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HELD(a_worker_wants_one_lease_ahead_for_each_core),
        HELD(short_games_want_leases_for_two_seconds),
        HELD(a_record_waits_for_others_as_long_as_there_is_something_to_play),
        HELD(records_are_handed_in_at_once_when_the_worker_is_to_stop),
        HELD(as_many_records_as_a_call_has_do_not_wait),
        HELD(what_is_lost_or_broken_keeps_nothing_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
