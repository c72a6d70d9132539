// Formats whose pairings are known from the beginning: round robin, match and gauntlet.
#include "contest/played.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct played one;

static void in_a_round_robin_everybody_meets_everybody_as_often_as_promised(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (int rounds = 1; rounds <= 3; rounds++) {
            struct plan p = {.format = &format_round_robin,
                .players = players,
                .rounds = rounds,
                .seed = (uint64_t)players,
                .lots = players % 3 == 0};
            played_out(&one, &p, judge_by_chance, 1, LOG_MOST);
            played_count_meetings(&one);
            for (int a = 0; a < players; a++) {
                for (int b = 0; b < players; b++)
                    assert_int_equal(one.met[a][b], a == b ? 0 : rounds);
            }
            assert_int_equal(one.count, schedule_pairs(&one.schedule));
            played_assert_nobody_twice_in_a_round(&one, 1);
            played_assert_beginnings_balanced(&one, players, 1);
            played_end(&one);
        }
    }
}

static void in_a_round_robin_with_an_odd_number_everybody_rests_once(void **state)
{
    (void)state;
    for (int players = 3; players <= PLAYERS_MOST; players += 2) {
        struct plan p = {.format = &format_round_robin, .players = players};
        played_out(&one, &p, judge_by_chance, 1, LOG_MOST);
        int played[PLAYERS_MOST] = {0};
        for (size_t i = 0; i < one.count; i++) {
            played[one.log[i].first]++;
            played[one.log[i].second]++;
        }
        int64_t rounds = one.log[one.count - 1].round + 1;
        for (int i = 0; i < players; i++)
            assert_int_equal(played[i], rounds - 1);
        played_end(&one);
    }
}

static void a_second_time_through_swaps_who_begins(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 7, .rounds = 2};
    played_out(&one, &p, judge_by_chance, 1, LOG_MOST);
    for (size_t i = 0; i < 21; i++) {
        assert_int_equal(one.log[i].first, one.log[i + 21].second);
        assert_int_equal(one.log[i].second, one.log[i + 21].first);
    }
    played_end(&one);
}

static void a_pairing_of_a_huge_contest_is_known_at_once(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 1000, .rounds = 1000 * 1000};
    struct schedule s;
    assert_true(schedule_init(&s, &p, NULL));
    int64_t pairs = schedule_pairs(&s);
    assert_true(pairs == INT64_C(499500) * 1000 * 1000);
    s.next = pairs - 1;
    struct pairing last;
    assert_int_equal(schedule_next(&s, &last), NEXT_PAIR);
    assert_true(last.first >= 0 && last.first < 1000 && last.second >= 0 && last.second < 1000);
    assert_int_equal(schedule_next(&s, &last), NEXT_OVER);
    schedule_destroy(&s);
}

static void in_a_match_the_players_begin_by_turns(void **state)
{
    (void)state;
    struct plan p = {.format = &format_match, .players = 2, .rounds = 9};
    played_out(&one, &p, judge_by_number, 1, LOG_MOST);
    assert_int_equal(one.count, 9);
    for (int i = 0; i < 9; i++)
        assert_int_equal(one.log[i].first, i % 2);
    assert_int_equal(one.standings[0].line.wins, 18);
    assert_int_equal(one.standings[1].line.losses, 18);
    played_end(&one);
}

static void in_a_gauntlet_the_heroes_meet_all_others_and_nobody_else(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players += 3) {
        for (int heroes = 1; heroes < players && heroes <= 3; heroes++) {
            for (int rounds = 1; rounds <= 3; rounds++) {
                struct plan p = {.format = &format_gauntlet,
                    .players = players,
                    .rounds = rounds,
                    .heroes = heroes};
                played_out(&one, &p, judge_by_chance, 1, LOG_MOST);
                played_count_meetings(&one);
                for (int a = 0; a < players; a++) {
                    for (int b = 0; b < players; b++)
                        assert_int_equal(one.met[a][b], (a < heroes) != (b < heroes) ? rounds : 0);
                }
                assert_int_equal(one.count, schedule_pairs(&one.schedule));
                played_assert_beginnings_balanced(&one, players, 1);
                played_end(&one);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_round_robin_everybody_meets_everybody_as_often_as_promised),
        cmocka_unit_test(in_a_round_robin_with_an_odd_number_everybody_rests_once),
        cmocka_unit_test(a_second_time_through_swaps_who_begins),
        cmocka_unit_test(a_pairing_of_a_huge_contest_is_known_at_once),
        cmocka_unit_test(in_a_match_the_players_begin_by_turns),
        cmocka_unit_test(in_a_gauntlet_the_heroes_meet_all_others_and_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
