// What every format keeps: the order in which results come in changes nothing, a contest goes on
// from what was stored, and what makes no sense is refused.
#include "contest/played.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct played one, other;

static void the_order_of_results_changes_nothing(void **state)
{
    (void)state;
    for (int f = 0; formats[f]; f++) {
        for (int players = 2; players <= 21; players += formats[f] == &format_match ? 100 : 1) {
            struct plan p = {.format = formats[f], .players = players, .seed = 7, .lots = true};
            played_out(&one, &p, judge_by_strength, 1, 500);
            played_out(&other, &p, judge_by_strength, 8, 500);
            assert_int_equal(one.count, other.count);
            assert_memory_equal(one.log, other.log, one.count * sizeof *one.log);
            for (int i = 0; i < players; i++) {
                assert_int_equal(one.standings[i].player, other.standings[i].player);
                assert_int_equal(one.standings[i].rank, other.standings[i].rank);
            }
            played_end(&one);
            played_end(&other);
        }
    }
}

static void another_seed_is_another_contest(void **state)
{
    (void)state;
    for (int f = 1; formats[f]; f++) {
        struct plan p = {.format = formats[f], .players = 16, .seed = 1, .lots = true};
        played_out(&one, &p, judge_by_strength, 1, 100);
        p.seed = 2;
        played_out(&other, &p, judge_by_strength, 1, 100);
        assert_memory_not_equal(one.log, other.log, 100 * sizeof *one.log);
        played_end(&one);
        played_end(&other);
    }
}

static void a_contest_goes_on_from_stored_results(void **state)
{
    (void)state;
    for (int f = 0; formats[f]; f++) {
        int players = formats[f] == &format_match ? 2 : 13;
        struct plan p = {.format = formats[f], .players = players, .rounds = 0, .seed = 3};
        if (formats[f] == &format_match)
            p.rounds = 20;
        played_out(&one, &p, judge_by_strength, 5, 200);
        // A new process: of the pairs handed out before, every third has no stored result, and is
        // played now.
        struct schedule s;
        assert_true(schedule_init(&s, &p, NULL));
        enum { LATE_MOST = 128 };
        int64_t late[LATE_MOST];
        struct pairing late_pairs[LATE_MOST];
        int late_count = 0;
        for (size_t i = 0; i < one.count;) {
            struct pairing pair;
            enum schedule_next next = schedule_next(&s, &pair);
            if (next == NEXT_WAIT || late_count == LATE_MOST) {
                while (late_count > 0) {
                    struct pair_result r = judge_by_strength(&late_pairs[--late_count]);
                    assert_true(schedule_result(&s, late[late_count], &r, NULL));
                }
            }
            if (next == NEXT_WAIT)
                continue;
            assert_int_equal(next, NEXT_PAIR);
            assert_memory_equal(&pair, &one.log[i], sizeof pair);
            i++;
            if (pair.index % 3 == 0) {
                late_pairs[late_count] = pair;
                late[late_count++] = pair.index;
            } else {
                struct pair_result r = judge_by_strength(&pair);
                assert_true(schedule_result(&s, pair.index, &r, NULL));
            }
        }
        schedule_destroy(&s);
        played_end(&one);
    }
}

static void a_result_is_taken_once_and_only_for_a_pair_that_is_played(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 4};
    struct schedule s;
    struct error e;
    const struct pair_result won = {.half_points = {2, 2}}, wrong = {.half_points = {3, 0}};
    struct pairing pair;
    assert_true(schedule_init(&s, &p, &e));
    assert_false(schedule_result(&s, 0, &won, &e));
    assert_int_equal(schedule_next(&s, &pair), NEXT_PAIR);
    assert_false(schedule_result(&s, 1, &won, &e));
    assert_false(schedule_result(&s, -1, &won, &e));
    assert_false(schedule_result(&s, 0, &wrong, &e));
    assert_true(schedule_result(&s, 0, &won, &e));
    assert_false(schedule_result(&s, 0, &won, &e));
    assert_int_equal(schedule_next(&s, &pair), NEXT_PAIR);
    assert_int_equal(schedule_next(&s, &pair), NEXT_WAIT);
    assert_int_equal(schedule_running(&s), 1);
    schedule_destroy(&s);
}

static void a_plan_without_sense_is_refused(void **state)
{
    (void)state;
    static const struct presence backwards[] = {{.from = 0, .until = 1}, {.from = 3, .until = 2}};
    const struct plan bad[] = {
        {.format = &format_match, .players = 3},
        {.format = &format_round_robin, .players = 1},
        {.format = &format_round_robin, .players = PLAN_PLAYERS_MOST + 1},
        {.format = &format_round_robin, .players = 2, .rounds = -1},
        {.format = &format_gauntlet, .players = 3, .heroes = 3},
        {.format = &format_knockout, .players = 3, .rounds = 2},
        {.format = &format_swiss, .players = 3, .length = -1},
        {.format = &format_swiss, .players = 2, .presence = backwards},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct schedule s;
        struct error e;
        assert_false(schedule_init(&s, &bad[i], &e));
        assert_true(strlen(e.words) > 0);
    }
    struct error e;
    assert_ptr_equal(format_find("swiss", &e), &format_swiss);
    assert_null(format_find("swis", &e));
    assert_non_null(strstr(e.words, "Did you mean \"swiss\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_results_changes_nothing),
        cmocka_unit_test(another_seed_is_another_contest),
        cmocka_unit_test(a_contest_goes_on_from_stored_results),
        cmocka_unit_test(a_result_is_taken_once_and_only_for_a_pair_that_is_played),
        cmocka_unit_test(a_plan_without_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
