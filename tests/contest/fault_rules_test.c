// Fault policies (S9), rule by rule, each in a contest in which one player makes its faults at
// known places. What holds for all contests is in faults_test.c.
#include "contest/ratings.h"
#include "contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PLAYERS = 4, WIN = 2 };

static struct schedule schedule;
static struct standing standings[PLAYERS];

// A round robin of four in which nobody makes a fault but player 0, in its second pair.
static struct pair_result one_fault(const struct pairing *p, int64_t of_zero)
{
    struct pair_result r = {.half_points = {WIN, WIN}};
    bool zero_first = p->first == 0;
    if (p->first == 0 || p->second == 0) {
        r.half_points[0] = r.half_points[1] = zero_first ? WIN : 0; // it is strong
        if (of_zero == 1) {
            r.faults[1] = zero_first ? FAULT_FIRST : FAULT_SECOND;
            r.half_points[1] = zero_first ? 0 : WIN;
        }
    }
    return r;
}

static void play_one_fault(enum fault_policy faults)
{
    struct plan p = {.format = &format_round_robin, .players = PLAYERS, .faults = faults};
    struct pairing pair;
    struct error e;
    int64_t of_zero = 0;
    assert_true(schedule_init(&schedule, &p, &e));
    while (schedule_next(&schedule, &pair) == NEXT_PAIR) {
        struct pair_result r = one_fault(&pair, of_zero);
        of_zero += pair.first == 0 || pair.second == 0;
        assert_true(schedule_result(&schedule, pair.index, &r, &e));
    }
    assert_true(schedule_standings(&schedule, standings, &e));
}

static void who_is_dropped_keeps_its_results_and_forfeits_the_rest_S9(void **state)
{
    (void)state;
    play_one_fault(FAULTS_DROP);
    const struct account *zero = &schedule.field.lines[0];
    assert_true(zero->out);
    assert_int_equal(zero->wins, 3);
    assert_int_equal(zero->losses, 1 + 2);
    assert_int_equal(zero->forfeits_lost, 2);
    assert_int_equal(schedule.forfeits, 1);
    schedule_destroy(&schedule);
}

static void who_is_erased_has_lost_all_its_games_and_stands_last_S9(void **state)
{
    (void)state;
    play_one_fault(FAULTS_ERASE);
    const struct account *lines = schedule.field.lines;
    assert_int_equal(lines[0].half_points, 0);
    assert_int_equal(lines[0].losses, 6);
    assert_int_equal(lines[0].forfeits_lost, 6);
    for (int i = 1; i < PLAYERS; i++)
        assert_int_equal(lines[i].forfeits_won, 2);
    assert_int_equal(standings[3].player, 0);
    assert_true(standings[3].erased);
    schedule_destroy(&schedule);
}

static void forfeits_tell_nothing_about_strength(void **state)
{
    (void)state;
    play_one_fault(FAULTS_ERASE);
    // The ratings are those of the other three alone, of whom the first of a pair always won.
    struct tally three = tally_empty();
    for (uint32_t i = 1; i < PLAYERS; i++) {
        for (uint32_t k = 1; k < PLAYERS; k++) {
            const struct tally_cell *c = tally_find(&schedule.field.tally, i, k);
            for (int64_t n = 0; c && n < c->wins; n++)
                assert_true(tally_add(&three, i, k, WIN));
            for (int64_t n = 0; c && n < c->losses; n++)
                assert_true(tally_add(&three, i, k, 0));
        }
    }
    struct rating with[PLAYERS], without[PLAYERS];
    struct ratings_summary summary;
    struct error e;
    struct ratings_setup setup = {.players = PLAYERS, .anchor = RATINGS_ANCHOR_MEAN};
    setup.tally = &schedule.field.tally;
    assert_true(ratings_fit(&setup, with, &summary, &e));
    setup.tally = &three;
    assert_true(ratings_fit(&setup, without, &summary, &e));
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(with[i].value == without[i].value);
        assert_true(with[i].error == without[i].error);
    }
    tally_destroy(&three);
    schedule_destroy(&schedule);
}

static void a_good_game_ends_a_row_of_faults(void **state)
{
    (void)state;
    struct plan p = {.format = &format_match, .players = 2, .rounds = 20, .suspend_after = 3};
    struct pairing pair;
    struct error e;
    int64_t game = 0, last = 0;
    assert_true(schedule_init(&schedule, &p, &e));
    // Player 0 faults in two games of three: never three times in a row, until game 30.
    while (schedule_next(&schedule, &pair) == NEXT_PAIR) {
        struct pair_result r = {.half_points = {1, 1}};
        for (int i = 0; i < GAMES_PER_PAIR; i++, game++) {
            if (game % 3 != 0 || game >= 30)
                r.faults[i] = pair.first == 0 ? FAULT_FIRST : FAULT_SECOND;
        }
        last = pair.index;
        assert_true(schedule_result(&schedule, pair.index, &r, &e));
    }
    assert_true(schedule.field.lines[0].out);
    assert_false(schedule.field.lines[1].out);
    assert_int_equal(
        last, 15); // games 30 and 31: with game 29 the third in a row, then the pair ends
    assert_int_equal(schedule.finished, 20);
    schedule_destroy(&schedule);
}

static void a_slow_game_does_not_let_the_others_run_away(void **state)
{
    (void)state;
    struct plan p = {.format = &format_match, .players = 2, .rounds = 100000};
    p.faults = FAULTS_DROP;
    struct pairing pair, slow;
    struct error e;
    const struct pair_result won = {.half_points = {WIN, WIN}};
    assert_true(schedule_init(&schedule, &p, &e));
    assert_int_equal(schedule_next(&schedule, &slow), NEXT_PAIR);
    int64_t ahead = 1;
    while (schedule_next(&schedule, &pair) == NEXT_PAIR) {
        assert_true(schedule_result(&schedule, pair.index, &won, &e));
        ahead++;
    }
    assert_true(ahead < 5000);
    assert_int_equal(schedule_running(&schedule), ahead);
    assert_int_equal(schedule.field.lines[0].pairs, 0);
    assert_true(schedule_result(&schedule, slow.index, &won, &e));
    assert_int_equal(schedule_running(&schedule), 0);
    assert_int_equal(schedule.field.lines[0].pairs, ahead);
    assert_int_equal(schedule_next(&schedule, &pair), NEXT_PAIR);
    schedule_destroy(&schedule);
}

static void a_forfeit_waits_for_nobody(void **state)
{
    (void)state;
    struct plan p = {.format = &format_match, .players = 2, .rounds = 3, .faults = FAULTS_DROP};
    struct pairing pairs[3];
    struct error e;
    assert_true(schedule_init(&schedule, &p, &e));
    for (int i = 0; i < 3; i++)
        assert_int_equal(schedule_next(&schedule, &pairs[i]), NEXT_PAIR);
    const struct pair_result broken = {.half_points = {0, 0}, .faults = {FAULT_FIRST}};
    assert_true(schedule_result(&schedule, 0, &broken, &e));
    assert_int_equal(schedule_running(&schedule), 0);
    assert_int_equal(schedule.forfeits, 2);
    for (int i = 1; i < 3; i++) {
        assert_true(schedule_is_forfeit(&schedule, i));
        assert_true(schedule_result(&schedule, i, &broken, &e)); // too late
    }
    assert_int_equal(schedule.field.lines[pairs[0].first].losses, 6);
    schedule_destroy(&schedule);
}

static void who_is_out_of_a_knockout_loses_the_meeting_that_it_leads(void **state)
{
    (void)state;
    struct plan p = {.format = &format_knockout, .players = 2, .length = 5};
    p.faults = FAULTS_DROP;
    struct pairing pair;
    struct error e;
    int64_t played = 0;
    assert_true(schedule_init(&schedule, &p, &e));
    while (schedule_next(&schedule, &pair) == NEXT_PAIR) {
        int half_points = pair.first == 0 ? WIN : 0;
        struct pair_result r = {.half_points = {half_points, half_points}};
        if (played++ == 3)
            r.faults[1] = pair.first == 0 ? FAULT_FIRST : FAULT_SECOND;
        assert_true(schedule_result(&schedule, pair.index, &r, &e));
    }
    assert_int_equal(played, 4);
    assert_true(schedule_standings(&schedule, standings, &e));
    assert_int_equal(standings[0].player, 1);
    schedule_destroy(&schedule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_dropped_keeps_its_results_and_forfeits_the_rest_S9),
        cmocka_unit_test(who_is_erased_has_lost_all_its_games_and_stands_last_S9),
        cmocka_unit_test(forfeits_tell_nothing_about_strength),
        cmocka_unit_test(a_good_game_ends_a_row_of_faults),
        cmocka_unit_test(a_slow_game_does_not_let_the_others_run_away),
        cmocka_unit_test(a_forfeit_waits_for_nobody),
        cmocka_unit_test(who_is_out_of_a_knockout_loses_the_meeting_that_it_leads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
