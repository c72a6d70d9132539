// Knockouts, single and double: brackets as on paper.
#include "contest/played.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct played one;

static void the_bracket_of_eight_is_the_one_on_paper(void **state)
{
    (void)state;
    struct plan p = {.format = &format_knockout, .players = 8};
    played_out(&one, &p, judge_by_number, 1, LOG_MOST);
    static const int expected[7][2] = {{0, 7}, {3, 4}, {1, 6}, {2, 5}, {0, 3}, {1, 2}, {0, 1}};
    assert_int_equal(one.count, 7);
    for (int i = 0; i < 7; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        assert_int_equal(a < b ? a : b, expected[i][0]);
        assert_int_equal(a < b ? b : a, expected[i][1]);
        assert_int_equal(one.log[i].round, i < 4 ? 0 : i < 6 ? 1 : 2);
    }
    static const int ranks[] = {1, 2, 3, 3, 5, 5, 5, 5};
    for (int i = 0; i < 8; i++) {
        assert_int_equal(one.standings[i].player, i);
        assert_int_equal(one.standings[i].rank, ranks[i]);
    }
    played_end(&one);
}

static void every_meeting_stands_in_the_bracket_with_its_winner(void **state)
{
    (void)state;
    enum { MEETINGS_MOST = 4 * PLAYERS_MOST };
    static struct bracket_meeting bracket[MEETINGS_MOST];
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (int twice = 0; twice < 2; twice++) {
            const struct format *f = twice ? &format_double_knockout : &format_knockout;
            struct plan p = {.format = f, .players = players};
            played_out(&one, &p, judge_by_number, 1, LOG_MOST);
            size_t count = f->bracket(one.schedule.state, bracket, MEETINGS_MOST);
            assert_true(count < MEETINGS_MOST);
            assert_int_equal(f->bracket(one.schedule.state, NULL, 0), count);
            size_t played = 0;
            int losses[PLAYERS_MOST] = {0};
            for (size_t i = 0; i < count; i++) {
                const struct bracket_meeting *m = &bracket[i];
                assert_true(m->decided && (i == 0 || m->round >= bracket[i - 1].round));
                if (m->players[0] == NO_PLAYER || m->players[1] == NO_PLAYER)
                    continue;
                played++;
                assert_true(m->players[m->winner] < m->players[!m->winner]);
                losses[m->players[!m->winner]]++;
                assert_true(!m->lower || twice);
            }
            assert_int_equal(played, one.count); // a pair each
            for (int i = 0; i < players; i++)
                assert_int_equal(losses[i], i == 0 ? 0 : 1 + twice);
            played_end(&one);
        }
    }
}

// How many meetings each player lost; a meeting is the pairs of a round between the same two.
static int count_losses(const struct played *c, int *losses)
{
    memset(losses, 0, PLAYERS_MOST * sizeof *losses);
    int meetings = 0;
    for (size_t i = 0; i < c->count;) {
        int a = c->log[i].first, b = c->log[i].second, lead = 0;
        int64_t round = c->log[i].round;
        for (; i < c->count && c->log[i].round == round &&
             (c->log[i].first == a || c->log[i].second == a);
             i++) {
            struct pair_result r = judge_by_strength(&c->log[i]);
            int half = r.half_points[0] + r.half_points[1] - 2;
            lead += c->log[i].first == a ? half : -half;
        }
        assert_int_not_equal(lead, 0);
        losses[lead > 0 ? b : a]++;
        meetings++;
    }
    return meetings;
}

// Pairs of seeds whose games never end judge_level, so that the log has each meeting in one piece.
static struct pair_result never_level(const struct pairing *p)
{
    struct pair_result r = judge_by_strength(p);
    r.half_points[1] = r.half_points[0];
    return r;
}

static int losses_of_never_level(const struct played *c, int *losses)
{
    memset(losses, 0, PLAYERS_MOST * sizeof *losses);
    for (size_t i = 0; i < c->count; i++) {
        struct pair_result r = never_level(&c->log[i]);
        losses[r.half_points[0] == 2 ? c->log[i].second : c->log[i].first]++;
    }
    return (int)c->count;
}

static void in_a_knockout_one_loss_and_in_a_double_one_two_losses_are_the_end(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct plan p = {
                .format = &format_knockout, .players = players, .seed = seed, .lots = seed > 2};
            int losses[PLAYERS_MOST];
            played_out(&one, &p, never_level, 4, LOG_MOST);
            assert_int_equal(losses_of_never_level(&one, losses), players - 1);
            int champion = one.standings[0].player;
            for (int i = 0; i < players; i++)
                assert_int_equal(losses[i], i != champion);
            played_assert_nobody_twice_in_a_round(&one, 1);
            played_end(&one);

            p.format = &format_double_knockout;
            played_out(&one, &p, never_level, 4, LOG_MOST);
            int meetings = losses_of_never_level(&one, losses);
            champion = one.standings[0].player;
            assert_int_equal(meetings, 2 * players - 2 + losses[champion]);
            for (int i = 0; i < players; i++)
                assert_true(i == champion ? losses[i] <= 1 : losses[i] == 2);
            played_assert_nobody_twice_in_a_round(&one, 1);
            played_end(&one);
        }
    }
}

static void the_best_seeds_have_the_byes_and_meet_last(void **state)
{
    (void)state;
    for (int players = 3; players <= PLAYERS_MOST; players++) {
        struct plan p = {.format = &format_knockout, .players = players};
        played_out(&one, &p, judge_by_number, 1, LOG_MOST);
        int size = 2, first_round[PLAYERS_MOST] = {0};
        while (size < players)
            size *= 2;
        for (size_t i = 0; i < one.count && one.log[i].round == 0; i++)
            first_round[one.log[i].first] = first_round[one.log[i].second] = 1;
        for (int i = 0; i < players; i++)
            assert_int_equal(first_round[i], i >= size - players);
        const struct pairing *final = &one.log[one.count - 1];
        assert_int_equal(final->first + final->second, 1);
        played_end(&one);
    }
}

static void a_level_meeting_has_tie_breaks_and_then_the_better_seed_goes_on(void **state)
{
    (void)state;
    for (int players = 2; players <= 16; players++) {
        struct plan p = {
            .format = &format_knockout, .players = players, .length = 2, .tie_breaks = 3};
        played_out(&one, &p, judge_level, 3, LOG_MOST);
        assert_int_equal(one.count, (players - 1) * (2 + 3));
        assert_int_equal(one.standings[0].player, 0);
        played_assert_beginnings_balanced(&one, players, PLAYERS_MOST);
        played_end(&one);
    }
    // A tie-break that is won ends it.
    for (int length = 1; length <= 2; length++) {
        struct plan none = {.format = &format_knockout,
            .players = 7,
            .length = length,
            .tie_breaks = PLAN_NO_TIE_BREAKS};
        played_out(&one, &none, judge_level, 1, LOG_MOST);
        assert_int_equal(one.count, 6 * length);
        assert_int_equal(one.standings[0].player, 0);
        played_end(&one);
    }
    struct plan p = {.format = &format_knockout, .players = 2, .seed = 1, .length = 1};
    for (p.seed = 0; p.seed < 50; p.seed++) {
        int losses[PLAYERS_MOST];
        played_out(&one, &p, judge_by_strength, 1, LOG_MOST);
        assert_true(one.count >= 1 && one.count <= 5);
        if (one.count < 5) {
            assert_int_equal(count_losses(&one, losses), 1);
            assert_int_equal(losses[one.standings[0].player], 0);
        }
        played_end(&one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bracket_of_eight_is_the_one_on_paper),
        cmocka_unit_test(every_meeting_stands_in_the_bracket_with_its_winner),
        cmocka_unit_test(in_a_knockout_one_loss_and_in_a_double_one_two_losses_are_the_end),
        cmocka_unit_test(the_best_seeds_have_the_byes_and_meet_last),
        cmocka_unit_test(a_level_meeting_has_tie_breaks_and_then_the_better_seed_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
