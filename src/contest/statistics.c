#include "contest/statistics.h"

#include <math.h>

// --- Counts ---

struct counts counts_games(int64_t wins, int64_t draws, int64_t losses)
{
    return (struct counts){COUNTED_GAMES, {losses, draws, wins}};
}

struct counts counts_pairs(const int64_t of[COUNTED_PAIRS])
{
    struct counts c = {.counted = COUNTED_PAIRS};
    for (int i = 0; i < COUNTED_PAIRS; i++)
        c.of[i] = of[i];
    return c;
}

int64_t counts_total(const struct counts *c)
{
    int64_t total = 0;
    for (int i = 0; i < (int)c->counted; i++)
        total += c->of[i];
    return total;
}

// Number of results, mean and variance of the score of one (a game, or a pair).
struct moments {
    double total, mean, variance;
};

// `extra` is added to the count of every kind.
static struct moments moments_of(const struct counts *c, double extra)
{
    int kinds = (int)c->counted;
    struct moments m = {0};
    double points = 0;
    for (int i = 0; i < kinds; i++) {
        m.total += (double)c->of[i] + extra;
        points += ((double)c->of[i] + extra) * i / (kinds - 1);
    }
    if (m.total <= 0)
        return (struct moments){.mean = 0.5};
    m.mean = points / m.total;
    for (int i = 0; i < kinds; i++) {
        double off = (double)i / (kinds - 1) - m.mean;
        m.variance += ((double)c->of[i] + extra) / m.total * off * off;
    }
    return m;
}

double counts_score(const struct counts *c)
{
    return moments_of(c, 0).mean;
}

// --- Estimates ---

double elo_score(double elo)
{
    return 1 / (1 + exp(-elo / ELO_PER_NAT));
}

double score_elo(double score)
{
    return ELO_PER_NAT * log(score / (1 - score));
}

static struct estimate statistics_clamp(double value, double low, double high)
{
    return (struct estimate){true, value, (high - low) / 2, low, high};
}

// The mean score is nearly normal with variance / total; its interval, carried over to Elo, is a
// little lopsided, so both ends are given. When it reaches 0 or 1 the Elo has no bound there, and
// results that are all alike say nothing about their spread: then it is too early.
struct estimate statistics_elo(const struct counts *c)
{
    struct moments m = moments_of(c, 0);
    if (m.variance <= 0)
        return (struct estimate){0};
    double off = INTERVAL_SIGMAS * sqrt(m.variance / m.total);
    if (m.mean - off <= 0 || m.mean + off >= 1)
        return (struct estimate){0};
    return statistics_clamp(score_elo(m.mean), score_elo(m.mean - off), score_elo(m.mean + off));
}

// The unit is the spread of one game. If the games of a pair were independent, the mean of two
// would have half the variance of one: a pair's is doubled to speak of games.
struct estimate statistics_normalised_elo(const struct counts *c)
{
    struct moments m = moments_of(c, 0);
    if (m.variance <= 0)
        return (struct estimate){0};
    int games_each = c->counted == COUNTED_PAIRS ? GAMES_PER_PAIR : 1;
    double scale = NORMALISED_ELO_PER_SIGMA / sqrt(games_each);
    double value = scale * (m.mean - 0.5) / sqrt(m.variance);
    double off = scale * INTERVAL_SIGMAS / sqrt(m.total);
    return statistics_clamp(value, value - off, value + off);
}

// Wilson's interval: the shares that the count would not surprise. Unlike the share plus or minus
// its deviation it stays between 0 and 1 and makes sense from the first result on.
struct estimate statistics_draws(const struct counts *c)
{
    double total = (double)counts_total(c);
    if (total <= 0)
        return (struct estimate){0};
    double share = (double)c->of[(int)c->counted / 2] / total;
    double z2 = INTERVAL_SIGMAS * INTERVAL_SIGMAS;
    double centre = (share + z2 / (2 * total)) / (1 + z2 / total);
    double off =
        sqrt(z2 * share * (1 - share) / total + z2 * z2 / (4 * total * total)) / (1 + z2 / total);
    // Rounding must not put the share itself outside.
    return statistics_clamp(
        share, fmin(share, fmax(0, centre - off)), fmax(share, fmin(1, centre + off)));
}

// The chance that the true mean is above one half, by the normal distribution. Half a result of
// every kind is added first: it changes nothing when there are many, and keeps the answer modest
// when there are few (one won game: 78 %, not 100 %).
double statistics_los(const struct counts *c)
{
    struct moments m = moments_of(c, 0.5);
    return 0.5 * erfc((0.5 - m.mean) / sqrt(2 * m.variance / m.total));
}
