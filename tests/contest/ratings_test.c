// Joint ratings against a slow direct optimiser and against simulated contests with known
// strengths; Glicko-2 against its published example.
#include "base/random.h"
#include "contest/glicko.h"
#include "contest/ratings.h"
#include "contest/statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "contest/near.h"

enum { PLAYERS_MOST = 16 };

// --- Simulated games ---

struct truth {
    uint32_t players;
    double nats[PLAYERS_MOST]; // strengths
    double seat, draw;         // in nats; v
};

static double uniform(struct random *r)
{
    return (double)(random_next(r) >> 11) / 9007199254740992.0;
}

// Half points of the first player.
static int play(struct random *r, const struct truth *t, uint32_t first, uint32_t second)
{
    double d = t->nats[first] - t->nats[second] + t->seat;
    double win = exp(d / 2), loss = exp(-d / 2), lot = uniform(r) * (win + loss + t->draw);
    return lot < win ? 2 : lot < win + t->draw ? 1 : 0;
}

static void play_all(struct tally *tally, struct random *r, const struct truth *t, int games)
{
    for (uint32_t i = 0; i < t->players; i++) {
        for (uint32_t j = 0; j < t->players; j++) {
            for (int game = 0; i != j && game < games; game++)
                assert_true(tally_add(tally, i, j, play(r, t, i, j)));
        }
    }
}

static void fit(const struct tally *t, uint32_t players, int anchor, struct rating *ratings,
    struct ratings_summary *summary)
{
    const struct ratings_setup setup = {players, t, anchor, 1500};
    struct error e;
    assert_true(ratings_fit(&setup, ratings, summary, &e));
    for (uint32_t i = 0; i < players; i++) {
        assert_true(isfinite(ratings[i].value));
        assert_true(isfinite(ratings[i].error));
        if ((int)i != anchor)
            assert_true(ratings[i].error > 0);
    }
    assert_true(isfinite(summary->first_seat.value) && summary->first_seat.error > 0);
    assert_true(summary->draws_between_equals >= 0 && summary->draws_between_equals <= 1);
}

// --- The slow optimiser: knows the model as it is written in books, and climbs one unknown at a
// time by trial ---

enum { UNKNOWNS_MOST = PLAYERS_MOST + 2 };

// x: natural logarithms of the players' strengths, of the seat's and of v.
static double slow_posterior(const struct tally *t, uint32_t players, const double *x)
{
    double sum = 0, v = exp(x[players + 1]);
    for (size_t i = 0; i < t->count; i++) {
        const struct tally_cell *c = &t->cells[i];
        double a = exp(x[c->first] + x[players]), b = exp(x[c->second]);
        double all = a + b + v * sqrt(a * b);
        sum += (double)c->wins * log(a / all) + (double)c->losses * log(b / all) +
            (double)c->draws * log(v * sqrt(a * b) / all);
    }
    for (uint32_t i = 0; i < players + 2; i++) {
        double deviation = i < players ? RATINGS_PRIOR_ELO / ELO_PER_NAT
            : i == players             ? RATINGS_PRIOR_SEAT_ELO / ELO_PER_NAT
                                       : RATINGS_PRIOR_DRAW;
        sum -= x[i] * x[i] / (2 * deviation * deviation);
    }
    return sum;
}

static void slow_top(const struct tally *t, uint32_t players, double *x)
{
    memset(x, 0, UNKNOWNS_MOST * sizeof *x);
    double best = slow_posterior(t, players, x);
    for (double step = 1; step > 1e-7;) {
        bool better = false;
        for (uint32_t i = 0; i < players + 2; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double old = x[i];
                x[i] = old + sign * step;
                double reached = slow_posterior(t, players, x);
                if (reached > best) {
                    best = reached;
                    better = true;
                } else {
                    x[i] = old;
                }
            }
        }
        if (!better)
            step /= 2;
    }
}

// The inverse of minus the second derivatives, taken by differences and inverted by elimination.
static void slow_covariances(const struct tally *t, uint32_t players, const double *top,
    double inverse[UNKNOWNS_MOST][UNKNOWNS_MOST])
{
    const double h = 1e-3;
    uint32_t n = players + 2;
    double m[UNKNOWNS_MOST][UNKNOWNS_MOST];
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            double sum = 0, x[UNKNOWNS_MOST];
            for (int corner = 0; corner < 4; corner++) {
                memcpy(x, top, sizeof x);
                x[i] += corner & 1 ? h : -h;
                x[j] += corner & 2 ? h : -h;
                sum += (corner == 0 || corner == 3 ? 1 : -1) * slow_posterior(t, players, x);
            }
            m[i][j] = -sum / (4 * h * h);
            inverse[i][j] = i == j;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        double pivot = m[k][k];
        for (uint32_t j = 0; j < n; j++) {
            m[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for (uint32_t i = 0; i < n; i++) {
            double factor = i == k ? 0 : m[i][k];
            for (uint32_t j = 0; j < n; j++) {
                m[i][j] -= factor * m[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
}

static void assert_as_slow(const struct tally *t, uint32_t players)
{
    double top[UNKNOWNS_MOST], covariances[UNKNOWNS_MOST][UNKNOWNS_MOST];
    slow_top(t, players, top);
    slow_covariances(t, players, top, covariances);
    struct rating ratings[PLAYERS_MOST];
    struct ratings_summary summary;
    double v = exp(top[players + 1]), scale = ELO_PER_NAT * 2 / (2 + v);

    fit(t, players, 1, ratings, &summary);
    assert_near(summary.draws_between_equals, v / (2 + v), 1e-4);
    assert_near(summary.first_seat.value, scale * top[players], 0.1);
    assert_near(summary.first_seat.error,
        scale * INTERVAL_SIGMAS * sqrt(covariances[players][players]), 0.1);
    for (uint32_t i = 0; i < players; i++) {
        double variance = covariances[i][i] + covariances[1][1] - 2 * covariances[i][1];
        assert_near(ratings[i].value, 1500 + scale * (top[i] - top[1]), 0.1);
        assert_near(ratings[i].error, scale * INTERVAL_SIGMAS * sqrt(fmax(0, variance)),
            0.001 * ratings[i].error + 0.05);
    }

    fit(t, players, RATINGS_ANCHOR_MEAN, ratings, &summary);
    for (uint32_t i = 0; i < players; i++) {
        // The distance from the mean as a row of weights on the strengths.
        double mean = 0, variance = 0;
        for (uint32_t j = 0; j < players; j++) {
            mean += top[j] / players;
            for (uint32_t k = 0; k < players; k++)
                variance +=
                    ((j == i) - 1.0 / players) * ((k == i) - 1.0 / players) * covariances[j][k];
        }
        assert_near(ratings[i].value, 1500 + scale * (top[i] - mean), 0.1);
        assert_near(ratings[i].error, scale * INTERVAL_SIGMAS * sqrt(variance),
            0.001 * ratings[i].error + 0.05);
    }
}

static void ratings_and_errors_are_those_of_the_slow_optimiser(void **state)
{
    (void)state;
    struct random r = random_seeded(11);
    for (uint32_t players = 2; players <= 6; players++) {
        struct truth t = {.players = players, .seat = 0.3, .draw = players % 2 ? 0.8 : 0.05};
        for (uint32_t i = 0; i < players; i++)
            t.nats[i] = 3 * uniform(&r);
        struct tally tally = tally_empty();
        play_all(&tally, &r, &t, 10);
        assert_as_slow(&tally, players);
        tally_destroy(&tally);
    }
}

static void few_and_one_sided_results_are_rated_too(void **state)
{
    (void)state;
    struct tally tally = tally_empty();
    assert_as_slow(&tally, 2);
    assert_true(tally_add(&tally, 0, 1, 2));
    assert_as_slow(&tally, 4);
    for (int game = 0; game < 50; game++)
        assert_true(tally_add(&tally, 0, 1, 2) && tally_add(&tally, 2, 3, 1));
    assert_as_slow(&tally, 4);
    tally_destroy(&tally);
}

// --- Known strengths ---

static void the_intervals_cover_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    enum { TRIALS = 400, GAMES = 12 };
    struct random r = random_seeded(5);
    struct truth t = {.players = 8, .seat = 0.25, .draw = 0.5};
    for (uint32_t i = 0; i < t.players; i++)
        t.nats[i] = 0.3 * i - 1.05; // their mean is 0
    double scale = ELO_PER_NAT * 2 / (2 + t.draw);
    int ratings_covered = 0, seats_covered = 0, distances_covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct tally tally = tally_empty();
        play_all(&tally, &r, &t, GAMES);
        struct rating ratings[PLAYERS_MOST];
        struct ratings_summary s;
        fit(&tally, t.players, RATINGS_ANCHOR_MEAN, ratings, &s);
        for (uint32_t i = 0; i < t.players; i++)
            ratings_covered +=
                fabs(ratings[i].value - 1500 - scale * t.nats[i]) <= ratings[i].error;
        seats_covered += fabs(s.first_seat.value - scale * t.seat) <= s.first_seat.error;
        fit(&tally, t.players, 0, ratings, &s);
        for (uint32_t i = 1; i < t.players; i++)
            distances_covered +=
                fabs(ratings[i].value - 1500 - scale * (t.nats[i] - t.nats[0])) <= ratings[i].error;
        tally_destroy(&tally);
    }
    assert_near((double)ratings_covered / (TRIALS * 8), 0.95, 0.015);
    assert_near((double)distances_covered / (TRIALS * 7), 0.95, 0.02);
    assert_near((double)seats_covered / TRIALS, 0.95, 0.03);
}

static void an_elo_is_worth_the_same_with_or_without_draws(void **state)
{
    (void)state;
    static const int draws_of[] = {0, 6, 30}; // of 100 games
    for (int k = 0; k < 3; k++) {
        int64_t wins = 5200 - 50 * draws_of[k];
        struct tally t = tally_empty();
        for (int64_t game = 0; game < 10000; game++) {
            int half = game < wins ? 2 : game < wins + 100 * draws_of[k] ? 1 : 0;
            assert_true(tally_add(
                &t, (uint32_t)(game % 2), (uint32_t)(1 - game % 2), game % 2 ? 2 - half : half));
        }
        struct rating ratings[2];
        struct ratings_summary s;
        fit(&t, 2, RATINGS_ANCHOR_MEAN, ratings, &s);
        assert_near(ratings[0].value - ratings[1].value, score_elo(0.52), 0.3);
        tally_destroy(&t);
    }
}

// --- Edges ---

static void who_never_played_has_a_rating_with_a_large_error(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    struct rating ratings[3];
    struct ratings_summary s;
    fit(&t, 3, RATINGS_ANCHOR_MEAN, ratings, &s);
    for (int i = 0; i < 3; i++) {
        assert_near(ratings[i].value, 1500, 1e-6);
        assert_true(ratings[i].error > 500);
    }
    tally_destroy(&t);
}

static void a_million_wins_in_a_row_are_finite(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    assert_true(tally_add(&t, 0, 1, 2));
    t.cells[0].wins = 1000000;
    struct rating ratings[2];
    struct ratings_summary s;
    fit(&t, 2, RATINGS_ANCHOR_MEAN, ratings, &s);
    assert_true(ratings[0].value - ratings[1].value > 1000);
    t.cells[0] = (struct tally_cell){.first = 0, .second = 1, .draws = INT64_C(1000000000000)};
    fit(&t, 2, 0, ratings, &s);
    assert_near(ratings[1].value, 1500, 1);
    tally_destroy(&t);
}

static void too_many_and_unknown_players_are_refused(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    const struct ratings_setup setup = {RATINGS_PLAYERS_MOST + 1, &t, RATINGS_ANCHOR_MEAN, 1500};
    struct error e;
    assert_false(ratings_fit(&setup, NULL, NULL, &e));
    assert_non_null(strstr(e.words, "4096"));
    const struct ratings_setup three = {3, &t, RATINGS_ANCHOR_MEAN, 1500};
    assert_true(tally_add(&t, 1, 3, 2));
    assert_false(ratings_fit(&three, NULL, NULL, &e));
    assert_non_null(strstr(e.words, "1 and 3"));
    tally_destroy(&t);
}

static void the_order_of_the_games_does_not_matter_to_the_last_bit(void **state)
{
    (void)state;
    struct tally there = tally_empty(), back = tally_empty();
    for (uint32_t k = 0; k < 1000; k++) {
        uint32_t codes[2] = {k, 999 - k};
        for (int way = 0; way < 2; way++) {
            uint32_t i = codes[way] % 10, j = (i + 1 + codes[way] / 10 % 9) % 10;
            int half = (int)(random_mix(codes[way]) % 3);
            assert_true(tally_add(way ? &back : &there, i, j, half));
        }
    }
    struct rating a[10], b[10];
    struct ratings_summary s;
    fit(&there, 10, RATINGS_ANCHOR_MEAN, a, &s);
    fit(&back, 10, RATINGS_ANCHOR_MEAN, b, &s);
    assert_memory_equal(a, b, sizeof a);
    tally_destroy(&there);
    tally_destroy(&back);
}

static void a_tally_counts_by_players_and_seats(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    assert_null(tally_find(&t, 0, 1));
    static int counts[40][40][3];
    struct random r = random_seeded(3);
    for (int game = 0; game < 20000; game++) {
        uint32_t i = random_below(&r, 40), j = random_below(&r, 40);
        int half = (int)random_below(&r, 3);
        assert_true(tally_add(&t, i, j, half));
        counts[i][j][half]++;
    }
    for (uint32_t i = 0; i < 40; i++) {
        for (uint32_t j = 0; j < 40; j++) {
            const struct tally_cell *c = tally_find(&t, i, j);
            assert_non_null(c);
            assert_int_equal(c->losses, counts[i][j][0]);
            assert_int_equal(c->draws, counts[i][j][1]);
            assert_int_equal(c->wins, counts[i][j][2]);
        }
    }
    assert_null(tally_find(&t, 40, 0));
    assert_int_equal(t.count, 1600);
    tally_destroy(&t);
}

// --- Glicko-2 ---

static void the_published_example_of_glicko_2(void **state)
{
    (void)state;
    const struct glicko before = {1500, 200, 0.06};
    const struct glicko_game games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    struct glicko after = glicko_after(&before, games, 3);
    assert_near(after.rating, 1464.06, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void a_player_who_rests_becomes_less_certain_up_to_a_newcomer(void **state)
{
    (void)state;
    struct glicko g = {1700, 50, 0.06};
    for (int period = 0; period < 3000; period++) {
        struct glicko next = glicko_after(&g, NULL, 0);
        assert_true(next.rating == g.rating && next.deviation >= g.deviation);
        g = next;
    }
    assert_near(g.deviation, glicko_newcomer().deviation, 1e-9);
}

static void glicko_stays_finite_when_the_impossible_happens_again_and_again(void **state)
{
    (void)state;
    struct glicko weak = glicko_newcomer(), strong = {3000, 30, 0.06};
    for (int period = 0; period < 200; period++) {
        const struct glicko_game upset[] = {{strong, 1}, {strong, 1}},
                                 shock[] = {{weak, 0}, {weak, 0}};
        struct glicko next = glicko_after(&weak, upset, 2);
        strong = glicko_after(&strong, shock, 2);
        weak = next;
        assert_true(isfinite(weak.rating) && isfinite(strong.rating));
        assert_true(weak.deviation > 0 && weak.deviation <= 350);
        assert_true(weak.volatility > 0 && weak.volatility < 10);
    }
    assert_true(weak.rating > strong.rating);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_and_errors_are_those_of_the_slow_optimiser),
        cmocka_unit_test(few_and_one_sided_results_are_rated_too),
        cmocka_unit_test(the_intervals_cover_the_truth_as_often_as_they_say),
        cmocka_unit_test(an_elo_is_worth_the_same_with_or_without_draws),
        cmocka_unit_test(who_never_played_has_a_rating_with_a_large_error),
        cmocka_unit_test(a_million_wins_in_a_row_are_finite),
        cmocka_unit_test(too_many_and_unknown_players_are_refused),
        cmocka_unit_test(the_order_of_the_games_does_not_matter_to_the_last_bit),
        cmocka_unit_test(a_tally_counts_by_players_and_seats),
        cmocka_unit_test(the_published_example_of_glicko_2),
        cmocka_unit_test(a_player_who_rests_becomes_less_certain_up_to_a_newcomer),
        cmocka_unit_test(glicko_stays_finite_when_the_impossible_happens_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
