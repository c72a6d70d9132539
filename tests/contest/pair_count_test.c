#include "contest/pair_count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Adds games that gave the player these half points, from game 1 on.
static struct pair_count count(const int *half_points, int games)
{
    struct pair_count p = pair_count_empty();
    for (int i = 0; i < games; i++)
        pair_count_add(&p, i + 1, half_points[i]);
    return p;
}

static void assert_pairs(const struct pair_count *p, const int64_t expected[COUNTED_PAIRS])
{
    for (int i = 0; i < COUNTED_PAIRS; i++)
        assert_int_equal(p->pairs.of[i], expected[i]);
}

static void every_two_games_are_a_pair(void **state)
{
    (void)state;
    //                          LL    LD    WL    DD    WD    WW
    const int half_points[] = {0, 0, 0, 1, 2, 0, 1, 1, 2, 1, 2, 2};
    struct pair_count p = count(half_points, 12);
    assert_pairs(&p, (const int64_t[]){1, 1, 2, 1, 1});
    assert_int_equal(counts_total(&p.pairs), 6);
}

static void the_first_of_a_pair_waits_for_the_second(void **state)
{
    (void)state;
    const int half_points[] = {2, 2, 2};
    struct pair_count p = count(half_points, 3);
    assert_pairs(&p, (const int64_t[]){0, 0, 0, 0, 1});
}

static void a_pair_with_a_void_game_does_not_count(void **state)
{
    (void)state;
    const int half_points[] = {PAIR_COUNT_VOID, 2, 2, PAIR_COUNT_VOID, 0, 0};
    struct pair_count p = count(half_points, 6);
    assert_pairs(&p, (const int64_t[]){1, 0, 0, 0, 0});
}

static void nothing_is_counted_at_first(void **state)
{
    (void)state;
    struct pair_count p = pair_count_empty();
    assert_int_equal(counts_total(&p.pairs), 0);
    assert_false(statistics_elo(&p.pairs).known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_two_games_are_a_pair),
        cmocka_unit_test(the_first_of_a_pair_waits_for_the_second),
        cmocka_unit_test(a_pair_with_a_void_game_does_not_count),
        cmocka_unit_test(nothing_is_counted_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
