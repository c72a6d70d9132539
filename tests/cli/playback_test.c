// The keys of one who looks on, and what they do to the pace.
#include "cli/playback.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void type(struct playback *p, const char *bytes)
{
    playback_type(p, bytes, strlen(bytes));
}

static void a_position_stays_for_its_pace(void **state)
{
    (void)state;
    struct playback p = {.pace_ms = 300};
    assert_int_equal(playback_wait_ns(&p, 100 * NS_PER_MS), 200 * NS_PER_MS);
    assert_int_equal(playback_wait_ns(&p, 300 * NS_PER_MS), 0);
    assert_int_equal(playback_wait_ns(&p, INT64_MAX), 0);
}

static void space_stops_it_until_space_lets_it_go_on(void **state)
{
    (void)state;
    struct playback p = {0};
    type(&p, " ");
    assert_int_equal(playback_wait_ns(&p, INT64_MAX), INT64_MAX);
    type(&p, " ");
    assert_int_equal(playback_wait_ns(&p, 0), 0);
}

static void a_step_leaves_one_position_of_a_game_that_is_paused(void **state)
{
    (void)state;
    struct playback p = {0};
    type(&p, " .\033[C"); // twice
    for (int i = 0; i < 2; i++) {
        assert_int_equal(playback_wait_ns(&p, 0), 0);
        playback_leave(&p);
    }
    assert_int_equal(playback_wait_ns(&p, 0), INT64_MAX);
}

static void the_first_step_of_a_game_that_runs_stops_it(void **state)
{
    (void)state;
    struct playback p = {.pace_ms = 10};
    type(&p, ".");
    assert_true(p.paused);
    assert_int_equal(playback_wait_ns(&p, INT64_MAX), INT64_MAX);
}

static void steps_that_were_not_used_are_not_kept_for_the_next_pause(void **state)
{
    (void)state;
    struct playback p = {0};
    type(&p, " ...  ");
    assert_int_equal(playback_wait_ns(&p, 0), INT64_MAX);
}

static void plus_and_minus_change_the_pace_and_end_somewhere(void **state)
{
    (void)state;
    struct playback p = {.pace_ms = 300};
    type(&p, "+");
    assert_int_equal(p.pace_ms, 200);
    type(&p, "--");
    assert_int_equal(p.pace_ms, 500);
    type(&p, "++++++++++++++++++++");
    assert_int_equal(p.pace_ms, 0);
    type(&p, "-------------------------");
    assert_int_equal(p.pace_ms, 10000);
    p.pace_ms = 20000; // as asked for
    type(&p, "-");
    assert_int_equal(p.pace_ms, 20000);
    p.pace_ms = 250;
    type(&p, "=");
    assert_int_equal(p.pace_ms, 200);
}

static void who_finishes_the_game_waits_for_nothing(void **state)
{
    (void)state;
    struct playback p = {.pace_ms = 10000, .paused = true, .hurried = true};
    assert_int_equal(playback_wait_ns(&p, 0), 0);
}

static void other_keys_do_nothing(void **state)
{
    (void)state;
    struct playback p = {.pace_ms = 300};
    // The other arrows, F5, Page up; none of their letters is a key.
    type(&p, "\033[A\033[B\033[D\033[15~\033[5~\033Oq\033xyzü\n\t");
    assert_int_equal(p.pace_ms, 300);
    assert_false(p.paused || p.hurried || p.quit || p.help);
    assert_int_equal(p.steps + (int)p.keys.length, 0);
}

static void a_key_may_come_in_parts(void **state)
{
    (void)state;
    struct playback p = {.paused = true};
    for (const char *byte = "\033[C\033OC\033[15~.\033[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;C";
         *byte != '\0'; byte++)
        playback_type(&p, byte, 1);
    assert_int_equal(p.steps, 3);
}

static void a_lone_escape_hides_no_key(void **state)
{
    (void)state;
    struct playback p = {0};
    type(&p, "\033");
    type(&p, "\033");
    type(&p, "?");
    assert_true(p.help);
    type(&p, "\033q");
    assert_true(p.quit);
}

static void q_quits_and_a_question_mark_helps(void **state)
{
    (void)state;
    struct playback p = {0};
    type(&p, "?");
    assert_true(p.help);
    type(&p, "?q");
    assert_false(p.help);
    assert_true(p.quit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_stays_for_its_pace),
        cmocka_unit_test(space_stops_it_until_space_lets_it_go_on),
        cmocka_unit_test(a_step_leaves_one_position_of_a_game_that_is_paused),
        cmocka_unit_test(the_first_step_of_a_game_that_runs_stops_it),
        cmocka_unit_test(steps_that_were_not_used_are_not_kept_for_the_next_pause),
        cmocka_unit_test(plus_and_minus_change_the_pace_and_end_somewhere),
        cmocka_unit_test(who_finishes_the_game_waits_for_nothing),
        cmocka_unit_test(other_keys_do_nothing),
        cmocka_unit_test(a_key_may_come_in_parts),
        cmocka_unit_test(a_lone_escape_hides_no_key),
        cmocka_unit_test(q_quits_and_a_question_mark_helps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
