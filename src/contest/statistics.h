// What the results between two players say about their strengths: Elo, normalised Elo, likelihood
// of superiority. docs/statistics.md explains each of them to an organiser.
//
// Results are counted by games (losses, draws, wins) or by pairs of games (same opening, seats
// swapped). Pairs are better: inside a pair the luck of the opening cancels out. No number here is
// ever NaN or infinite.
#ifndef AGON_CONTEST_STATISTICS_H
#define AGON_CONTEST_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

// How results are counted. The value of the enum is how many kinds of results there are; kind i is
// worth i / (kinds - 1) of all the points.
enum counted { COUNTED_GAMES = 3, COUNTED_PAIRS = 5 };

enum { COUNTS_KINDS_MOST = 5, GAMES_PER_PAIR = 2, PAIR_HALF_POINTS = 4 };

struct counts {
    enum counted counted;
    // As one of the players sees them. Games: losses, draws, wins. Pairs: LL, LD, WL and DD, WD,
    // WW.
    int64_t of[COUNTS_KINDS_MOST];
};

struct counts counts_games(int64_t wins, int64_t draws, int64_t losses);
struct counts counts_pairs(const int64_t of[COUNTED_PAIRS]);
int64_t counts_total(const struct counts *c); // how many games, or how many pairs
double counts_score(const struct counts *c);  // share of the points; 0.5 before the first result

// A value with its 95 % interval; `error` is half the width of the interval. If `known` is false
// there are too few results, or they are too much alike, to say how sure the value is; then all
// numbers are 0.
struct estimate {
    bool known;
    double value, error, low, high;
};

// The difference in Elo for which the score would be the expected one.
struct estimate statistics_elo(const struct counts *c);
// By how many standard deviations of one game the score is above one half, times 800 / ln 10.
struct estimate statistics_normalised_elo(const struct counts *c);
// The share of results that favour nobody: drawn games, or pairs that end level.
struct estimate statistics_draws(const struct counts *c);
// How likely it is that this player is the stronger one, from 0 to 1; 0.5 before the first result.
double statistics_los(const struct counts *c);

#define ELO_PER_NAT 173.71779276130073              // 400 / ln 10: Elo for a factor e in the odds
#define NORMALISED_ELO_PER_SIGMA 347.43558552260146 // 800 / ln 10
#define INTERVAL_SIGMAS 1.9599639845400545          // 95 % of a normal distribution lie within

double elo_score(double elo);   // the score that an Elo difference makes expected
double score_elo(double score); // the inverse; `score` lies between 0 and 1, both excluded

#endif
