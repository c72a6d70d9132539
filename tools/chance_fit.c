// Fits how likely a score wins: the number `chance_score` of an engine (brains/search.h).
//
//     chance_fit FILE
//
// FILE has the samples of selfplay. Positions whose result was proved are left out: their chance is
// known. The chance is 1 / (1 + exp(-score / chance_score)); the one with the greatest likelihood
// is found by bisection of its derivative. A table then shows how well it fits: for groups of
// scores and thirds of the games, what was expected and what came.
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 8, THIRDS = 3, STEPS = 60 };

struct observation {
    double score, result; // a win is 1, a draw 0.5
    int ply;
};

static double chance(double score, double scale)
{
    return 1 / (1 + exp(-score / scale));
}

// The derivative of the likelihood by 1 / scale. It falls as 1 / scale grows.
static double slope(const struct observation *seen, size_t count, double scale)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += seen[i].score * (seen[i].result - chance(seen[i].score, scale));
    return sum;
}

static double fit(const struct observation *seen, size_t count)
{
    double least = 1, most = 100000;
    for (int i = 0; i < STEPS; i++) {
        const double middle = sqrt(least * most);
        // Still rising at 1 / middle: the best 1 / scale is greater, the best scale smaller.
        if (slope(seen, count, middle) > 0)
            most = middle;
        else
            least = middle;
    }
    return sqrt(least * most);
}

static size_t read_samples(FILE *file, struct observation **seen)
{
    size_t count = 0, room = 0;
    for (struct sample s; fread(&s, sizeof s, 1, file) == 1;) {
        if (s.exact)
            continue;
        if (count == room) {
            room = room == 0 ? 1024 : 2 * room;
            *seen = realloc(*seen, room * sizeof **seen);
            if (!*seen)
                abort();
        }
        (*seen)[count++] = (struct observation){.score = s.score,
            .result = s.points > 0 ? 1
                : s.points < 0     ? 0
                                   : 0.5,
            .ply = s.ply};
    }
    return count;
}

static void print_group(
    const struct observation *seen, size_t count, double scale, int group, int third, int plies)
{
    double expected = 0, came = 0;
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) {
        const double c = chance(seen[i].score, scale);
        if ((int)(c * GROUPS) != group || seen[i].ply * THIRDS / (plies + 1) != third)
            continue;
        expected += c;
        came += seen[i].result;
        hits++;
    }
    if (hits > 0)
        printf("  %6.3f %6.3f %7zu", expected / (double)hits, came / (double)hits, hits);
    else
        printf("  %6s %6s %7s", "", "", "0");
}

static void print_table(const struct observation *seen, size_t count, double scale)
{
    int plies = 0;
    for (size_t i = 0; i < count; i++)
        plies = seen[i].ply > plies ? seen[i].ply : plies;
    printf("expected, came, positions: in each third of %d plies\n", plies);
    for (int group = 0; group < GROUPS; group++) {
        for (int third = 0; third < THIRDS; third++)
            print_group(seen, count, scale, group, third, plies);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: chance_fit FILE\n");
        return 2;
    }
    struct observation *seen = NULL;
    const size_t count = read_samples(file, &seen);
    fclose(file);
    if (count == 0) {
        fprintf(stderr, "chance_fit: %s has no sample without a proof\n", argv[1]);
        return 1;
    }
    const double scale = fit(seen, count);
    printf("chance_score %.0f, from %zu positions\n", scale, count);
    print_table(seen, count, scale);
    free(seen);
    return 0;
}
