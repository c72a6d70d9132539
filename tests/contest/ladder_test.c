// Ladders: the order is found, and newcomers find their place.
#include "contest/played.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct played one;

static void a_ladder_goes_on_and_finds_the_order(void **state)
{
    (void)state;
    enum { PLAYERS = 17, ROUNDS = 300 };
    struct plan p = {.format = &format_ladder, .players = PLAYERS};
    played_out(&one, &p, judge_by_strength, 8, PLAYERS / 2 * ROUNDS);
    assert_int_equal(one.log[one.count - 1].round, ROUNDS - 1);
    played_assert_nobody_twice_in_a_round(&one, 1);
    played_assert_beginnings_balanced(&one, PLAYERS, 2);
    for (int i = 0; i < PLAYERS; i++) {
        // Neighbours are 60 Elo apart: nobody is far from the right place.
        assert_true(abs(one.standings[i].player - i) <= 3);
        assert_true(one.standings[i].glicko.deviation < 100);
        int64_t byes = one.standings[i].line.byes;
        assert_true(byes >= ROUNDS / PLAYERS - 1 && byes <= ROUNDS / PLAYERS + 2);
    }
    // Those who meet are close: two players picked at random are 6 places apart.
    double apart = 0;
    for (size_t i = one.count / 2; i < one.count; i++)
        apart += abs(one.log[i].first - one.log[i].second);
    apart /= (double)(one.count - one.count / 2);
    assert_true(apart < 4.5);
    played_end(&one);
}

static void on_a_ladder_of_equals_nobody_meets_the_same_again_and_again(void **state)
{
    (void)state;
    enum { PLAYERS = 16, ROUNDS = 100 };
    struct plan p = {.format = &format_ladder, .players = PLAYERS, .rounds = ROUNDS};
    played_out(&one, &p, judge_level, 1, LOG_MOST);
    int opponents[PLAYERS] = {0}, again = 0; // opponent in the last round, plus 1
    for (size_t i = 0; i < one.count; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        again += opponents[a] == b + 1;
        opponents[a] = b + 1;
        opponents[b] = a + 1;
    }
    // By chance it would be one in fifteen.
    assert_true(again * 100 < (int)one.count * 2);
    played_count_meetings(&one);
    for (int a = 0; a < PLAYERS; a++) {
        for (int b = 0; b < PLAYERS; b++)
            assert_true(a == b || one.met[a][b] > 0);
    }
    played_end(&one);
}

static void a_newcomer_on_the_ladder_is_found_out_quickly(void **state)
{
    (void)state;
    enum { PLAYERS = 12, JOINS = 100, ROUNDS = 115 };
    struct presence presence[PLAYERS];
    for (int i = 0; i < PLAYERS; i++)
        presence[i] = (struct presence){.from = i == PLAYERS - 1 ? JOINS : 0, .until = INT64_MAX};
    struct plan p = {
        .format = &format_ladder, .players = PLAYERS, .rounds = ROUNDS, .presence = presence};
    played_out(&one, &p, judge_by_strength, 8, LOG_MOST);
    const struct standing *newcomer = played_standing(&one, PLAYERS - 1);
    assert_true(newcomer->line.pairs + newcomer->line.byes == ROUNDS - JOINS);
    assert_true(newcomer->glicko.rating < 1400 && newcomer->glicko.deviation < 150);
    played_end(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_goes_on_and_finds_the_order),
        cmocka_unit_test(on_a_ladder_of_equals_nobody_meets_the_same_again_and_again),
        cmocka_unit_test(a_newcomer_on_the_ladder_is_found_out_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
