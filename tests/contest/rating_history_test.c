// The history of ratings: each point against a fit of the same results from nothing.
#include "contest/rating_history.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "contest/near.h"

enum { PLAYERS = 6, RESULTS_MOST = 5000 };

static struct rating_result results[RESULTS_MOST];
static const int shown[] = {3, 0, 5};

// The lower number is the stronger one; player 5 comes late.
static void play_results(size_t count)
{
    struct random r = random_seeded(11);
    for (size_t i = 0; i < count; i++) {
        uint32_t players = i < count / 2 ? PLAYERS - 1 : PLAYERS;
        uint32_t first = (uint32_t)(random_next(&r) % players);
        uint32_t second = (first + 1 + (uint32_t)(random_next(&r) % (players - 1))) % players;
        results[i] = (struct rating_result){.first = first, .second = second};
        for (int game = 0; game < GAMES_PER_PAIR; game++) {
            uint64_t lot = random_next(&r) % 12;
            results[i].half_points[game] = (int8_t)(lot + second < first + 6 ? 0
                    : lot + second < first + 7                               ? 1
                                                                             : 2);
        }
    }
}

static struct rating_history must_fit(size_t count)
{
    const struct rating_history_setup setup = {PLAYERS, results, count, shown, 3, 1500};
    struct rating_history h;
    struct error e;
    assert_true(rating_history_fit(&h, &setup, &e));
    return h;
}

static void each_point_is_a_fit_of_the_results_so_far(void **state)
{
    (void)state;
    play_results(200);
    struct rating_history h = must_fit(200);
    assert_int_equal(h.points, 50);
    for (size_t point = 0; point < h.points; point++) {
        struct tally t = tally_empty();
        struct rating ratings[PLAYERS];
        struct ratings_summary summary;
        struct error e;
        assert_int_equal(h.pairs[point], 4 * (point + 1));
        bool has_come = false;
        for (int64_t i = 0; i < h.pairs[point]; i++) {
            const struct rating_result *r = &results[i];
            assert_true(tally_add(&t, r->first, r->second, r->half_points[0]) &&
                tally_add(&t, r->second, r->first, 2 - r->half_points[1]));
            has_come = has_come || r->first == 5 || r->second == 5;
        }
        const struct ratings_setup setup = {PLAYERS, &t, RATINGS_ANCHOR_MEAN, 1500};
        assert_true(ratings_fit(&setup, ratings, &summary, &e));
        for (size_t i = 0; i < 3; i++) {
            const struct rating *seen = &h.ratings[point * 3 + i];
            assert_near(seen->value, ratings[shown[i]].value, 0.05);
            assert_near(seen->error, ratings[shown[i]].error, 0.002 * seen->error);
        }
        assert_int_equal(h.known[point * 3 + 2], has_come);
        tally_destroy(&t);
    }
    rating_history_destroy(&h);
}

// A contest that goes on moves no point; it drops every second one when there are too many.
static void points_stay_where_they_are(void **state)
{
    (void)state;
    play_results(RESULTS_MOST);
    struct rating_history whole = must_fit(RESULTS_MOST);
    assert_true(whole.points <= RATING_HISTORY_POINTS);
    assert_int_equal(whole.pairs[whole.points - 1], RESULTS_MOST);
    struct rating_history half = must_fit(RESULTS_MOST / 2);
    for (size_t i = 0; i + 1 < half.points && i / 2 + 1 < whole.points; i++) {
        if (i % 2 == 1)
            assert_int_equal(half.pairs[i], whole.pairs[i / 2]);
    }
    rating_history_destroy(&whole);
    rating_history_destroy(&half);
}

static void few_results_have_a_point_each_and_none_has_none(void **state)
{
    (void)state;
    play_results(3);
    struct rating_history h = must_fit(3);
    assert_int_equal(h.points, 3);
    assert_int_equal(h.pairs[2], 3);
    rating_history_destroy(&h);
    h = must_fit(0);
    assert_int_equal(h.points, 0);
    rating_history_destroy(&h);
    h = must_fit(RATING_HISTORY_POINTS);
    assert_int_equal(h.points, RATING_HISTORY_POINTS);
    rating_history_destroy(&h);
    h = must_fit(RATING_HISTORY_POINTS + 1);
    assert_int_equal(h.points, RATING_HISTORY_POINTS / 2 + 1);
    rating_history_destroy(&h);
}

static void many_players_have_fewer_points(void **state)
{
    (void)state;
    play_results(100);
    const struct rating_history_setup setup = {600, results, 100, shown, 3, 1500};
    struct rating_history h;
    struct error e;
    assert_true(rating_history_fit(&h, &setup, &e));
    assert_int_equal(h.points, 7); // an eighth of 60, each 16 results behind the last
    rating_history_destroy(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_point_is_a_fit_of_the_results_so_far),
        cmocka_unit_test(points_stay_where_they_are),
        cmocka_unit_test(few_results_have_a_point_each_and_none_has_none),
        cmocka_unit_test(many_players_have_fewer_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
