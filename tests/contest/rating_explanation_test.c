// What moved a rating and what the next game would do, against a slow second implementation that
// knows only the model as it is written in books: it finds all strengths anew, without those games
// or with one more.
#include "base/random.h"
#include "contest/rating_explanation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "contest/near.h"
#include "contest/statistics.h"

enum { PLAYERS = 5, UNKNOWNS = PLAYERS + 2, CELLS_MOST = PLAYERS * PLAYERS + 2 };

// --- The slow one: climbs one unknown at a time by trial ---

struct slow_cell {
    uint32_t first, second;
    double wins, draws, losses;
};

struct slow_games {
    struct slow_cell cells[CELLS_MOST];
    size_t count;
};

static double slow_posterior(const struct slow_games *g, const double *x)
{
    double sum = 0, v = exp(x[PLAYERS + 1]);
    for (size_t i = 0; i < g->count; i++) {
        const struct slow_cell *c = &g->cells[i];
        double a = exp(x[c->first] + x[PLAYERS]), b = exp(x[c->second]);
        double all = a + b + v * sqrt(a * b);
        sum += c->wins * log(a / all) + c->losses * log(b / all) +
            c->draws * log(v * sqrt(a * b) / all);
    }
    for (uint32_t i = 0; i < UNKNOWNS; i++) {
        double deviation = i < PLAYERS ? RATINGS_PRIOR_ELO / ELO_PER_NAT
            : i == PLAYERS             ? RATINGS_PRIOR_SEAT_ELO / ELO_PER_NAT
                                       : RATINGS_PRIOR_DRAW;
        sum -= x[i] * x[i] / (2 * deviation * deviation);
    }
    return sum;
}

static void slow_top(const struct slow_games *g, double *x)
{
    memset(x, 0, UNKNOWNS * sizeof *x);
    double best = slow_posterior(g, x);
    for (double step = 1; step > 1e-6;) {
        bool better = false;
        for (uint32_t i = 0; i < UNKNOWNS; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double old = x[i];
                x[i] = old + sign * step;
                double reached = slow_posterior(g, x);
                better = better || reached > best;
                if (reached > best)
                    best = reached;
                else
                    x[i] = old;
            }
        }
        if (!better)
            step /= 2;
    }
}

// The rating above the mean of all.
static double slow_elo(const struct slow_games *g, int player)
{
    double x[UNKNOWNS], mean = 0;
    slow_top(g, x);
    for (int i = 0; i < PLAYERS; i++)
        mean += x[i] / PLAYERS;
    return ELO_PER_NAT * 2 / (2 + exp(x[PLAYERS + 1])) * (x[player] - mean);
}

static struct slow_games slow_copy(const struct tally *t, int player, int without)
{
    struct slow_games g = {.count = 0};
    for (size_t i = 0; i < t->count; i++) {
        const struct tally_cell *c = &t->cells[i];
        int a = (int)c->first, b = (int)c->second;
        if ((a == player && b == without) || (b == player && a == without))
            continue;
        g.cells[g.count++] = (struct slow_cell){
            c->first, c->second, (double)c->wins, (double)c->draws, (double)c->losses};
    }
    return g;
}

// Half a game with each seat.
static void slow_add(struct slow_games *g, int player, int against, int half_points)
{
    double win = half_points == 2 ? 0.5 : 0, draw = half_points == 1 ? 0.5 : 0;
    double loss = half_points == 0 ? 0.5 : 0;
    g->cells[g->count++] = (struct slow_cell){(uint32_t)player, (uint32_t)against, win, draw, loss};
    g->cells[g->count++] = (struct slow_cell){(uint32_t)against, (uint32_t)player, loss, draw, win};
}

// --- Contests ---

// Players 0 to 3 meet each other, some often; player 4 has won all of its few games.
static void play_some(struct tally *t)
{
    struct random r = random_seeded(7);
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t j = 0; j < 4; j++) {
            int games = i == j ? 0 : 2 + (int)(i * j) % 5;
            for (int game = 0; game < games; game++) {
                uint64_t lot = random_next(&r) % 10;
                assert_true(tally_add(t, i, j, lot < 4 + j ? 2 : lot < 6 + j ? 1 : 0));
            }
        }
    }
    assert_true(tally_add(t, 4, 0, 2) && tally_add(t, 0, 4, 0));
}

static void what_a_result_moved_is_the_difference_to_a_fit_without_it(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    play_some(&t);
    for (int player = 0; player < PLAYERS; player++) {
        struct rating_explanation x;
        struct error e;
        assert_true(rating_explain(&x, &t, PLAYERS, player, &e));
        const struct slow_games all = slow_copy(&t, player, player);
        double elo = slow_elo(&all, player);
        assert_int_equal(x.opponents, player == 0 ? 4 : player == 4 ? 1 : 3);
        assert_int_equal(x.part_count, x.opponents);
        for (size_t i = 0; i < x.part_count; i++) {
            const struct slow_games rest = slow_copy(&t, player, x.parts[i].against);
            assert_near(x.parts[i].moved, elo - slow_elo(&rest, player), 0.05);
            if (i > 0)
                assert_true(fabs(x.parts[i].moved) <= fabs(x.parts[i - 1].moved));
        }
    }
    tally_destroy(&t);
}

static void what_the_next_game_would_do_is_a_fit_with_it(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    play_some(&t);
    for (int player = 0; player < PLAYERS; player += 2) {
        struct rating_explanation x;
        struct error e;
        assert_true(rating_explain(&x, &t, PLAYERS, player, &e));
        const struct slow_games all = slow_copy(&t, player, player);
        double elo = slow_elo(&all, player);
        assert_int_equal(x.next_count, PLAYERS - 1);
        for (size_t i = 0; i < x.next_count; i++) {
            const struct rating_next *next = &x.next[i];
            const double changes[] = {next->loss, next->draw, next->win};
            for (int half_points = 0; half_points <= 2; half_points++) {
                struct slow_games more = all;
                slow_add(&more, player, next->against, half_points);
                assert_near(changes[half_points], slow_elo(&more, player) - elo, 0.05);
            }
            assert_true(next->win > next->draw && next->draw > next->loss);
        }
    }
    tally_destroy(&t);
}

static void score_and_expectation_are_told(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    // Two players alone: the model expects about what has happened, whoever had the seats.
    for (int game = 0; game < 30; game++)
        assert_true(tally_add(&t, 0, 1, game % 3 == 0 ? 0 : 2) && tally_add(&t, 1, 0, 1));
    struct rating_explanation x;
    struct error e;
    assert_true(rating_explain(&x, &t, 2, 1, &e));
    assert_int_equal(x.part_count, 1);
    assert_int_equal(x.parts[0].against, 0);
    assert_int_equal(x.parts[0].games, 60);
    assert_near(x.parts[0].score, 25, 1e-9);
    assert_near(x.parts[0].expected, 25, 0.1);
    // Without these games everybody is in the middle.
    struct rating ratings[2];
    struct ratings_summary summary;
    const struct ratings_setup setup = {2, &t, RATINGS_ANCHOR_MEAN, 0};
    assert_true(ratings_fit(&setup, ratings, &summary, &e));
    assert_near(x.parts[0].moved, ratings[1].value, 1e-3);
    tally_destroy(&t);
}

static void who_has_played_nothing_has_no_parts(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    struct rating_explanation x;
    struct error e;
    assert_true(rating_explain(&x, &t, 3, 0, &e));
    assert_int_equal(x.opponents, 0);
    assert_int_equal(x.part_count, 0);
    assert_int_equal(x.next_count, 2);
    assert_near(x.next[0].win, -x.next[0].loss, 1e-3);
    assert_near(x.next[0].draw, 0, 1e-3);
    // Alone there is nobody to meet.
    assert_true(rating_explain(&x, &t, 1, 0, &e));
    assert_int_equal(x.next_count, 0);
    tally_destroy(&t);
}

// With 60 opponents only those are told who surprised most.
static void there_are_not_more_parts_than_can_be_computed(void **state)
{
    (void)state;
    struct tally t = tally_empty();
    for (uint32_t i = 1; i <= 60; i++)
        assert_true(tally_add_games(&t, 0, i, i % 2 == 0 ? 2 : 0, 1 + i / 30));
    struct rating_explanation x;
    struct error e;
    assert_true(rating_explain(&x, &t, 61, 0, &e));
    assert_int_equal(x.opponents, 60);
    assert_int_equal(x.part_count, RATING_EXPLANATION_PARTS);
    assert_int_equal(x.next_count, RATING_EXPLANATION_NEXT);
    tally_destroy(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_result_moved_is_the_difference_to_a_fit_without_it),
        cmocka_unit_test(what_the_next_game_would_do_is_a_fit_with_it),
        cmocka_unit_test(score_and_expectation_are_told),
        cmocka_unit_test(who_has_played_nothing_has_no_parts),
        cmocka_unit_test(there_are_not_more_parts_than_can_be_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
