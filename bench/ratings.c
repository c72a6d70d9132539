// Speed of the joint ratings: 1,000 players, 1,000,000 games, everybody against everybody, on one
// core. Adding the games up is part of it.
#include "contest/ratings.h"
#include "base/random.h"
#include "contest/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYERS = 1000, GAMES = 1000 * 1000, REPEATS = 3 };

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

// CPU time of this thread: what others do on the machine does not count.
static double seconds_used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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
    return EXIT_SUCCESS;
}
