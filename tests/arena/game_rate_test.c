// How many games end in a second, by a clock that the test moves.
#include "arena/game_rate.h"
#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static double at(const struct game_rate *r, double second)
{
    return game_rate_per_second(r, (int64_t)(second * NS_PER_SECOND));
}

// One game ends every `step` seconds, from 0 on.
static void play(struct game_rate *r, int games, double step)
{
    for (int i = 0; i <= games; i++)
        game_rate_note(r, i, (int64_t)(i * step * NS_PER_SECOND));
}

static void nothing_is_known_before_the_first_game(void **state)
{
    struct game_rate r = {0};
    (void)state;
    assert_true(at(&r, 10) == 0);
    game_rate_note(&r, 5, 0); // where a contest goes on
    assert_true(at(&r, 10) == 0);
}

static void slow_games_have_a_rate_at_every_moment(void **state)
{
    struct game_rate r = {0};
    (void)state;
    play(&r, 3, 15);
    for (double second = 45; second < 75; second++)
        assert_float_equal(at(&r, second), 1.0 / 15, 1e-9);
    struct game_rate slower = {0};
    play(&slower, 100, 3600);
    assert_float_equal(at(&slower, 100 * 3600 + 1), 1.0 / 3600, 1e-9);
}

static void a_game_that_does_not_end_lowers_the_rate(void **state)
{
    struct game_rate r = {0};
    (void)state;
    play(&r, 3, 15);
    assert_float_equal(at(&r, 90), 3.0 / 90, 1e-9);
}

static void fast_games_are_counted_over_a_minute(void **state)
{
    struct game_rate r = {0};
    (void)state;
    play(&r, 100000, 0.01);             // a thousand seconds with 100 games each
    for (int i = 1; i <= 30 * 200; i++) // then half a minute with 200 each
        game_rate_note(&r, 100000 + i, 1000 * NS_PER_SECOND + i * (NS_PER_SECOND / 200));
    assert_float_equal(at(&r, 1030), 150, 3);
}

static void the_first_second_says_nothing_yet(void **state)
{
    struct game_rate r = {0};
    (void)state;
    play(&r, 3, 0.001);
    assert_true(at(&r, 0.01) == 0);
    assert_float_equal(at(&r, 1), 3, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_before_the_first_game),
        cmocka_unit_test(slow_games_have_a_rate_at_every_moment),
        cmocka_unit_test(a_game_that_does_not_end_lowers_the_rate),
        cmocka_unit_test(fast_games_are_counted_over_a_minute),
        cmocka_unit_test(the_first_second_says_nothing_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
