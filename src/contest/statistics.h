// What a number of results between two players says about their strengths: Elo, normalised Elo,
// likelihood of superiority. docs/statistics.md explains each for an organiser.
//
// Results are counted by game (losses, draws, wins) or by pair of games (same opening, seats
// swapped). Pairs are better: the luck of the opening cancels out inside a pair, and only the count
// of pairs knows that. Nothing here is ever NaN or infinite.
#ifndef AGON_CONTEST_STATISTICS_H
#define AGON_CONTEST_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

// The value is the number of kinds of result: kind i is worth i / (kinds - 1) of all the points.
enum counted { COUNTED_GAMES = 3, COUNTED_PAIRS = 5 };

enum { COUNTS_KINDS_MOST = 5, GAMES_PER_PAIR = 2, PAIR_HALF_POINTS = 4 };

struct counts {
    enum counted counted;
    // Games: losses, draws, wins. Pairs: LL, LD, WL and DD, WD, WW. From one player's view.
    int64_t of[COUNTS_KINDS_MOST];
};

struct counts counts_games(int64_t wins, int64_t draws, int64_t losses);
struct counts counts_pairs(const int64_t of[COUNTED_PAIRS]);
int64_t counts_total(const struct counts *c); // of games or pairs, as they are counted
double counts_score(const struct counts *c);  // share of the points; 0.5 before the first result

// A value with its 95 % interval. `error` is half its width. Not known: there are too few results,
// or they are too much alike, to say both a value and how sure it is; then all numbers are 0.
struct estimate {
    bool known;
    double value, error, low, high;
};

// The Elo difference that makes the score expected.
struct estimate statistics_elo(const struct counts *c);
// The score above one half in standard deviations of one game, times 800 / ln 10.
struct estimate statistics_normalised_elo(const struct counts *c);
// The share of results that favour nobody: drawn games; pairs that end level.
struct estimate statistics_draws(const struct counts *c);
// How likely this player is the stronger one, from 0 to 1; one half before the first result.
double statistics_los(const struct counts *c);

#define ELO_PER_NAT 173.71779276130073              // 400 / ln 10: Elo for a factor e in the odds
#define NORMALISED_ELO_PER_SIGMA 347.43558552260146 // 800 / ln 10
#define INTERVAL_SIGMAS 1.9599639845400545          // 95 % of a normal distribution lie within

double elo_score(double elo);   // the score that an Elo difference makes expected
double score_elo(double score); // the inverse; `score` lies between 0 and 1, both excluded

#endif
