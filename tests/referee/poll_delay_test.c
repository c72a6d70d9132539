// How late something was read, from times that are given.
#include "referee/runner/poll_delay.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define MS NS_PER_MS

// A poll that began at 100 and returned at once; then a second of the same kind, after 5 ms of
// work.
static struct poll_delay two_polls(void)
{
    struct poll_delay p = {0};
    poll_delay_begin(&p, 100 * MS, 40 * MS, 7 * MS);
    poll_delay_return(&p, 100 * MS);
    poll_delay_begin(&p, 105 * MS, 40 * MS, 7 * MS);
    return p;
}

static void what_wakes_a_sleeper_is_read_when_he_has_a_core(void **state)
{
    (void)state;
    struct poll_delay p = two_polls();
    assert_int_equal(poll_delay_ns(&p, 125 * MS, 40 * MS, 7 * MS, 0), 0);
    assert_int_equal(poll_delay_ns(&p, 125 * MS, 48 * MS, 7 * MS, 0), 8 * MS);
}

static void what_is_there_already_may_have_come_after_the_last_look(void **state)
{
    (void)state;
    struct poll_delay p = two_polls();
    assert_int_equal(poll_delay_ns(&p, 105 * MS, 40 * MS, 7 * MS, 0), 5 * MS);
    // It took long, but only because it waited for a core, or stood still: it has not slept.
    assert_int_equal(poll_delay_ns(&p, 117 * MS, 52 * MS, 7 * MS, 0), 17 * MS);
    assert_int_equal(poll_delay_ns(&p, 117 * MS, 40 * MS, 19 * MS, 0), 17 * MS);
}

// A thousand bots have been started since the last poll, and their pipes are new to this one.
static void what_a_poll_computes_is_no_sleep(void **state)
{
    (void)state;
    struct poll_delay p = two_polls();
    assert_int_equal(poll_delay_ns(&p, 135 * MS, 40 * MS, 7 * MS, 30 * MS), 35 * MS);
    assert_int_equal(poll_delay_ns(&p, 135 * MS, 40 * MS, 7 * MS, 20 * MS), 0);
}

// The kernel looks, and then others get the core before the thread hears of it: what comes
// meanwhile is brought by the next poll.
static void a_wait_in_the_poll_before_may_have_been_after_its_look(void **state)
{
    (void)state;
    struct poll_delay p = {0};
    poll_delay_begin(&p, 50 * MS, 40 * MS, 0);
    poll_delay_return(&p, 100 * MS);
    poll_delay_begin(&p, 101 * MS, 40 * MS, 0); // it is asked only now and then
    assert_int_equal(poll_delay_ns(&p, 101 * MS, 56 * MS, 0, 0), 17 * MS);
    // But no longer than that took.
    assert_int_equal(poll_delay_ns(&p, 101 * MS, 140 * MS, 0, 0), 51 * MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_wakes_a_sleeper_is_read_when_he_has_a_core),
        cmocka_unit_test(what_is_there_already_may_have_come_after_the_last_look),
        cmocka_unit_test(what_a_poll_computes_is_no_sleep),
        cmocka_unit_test(a_wait_in_the_poll_before_may_have_been_after_its_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
