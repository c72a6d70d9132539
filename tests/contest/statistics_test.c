// Statistics and the sequential test against known answers (tolerance 1 %), against slow and
// obvious computations, and at the edges where careless formulas divide by zero.
#include "base/random.h"
#include "contest/sprt.h"
#include "contest/statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "contest/near.h"

static const double tolerance = 0.01;

static struct counts games(int64_t wins, int64_t losses, int64_t draws)
{
    return counts_games(wins, draws, losses);
}

static struct counts pairs(int64_t ll, int64_t ld, int64_t even, int64_t wd, int64_t ww)
{
    return counts_pairs((const int64_t[]){ll, ld, even, wd, ww});
}

static void assert_llr(
    enum sprt_model model, double elo0, double elo1, struct counts c, double expected)
{
    struct sprt s = {model, elo0, elo1, 0.05, 0.05};
    assert_true(sprt_check(&s, NULL));
    // The known answers have two decimals.
    assert_near(sprt_judge(&s, &c).llr, expected, fmax(tolerance * fabs(expected), 0.005));
}

static void the_known_ratios_by_game_and_normalised_elo(void **state)
{
    (void)state;
    assert_llr(SPRT_NORMALISED, 0, 2, games(36433, 36027, 68692), 0.92);
    assert_llr(SPRT_NORMALISED, -1.75, 0.25, games(10871, 10650, 20431), 2.30);
    assert_llr(SPRT_NORMALISED, 0, 10, games(4250, 0, 0), 120.56);
}

static void the_known_ratios_by_game_and_logistic_elo(void **state)
{
    (void)state;
    assert_llr(SPRT_LOGISTIC, 0.5, 2.5, games(21404, 21184, 40708), -1.57);
    assert_llr(SPRT_LOGISTIC, 0, 2, games(57433, 57030, 106593), -2.59);
}

static void the_known_ratios_by_pair(void **state)
{
    (void)state;
    assert_llr(SPRT_NORMALISED, 0, 2, pairs(365, 16618, 36229, 16974, 390), 2.25);
    assert_llr(SPRT_NORMALISED, -1.75, 0.25, pairs(127, 4883, 10712, 5150, 104), 3.01);
    assert_llr(SPRT_LOGISTIC, 0.5, 2.5, pairs(223, 9863, 21279, 10037, 246), -3.07);
    assert_llr(SPRT_LOGISTIC, 0, 2, pairs(871, 26175, 55983, 26678, 821), -4.98);
}

static void assert_estimate(struct estimate e, double value, double error)
{
    assert_true(e.known);
    assert_near(e.value, value, tolerance * fabs(value));
    assert_near(e.error, error, tolerance * error);
    assert_true(e.low < e.value && e.value < e.high);
}

static void the_known_elo_by_game(void **state)
{
    (void)state;
    struct counts c = games(136, 96, 111);
    assert_estimate(statistics_elo(&c), 40.70, 30.43);
    assert_estimate(statistics_normalised_elo(&c), 49.77, 36.77);
    assert_near(statistics_los(&c), 0.9960, 0.001);
    assert_near(statistics_draws(&c).value, 111.0 / 343, 1e-12);
}

static void the_known_elo_by_pair(void **state)
{
    (void)state;
    struct counts c = pairs(34, 54, 63, 64, 75);
    assert_estimate(statistics_elo(&c), 55.58, 27.65);
    assert_estimate(statistics_normalised_elo(&c), 57.94, 28.28);
    assert_near(statistics_los(&c), 0.99997, 0.0001);
}

static void elo_and_score_are_inverses(void **state)
{
    (void)state;
    assert_near(elo_score(0), 0.5, 1e-15);
    assert_near(elo_score(400), 10.0 / 11, 1e-12);
    for (int elo = -1000; elo <= 1000; elo += 50)
        assert_near(score_elo(elo_score(elo)), elo, 1e-9);
}

// --- The edges ---

static void assert_sane(struct estimate e)
{
    assert_true(isfinite(e.value) && isfinite(e.error) && isfinite(e.low) && isfinite(e.high));
    if (e.known)
        assert_true(e.error > 0 && e.low <= e.value && e.value <= e.high);
    else
        assert_true(e.value == 0 && e.error == 0);
}

static void assert_all_sane(const struct counts *c)
{
    assert_sane(statistics_elo(c));
    assert_sane(statistics_normalised_elo(c));
    assert_sane(statistics_draws(c));
    double los = statistics_los(c);
    assert_true(los >= 0 && los <= 1);
    static const struct sprt tests[] = {
        {SPRT_NORMALISED, 0, 5, 0.05, 0.05},
        {SPRT_LOGISTIC, 0, 5, 0.05, 0.05},
        {SPRT_NORMALISED, -1000, 1000, 1e-6, 0.01},
        {SPRT_LOGISTIC, -1000, 1000, 0.01, 1e-6},
        {SPRT_NORMALISED, 999, 1000, 0.05, 0.05},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        struct sprt_state s = sprt_judge(&tests[i], c);
        assert_true(isfinite(s.llr) && isfinite(s.lower) && isfinite(s.upper));
    }
}

static void any_few_results_give_finite_answers_or_not_yet(void **state)
{
    (void)state;
    static const int64_t sizes[] = {0, 1, 7, 1000, 1000000000000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int code = 0; code < SIZES * SIZES * SIZES; code++) {
        struct counts c =
            games(sizes[code % SIZES], sizes[code / SIZES % SIZES], sizes[code / SIZES / SIZES]);
        assert_all_sane(&c);
    }
    for (int code = 0; code < SIZES * SIZES * SIZES * SIZES * SIZES; code++) {
        int64_t of[COUNTED_PAIRS];
        for (int i = 0, rest = code; i < COUNTED_PAIRS; i++, rest /= SIZES)
            of[i] = sizes[rest % SIZES];
        struct counts c = counts_pairs(of);
        assert_all_sane(&c);
    }
}

static void too_little_is_said_to_be_too_little(void **state)
{
    (void)state;
    const struct counts none = games(0, 0, 0), one = games(1, 0, 0), won = pairs(0, 0, 0, 0, 500),
                        drawn = games(0, 0, 500);
    assert_false(statistics_elo(&none).known);
    assert_false(statistics_elo(&one).known);
    assert_false(statistics_elo(&won).known);
    assert_false(statistics_elo(&drawn).known);
    assert_false(statistics_normalised_elo(&drawn).known);
    assert_near(statistics_los(&none), 0.5, 1e-12);
    assert_near(statistics_los(&drawn), 0.5, 1e-12);
    assert_true(statistics_los(&one) > 0.6 && statistics_los(&one) < 0.9);
    assert_true(statistics_los(&won) > 0.9999);
}

// --- The test ---

static void a_test_begins_undecided_between_its_bounds(void **state)
{
    (void)state;
    const struct sprt s = {SPRT_NORMALISED, 0, 5, 0.05, 0.05};
    const struct counts none = pairs(0, 0, 0, 0, 0);
    struct sprt_state now = sprt_judge(&s, &none);
    assert_int_equal(now.verdict, SPRT_NOT_YET);
    assert_near(now.llr, 0, 0);
    assert_near(now.upper, 2.944, 0.001);
    assert_near(now.lower, -2.944, 0.001);
}

static void a_test_accepts_the_better_and_rejects_the_equal(void **state)
{
    (void)state;
    const struct sprt s = {SPRT_LOGISTIC, 0, 20, 0.05, 0.05};
    const struct counts better = pairs(10, 80, 300, 160, 50), equal = pairs(20, 120, 320, 120, 20);
    assert_int_equal(sprt_judge(&s, &better).verdict, SPRT_ACCEPTED);
    assert_int_equal(sprt_judge(&s, &equal).verdict, SPRT_REJECTED);
}

static void a_test_without_sense_is_refused(void **state)
{
    (void)state;
    static const struct sprt bad[] = {
        {SPRT_LOGISTIC, 5, 5, 0.05, 0.05},
        {SPRT_LOGISTIC, 5, 0, 0.05, 0.05},
        {SPRT_LOGISTIC, 0, 5000, 0.05, 0.05},
        {SPRT_LOGISTIC, 0, NAN, 0.05, 0.05},
        {SPRT_LOGISTIC, 0, 5, 0, 0.05},
        {SPRT_LOGISTIC, 0, 5, 0.05, 0.5},
        {SPRT_LOGISTIC, 0, 5, NAN, 0.05},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error e;
        assert_false(sprt_check(&bad[i], &e));
        assert_true(strlen(e.words) > 0);
    }
}

// Half points of one game of a player with this lead of wins over losses; a fifth is drawn.
static int play(struct random *r, double lead)
{
    double lot = (double)(random_next(r) >> 11) / 9007199254740992.0;
    return lot < 0.2 ? 1 : lot < 0.2 + (0.8 + lead) / 2 ? 2 : 0;
}

static enum sprt_verdict play_test(struct random *r, const struct sprt *s, double lead)
{
    struct counts c = {.counted = COUNTED_PAIRS};
    enum sprt_verdict verdict = SPRT_NOT_YET;
    while (verdict == SPRT_NOT_YET) {
        c.of[play(r, lead) + play(r, lead)]++;
        verdict = sprt_judge(s, &c).verdict;
    }
    return verdict;
}

static void a_test_errs_about_as_rarely_as_it_says(void **state)
{
    (void)state;
    enum { TRIALS = 500 };
    const struct sprt s = {SPRT_NORMALISED, 0, 80, 0.1, 0.05};
    // The lead at which (mean - 1/2) / sigma is t, from sigma^2 = (0.8 - lead^2) / 4.
    double t = s.elo1 / NORMALISED_ELO_PER_SIGMA, lead = t * sqrt(0.8 / (1 + t * t));
    struct random r = random_seeded(17);
    int accepted = 0, rejected = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        accepted += play_test(&r, &s, 0) == SPRT_ACCEPTED;
        rejected += play_test(&r, &s, lead) == SPRT_REJECTED;
    }
    // Near the bounds a test overshoots them, which makes it err a little less than promised.
    assert_true(accepted > TRIALS * 0.04 && accepted < TRIALS * 0.13);
    assert_true(rejected > TRIALS * 0.015 && rejected < TRIALS * 0.075);
}

// The best explanation of three counts, found without any calculus: all distributions with the
// claimed strength lie on a curve, and a fine comb goes along it.
static double best_by_search(const struct sprt *s, double elo, const struct counts *c)
{
    double best = -INFINITY;
    for (int step = 1; step < 400000; step++) {
        double draw = step / 400000.0, mean;
        if (s->model == SPRT_LOGISTIC) {
            mean = elo_score(elo);
        } else {
            // mean - 1/2 = t sigma with sigma^2 = (1 - draw) / 4 - (mean - 1/2)^2.
            double t = elo / NORMALISED_ELO_PER_SIGMA;
            mean = 0.5 + t * sqrt((1 - draw) / 4 / (1 + t * t));
        }
        double win = mean - draw / 2, loss = 1 - draw - win;
        if (win <= 0 || loss <= 0)
            continue;
        best = fmax(best,
            (double)c->of[0] * log(loss) + (double)c->of[1] * log(draw) +
                (double)c->of[2] * log(win));
    }
    return best;
}

static void the_ratio_is_that_of_the_best_explanations(void **state)
{
    (void)state;
    static const struct sprt tests[] = {
        {SPRT_LOGISTIC, -30, 40, 0.05, 0.05},
        {SPRT_NORMALISED, -30, 40, 0.05, 0.05},
        {SPRT_NORMALISED, 0, 300, 0.05, 0.05},
    };
    const struct counts results[] = {games(30, 20, 50), games(5, 60, 10), games(40, 3, 2)};
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
        for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
            double slow = best_by_search(&tests[t], tests[t].elo1, &results[i]) -
                best_by_search(&tests[t], tests[t].elo0, &results[i]);
            assert_near(sprt_judge(&tests[t], &results[i]).llr, slow, 1e-4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_known_ratios_by_game_and_normalised_elo),
        cmocka_unit_test(the_known_ratios_by_game_and_logistic_elo),
        cmocka_unit_test(the_known_ratios_by_pair),
        cmocka_unit_test(the_known_elo_by_game),
        cmocka_unit_test(the_known_elo_by_pair),
        cmocka_unit_test(elo_and_score_are_inverses),
        cmocka_unit_test(any_few_results_give_finite_answers_or_not_yet),
        cmocka_unit_test(too_little_is_said_to_be_too_little),
        cmocka_unit_test(a_test_begins_undecided_between_its_bounds),
        cmocka_unit_test(a_test_accepts_the_better_and_rejects_the_equal),
        cmocka_unit_test(a_test_without_sense_is_refused),
        cmocka_unit_test(a_test_errs_about_as_rarely_as_it_says),
        cmocka_unit_test(the_ratio_is_that_of_the_best_explanations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
