// Speed of the joint ratings: 1,000 players, 1,000,000 games, everybody against everybody, on one
// core. Adding the games up is part of it. Then what a page asks for besides, for 300 players and
// 100,000 games: the ratings over time, and the explanation of one of them.
#include "base/random.h"
#include "contest/rating_explanation.h"
#include "contest/rating_history.h"
#include "contest/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYERS = 1000, GAMES = 1000 * 1000, REPEATS = 3 };
enum { PAGE_PLAYERS = 300, PAGE_PAIRS = 50 * 1000, PAGE_SHOWN = 40 };

static double strength(uint32_t player)
{
    return 2000.0 * player / PLAYERS;
}

// Everybody meets everybody with both seats, in circles.
static bool play(struct tally *t)
{
    struct random r = random_seeded(1);
    for (uint32_t game = 0; game < GAMES; game++) {
        uint32_t first = game % PLAYERS,
                 second = (first + 1 + game / PLAYERS % (PLAYERS - 1)) % PLAYERS;
        double score = elo_score(strength(first) - strength(second) + 30);
        double drawn = (double)random_below(&r, 1000000) / 1e6;
        int half_points = drawn < score - 0.05 ? 2 : drawn < score + 0.05 ? 1 : 0;
        if (!tally_add(t, first, second, half_points))
            return false;
    }
    return true;
}

static int draw_result(struct random *r, uint32_t first, uint32_t second)
{
    double score = elo_score(strength(first) - strength(second));
    double drawn = (double)random_below(r, 1000000) / 1e6;
    return drawn < score - 0.05 ? 2 : drawn < score + 0.05 ? 1 : 0;
}

static void play_pairs(struct rating_result results[PAGE_PAIRS])
{
    struct random r = random_seeded(2);
    for (uint32_t i = 0; i < PAGE_PAIRS; i++) {
        uint32_t first = i % PAGE_PLAYERS,
                 second = (first + 1 + i / PAGE_PLAYERS % (PAGE_PLAYERS - 1)) % PAGE_PLAYERS;
        results[i] = (struct rating_result){.first = first, .second = second};
        for (int game = 0; game < GAMES_PER_PAIR; game++)
            results[i].half_points[game] = (int8_t)draw_result(&r, first, second);
    }
}

// CPU time of this thread: what others do on the machine does not count.
static double seconds_used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool measure_history(const struct rating_result *results, double *best)
{
    int shown[PAGE_SHOWN];
    for (int i = 0; i < PAGE_SHOWN; i++)
        shown[i] = i;
    const struct rating_history_setup setup = {
        PAGE_PLAYERS, results, PAGE_PAIRS, shown, PAGE_SHOWN, 1500};
    struct rating_history h;
    struct error e;
    double start = seconds_used();
    bool well = rating_history_fit(&h, &setup, &e);
    *best = fmin(*best, seconds_used() - start);
    rating_history_destroy(&h);
    return well;
}

static bool measure_explanation(const struct rating_result *results, double *best)
{
    struct tally t = tally_empty();
    struct rating_explanation x;
    struct error e;
    bool well = true;
    for (size_t i = 0; well && i < PAGE_PAIRS; i++) {
        const struct rating_result *r = &results[i];
        well = tally_add(&t, r->first, r->second, r->half_points[0]) &&
            tally_add(&t, r->second, r->first, 2 - r->half_points[1]);
    }
    double start = seconds_used();
    well = well && rating_explain(&x, &t, PAGE_PLAYERS, PAGE_PLAYERS / 2, &e);
    *best = fmin(*best, seconds_used() - start);
    tally_destroy(&t);
    return well;
}

static bool measure_page(void)
{
    static struct rating_result results[PAGE_PAIRS];
    double history = INFINITY, explanation = INFINITY;
    play_pairs(results);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        if (!measure_history(results, &history) || !measure_explanation(results, &explanation))
            return false;
    }
    printf("ratings of %d players over time, %d games: %.3f s of CPU; one of them explained: "
           "%.3f s\n",
        PAGE_PLAYERS, GAMES_PER_PAIR * PAGE_PAIRS, history, explanation);
    return true;
}

int main(void)
{
    static struct rating ratings[PLAYERS];
    struct ratings_summary summary = {0};
    double best_tally = INFINITY, best_fit = INFINITY;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        struct tally t = tally_empty();
        double start = seconds_used();
        if (!play(&t))
            return EXIT_FAILURE;
        best_tally = fmin(best_tally, seconds_used() - start);
        start = seconds_used();
        struct error e;
        struct ratings_setup setup = {PLAYERS, &t, RATINGS_ANCHOR_MEAN, 1500};
        if (!ratings_fit(&setup, ratings, &summary, &e)) {
            fprintf(stderr, "%s\n", e.words);
            return EXIT_FAILURE;
        }
        best_fit = fmin(best_fit, seconds_used() - start);
        tally_destroy(&t);
    }
    printf("ratings of %d players from %d games: %.3f s of CPU, and %.3f s to add them up\n",
        PLAYERS, GAMES, best_fit, best_tally);
    printf("first %.1f +/- %.1f, last %.1f +/- %.1f, first seat %.1f +/- %.1f, draws %.3f\n",
        ratings[0].value, ratings[0].error, ratings[PLAYERS - 1].value, ratings[PLAYERS - 1].error,
        summary.first_seat.value, summary.first_seat.error, summary.draws_between_equals);
    return measure_page() ? EXIT_SUCCESS : EXIT_FAILURE;
}
