// The limits of a player, from its own, those of its contest, and the defaults.
#include "arena/conditions.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct contest_limits limits_of(const char *const *options)
{
    struct contest_limits limits = contest_limits_unset();
    struct error e;
    for (; *options; options++) {
        if (!contest_limits_read_option(&limits, *options, &e))
            fail_msg("%s", e.words);
    }
    return limits;
}

static void without_a_sandbox_there_are_only_limits_that_were_asked_for(void **state)
{
    (void)state;
    const struct contest_limits none = contest_limits_unset();
    struct sandbox_limits limits = conditions_limits(SANDBOX_NONE, &none, NULL);
    assert_memory_equal(&limits, &(struct sandbox_limits){0}, sizeof limits);
    const struct contest_limits asked = limits_of((const char *[]){"cpu=60s", "tasks=3", NULL});
    limits = conditions_limits(SANDBOX_NONE, &asked, NULL);
    assert_int_equal(limits.cpu_ns, 60 * NS_PER_SECOND);
    assert_int_equal(limits.tasks, 3);
    assert_int_equal(limits.memory_bytes, 0);
}

static void in_a_sandbox_there_are_defaults(void **state)
{
    (void)state;
    const struct contest_limits none = contest_limits_unset();
    const struct sandbox_limits defaults = sandbox_default_limits();
    struct sandbox_limits limits = conditions_limits(SANDBOX_CLOSED, &none, &none);
    assert_memory_equal(&limits, &defaults, sizeof limits);
    assert_int_equal(limits.memory_bytes, INT64_C(1) << 30);
    assert_int_equal(limits.tasks, 256);
}

static void its_own_limits_come_before_those_of_the_contest(void **state)
{
    (void)state;
    const struct contest_limits contest =
        limits_of((const char *[]){"memory=2GiB", "output=1MiB", "scratch=none", NULL});
    const struct contest_limits own = limits_of((const char *[]){"memory=3GiB", "file=none", NULL});
    struct sandbox_limits limits = conditions_limits(SANDBOX_OPEN, &contest, &own);
    assert_int_equal(limits.memory_bytes, INT64_C(3) << 30);
    assert_int_equal(limits.output_bytes, 1 << 20);
    assert_int_equal(limits.scratch_bytes, 0);
    assert_int_equal(limits.file_bytes, 0);
    assert_int_equal(limits.tasks, sandbox_default_limits().tasks);
}

static void a_wrong_option_is_told(void **state)
{
    (void)state;
    struct contest_limits limits = contest_limits_unset();
    struct error e;
    assert_false(contest_limits_read_option(&limits, "memory", &e));
    assert_string_equal(e.words, "--limit: \"memory\" is not NAME=AMOUNT, such as memory=512MiB");
    assert_false(contest_limits_read_option(&limits, "colour=red", &e));
    assert_string_equal(e.words,
        "--limit: no limit \"colour\"   (memory, tasks, cpu, files, file, scratch, output)");
    assert_false(contest_limits_read_option(&limits, "tasks=many", &e));
    assert_string_equal(e.words, "--limit: \"tasks\" takes a whole number, or none, not \"many\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_sandbox_there_are_only_limits_that_were_asked_for),
        cmocka_unit_test(in_a_sandbox_there_are_defaults),
        cmocka_unit_test(its_own_limits_come_before_those_of_the_contest),
        cmocka_unit_test(a_wrong_option_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
