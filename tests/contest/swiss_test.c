// Swiss contests: no avoidable rematch, byes that go around, and the numbers that break ties.
#include "contest/played.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "contest/near.h"

static struct played one;

static void a_swiss_round_seats_everybody_but_one(void **state)
{
    (void)state;
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        struct plan p = {.format = &format_swiss,
            .players = players,
            .seed = (uint64_t)players,
            .length = 1 + players % 2,
            .lots = players % 5 == 0};
        played_out(&one, &p, judge_by_strength, 4, LOG_MOST);
        played_assert_nobody_twice_in_a_round(&one, p.length == 0 ? 1 : p.length);
        assert_int_equal(one.count, schedule_pairs(&one.schedule));
        int64_t rounds = one.log[one.count - 1].round + 1;
        assert_true(INT64_C(1) << rounds >= players && INT64_C(1) << (rounds - 1) < players);
        assert_int_equal(one.count, rounds * (players / 2) * p.length);
        played_end(&one);
    }
}

static void a_swiss_contest_has_no_rematch_while_there_are_enough_opponents(void **state)
{
    (void)state;
    for (int players = 4; players <= PLAYERS_MOST; players++) {
        // With so few rounds everybody has met less than half of the others, and then there is
        // always a way (Dirac's theorem).
        struct plan p = {.format = &format_swiss,
            .players = players,
            .rounds = players / 2 - 1,
            .seed = (uint64_t)players};
        played_out(&one, &p, players % 2 ? judge_by_number : judge_by_strength, 1, LOG_MOST);
        played_count_meetings(&one);
        for (int a = 0; a < players; a++) {
            for (int b = 0; b < players; b++)
                assert_true(one.met[a][b] <= 1);
        }
        played_end(&one);
    }
}

static void swiss_byes_go_around(void **state)
{
    (void)state;
    for (int players = 3; players <= 33; players += 2) {
        struct plan p = {.format = &format_swiss, .players = players, .rounds = players + 3};
        played_out(&one, &p, judge_by_strength, 2, LOG_MOST);
        int64_t least = INT64_MAX, most = 0;
        for (int i = 0; i < players; i++) {
            int64_t byes = one.schedule.field.lines[i].byes;
            least = byes < least ? byes : least;
            most = byes > most ? byes : most;
        }
        assert_true(most - least <= 1);
        played_end(&one);
    }
}

static void nobody_begins_much_more_often_in_a_swiss_contest_while_opponents_are_fresh(void **state)
{
    (void)state;
    static judge *const judges[] = {judge_by_chance, judge_by_number, judge_by_strength};
    for (int players = 2; players <= PLAYERS_MOST; players++) {
        for (int rounds = 1; rounds <= players / 2; rounds += 1 + rounds / 3) {
            struct plan p = {.format = &format_swiss,
                .players = players,
                .rounds = rounds,
                .length = 1 + rounds % 3,
                .seed = (uint64_t)(players + rounds)};
            played_out(&one, &p, judges[rounds % 3], 1, LOG_MOST);
            played_assert_beginnings_balanced(&one, players, 2);
            played_end(&one);
        }
    }
}

// The fewest rematches that any pairing of these players has, by trying all of them.
static int fewest_rematches(const bool *present, int players)
{
    int a = 0;
    while (a < players && !present[a])
        a++;
    if (a == players)
        return 0;
    bool rest[PLAYERS_MOST];
    memcpy(rest, present, sizeof rest);
    rest[a] = false;
    int best = players;
    for (int b = a + 1; b < players; b++) {
        if (!rest[b])
            continue;
        rest[b] = false;
        int rematches = (one.met[a][b] > 0) + fewest_rematches(rest, players);
        best = rematches < best ? rematches : best;
        rest[b] = true;
    }
    return best;
}

static int fewest_with_bye(int players, const int *byes)
{
    bool present[PLAYERS_MOST];
    for (int i = 0; i < players; i++)
        present[i] = true;
    if (players % 2 == 0)
        return fewest_rematches(present, players);
    int least = byes[0], best = players;
    for (int i = 0; i < players; i++)
        least = byes[i] < least ? byes[i] : least;
    for (int i = 0; i < players; i++) {
        if (byes[i] != least)
            continue;
        present[i] = false;
        int rematches = fewest_rematches(present, players);
        best = rematches < best ? rematches : best;
        present[i] = true;
    }
    return best;
}

static void a_swiss_round_has_as_few_rematches_as_any_pairing(void **state)
{
    (void)state;
    int unavoidable = 0;
    for (int players = 2; players <= 8; players++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct plan p = {.format = &format_swiss,
                .players = players,
                .rounds = players + 2,
                .seed = seed,
                .lots = true};
            played_out(&one, &p, judge_by_chance, 1, LOG_MOST);
            memset(one.met, 0, sizeof one.met);
            int byes[PLAYERS_MOST] = {0};
            size_t at = 0;
            for (int64_t round = 0; round < p.rounds; round++) {
                int expected = fewest_with_bye(players, byes), rematches = 0;
                int seen[PLAYERS_MOST] = {0};
                for (int k = 0; k < players / 2; k++, at++) {
                    int a = one.log[at].first, b = one.log[at].second;
                    rematches += one.met[a][b] > 0;
                    seen[a] = seen[b] = 1;
                }
                assert_int_equal(rematches, expected);
                unavoidable += expected;
                for (int i = 0; i < players; i++)
                    byes[i] += !seen[i];
                for (size_t i = at - (size_t)(players / 2); i < at; i++) {
                    one.met[one.log[i].first][one.log[i].second]++;
                    one.met[one.log[i].second][one.log[i].first]++;
                }
            }
            played_end(&one);
        }
    }
    assert_true(unavoidable > 0); // or else nothing has been tested
}

static void in_a_swiss_contest_winners_meet_winners(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 8};
    played_out(&one, &p, judge_by_number, 1, LOG_MOST);
    static const int expected[3][4][2] = {
        {{0, 4}, {1, 5}, {2, 6}, {3, 7}},
        {{0, 2}, {1, 3}, {4, 6}, {5, 7}},
        {{0, 1}, {2, 4}, {3, 5}, {6, 7}},
    };
    for (int i = 0; i < 12; i++) {
        int a = one.log[i].first, b = one.log[i].second;
        assert_int_equal(a < b ? a : b, expected[i / 4][i % 4][0]);
        assert_int_equal(a < b ? b : a, expected[i / 4][i % 4][1]);
    }
    assert_int_equal(one.standings[0].player, 0);
    assert_int_equal(one.standings[7].player, 7);
    played_end(&one);
}

static void who_is_not_there_is_not_paired(void **state)
{
    (void)state;
    static const struct format *const both[] = {&format_swiss, &format_ladder};
    const struct presence presence[] = {{.from = 0, .until = INT64_MAX}, {.from = 0, .until = 3},
        {.from = 2, .until = INT64_MAX}, {.from = 0, .until = INT64_MAX}, {.from = 5, .until = 6}};
    for (int k = 0; k < 2; k++) {
        struct plan p = {.format = both[k], .players = 5, .rounds = 9, .presence = presence};
        played_out(&one, &p, judge_by_strength, 2, LOG_MOST);
        int64_t rounds_seen = 0, last = -1;
        for (size_t i = 0; i < one.count; i++) {
            const struct pairing *it = &one.log[i];
            assert_true(plan_present(&p, it->first, it->round));
            assert_true(plan_present(&p, it->second, it->round));
            rounds_seen += it->round != last;
            last = it->round;
        }
        assert_int_equal(rounds_seen, 9);
        played_end(&one);
    }
}

static void a_contest_that_everybody_has_left_is_over(void **state)
{
    (void)state;
    const struct presence presence[] = {{.from = 0, .until = INT64_MAX},
        {.from = 1000000000, .until = 1000000001}, {.from = 0, .until = 2}};
    struct plan p = {.format = &format_ladder, .players = 3, .presence = presence};
    played_out(&one, &p, judge_by_strength, 1, LOG_MOST);
    assert_int_equal(one.count, 3);
    assert_int_equal(one.log[2].round, 1000000000);
    played_end(&one);
}

// Four players, everybody meets everybody: 0 beats all, 1 beats 2 and 3, 2 beats 3.
static void buchholz_and_sonneborn_berger_by_hand(void **state)
{
    (void)state;
    struct plan p = {.format = &format_swiss, .players = 4, .rounds = 3};
    played_out(&one, &p, judge_by_number, 1, LOG_MOST);
    // Points 6, 4, 2, 0 (two for each pair).
    static const double buchholz[] = {6, 8, 10, 12}, sonneborn_berger[] = {6, 2, 0, 0};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(one.standings[i].player, i);
        assert_int_equal(one.standings[i].rank, i + 1);
        assert_near(one.standings[i].buchholz, buchholz[i], 1e-12);
        assert_near(one.standings[i].sonneborn_berger, sonneborn_berger[i], 1e-12);
    }
    played_end(&one);
    // Three players, one round: 0 beats 1, and 2 has the bye, worth as much as a win. It counts as
    // a level meeting with somebody of one's own 2 points.
    p = (struct plan){.format = &format_swiss, .players = 3, .rounds = 1};
    played_out(&one, &p, judge_by_number, 1, LOG_MOST);
    assert_near(played_standing(&one, 2)->buchholz, 2, 1e-12);
    assert_near(played_standing(&one, 2)->sonneborn_berger, 1, 1e-12);
    assert_int_equal(played_standing(&one, 2)->line.half_points, 4);
    played_end(&one);
}

static void equal_players_share_a_rank(void **state)
{
    (void)state;
    struct plan p = {.format = &format_round_robin, .players = 5};
    played_out(&one, &p, judge_level, 1, LOG_MOST);
    for (int i = 0; i < 5; i++)
        assert_int_equal(one.standings[i].rank, 1);
    played_end(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_swiss_round_seats_everybody_but_one),
        cmocka_unit_test(a_swiss_contest_has_no_rematch_while_there_are_enough_opponents),
        cmocka_unit_test(swiss_byes_go_around),
        cmocka_unit_test(
            nobody_begins_much_more_often_in_a_swiss_contest_while_opponents_are_fresh),
        cmocka_unit_test(a_swiss_round_has_as_few_rematches_as_any_pairing),
        cmocka_unit_test(in_a_swiss_contest_winners_meet_winners),
        cmocka_unit_test(who_is_not_there_is_not_paired),
        cmocka_unit_test(a_contest_that_everybody_has_left_is_over),
        cmocka_unit_test(buchholz_and_sonneborn_berger_by_hand),
        cmocka_unit_test(equal_players_share_a_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
