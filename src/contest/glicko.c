// The idea: strength is normal around the rating with the deviation. A period's games are summed
// up as one measurement of it (by a normal approximation of their likelihood), the strength drifts
// by the volatility between periods, and both are put together as any two measurements are: the
// more certain one weighs more. The volatility is the likeliest one, given how far the measurement
// was off and that its logarithm changes little (tau) from period to period.
#include "contest/glicko.h"

#include "contest/statistics.h"

#include <math.h>

enum { ROOT_STEPS = 100 };
#define NEWCOMER_RATING 1500.0
#define NEWCOMER_DEVIATION 350.0
#define NEWCOMER_VOLATILITY 0.06
#define ROOT_PRECISION 1e-12

struct glicko glicko_newcomer(void)
{
    return (struct glicko){NEWCOMER_RATING, NEWCOMER_DEVIATION, NEWCOMER_VOLATILITY};
}

// An opponent whose strength is uncertain tells less: the expected score is drawn towards 1/2.
static double glicko_damping(double deviation)
{
    return 1 / sqrt(1 + 3 * deviation * deviation / (M_PI * M_PI));
}

// What the games say, in nats: the most likely distance from the rating, and its variance.
struct measurement {
    double distance, variance;
};

static struct measurement glicko_measure(
    double rating, const struct glicko_game *games, size_t count)
{
    double information = 0, surplus = 0;
    for (size_t i = 0; i < count; i++) {
        const struct glicko *other = &games[i].opponent;
        double g = glicko_damping(other->deviation / ELO_PER_NAT);
        double expected = 1 / (1 + exp(-g * (rating - other->rating) / ELO_PER_NAT));
        information += g * g * expected * (1 - expected);
        surplus += g * (games[i].score - expected);
    }
    return (struct measurement){surplus / information, 1 / information};
}

// Twice the derivative, by x = ln volatility^2, of the log likelihood of x: a normal with variance
// spread + e^x for the distance, and one with tau^2 for x around its old value.
static double glicko_slope(double x, double distance, double spread, double old)
{
    double drift = exp(x), total = spread + drift;
    return drift * (distance * distance - total) / (2 * total * total) -
        (x - old) / (GLICKO_TAU * GLICKO_TAU);
}

// The slope is positive far to the left and negative far to the right of its root: halving.
static double likeliest_volatility(double volatility, double distance, double spread)
{
    double old = log(volatility * volatility), low = old - 1, high = old + 1;
    while (glicko_slope(low, distance, spread, old) < 0)
        low -= 1;
    while (glicko_slope(high, distance, spread, old) > 0)
        high += 1;
    for (int step = 0; step < ROOT_STEPS && high - low > ROOT_PRECISION; step++) {
        double middle = (low + high) / 2;
        *(glicko_slope(middle, distance, spread, old) > 0 ? &low : &high) = middle;
    }
    return exp((low + high) / 4);
}

struct glicko glicko_after(
    const struct glicko *before, const struct glicko_game *games, size_t count)
{
    struct glicko after = *before;
    double deviation = before->deviation / ELO_PER_NAT;
    if (count == 0) {
        after.deviation =
            fmin(NEWCOMER_DEVIATION, ELO_PER_NAT * hypot(deviation, before->volatility));
        return after;
    }
    struct measurement m = glicko_measure(before->rating, games, count);
    after.volatility =
        likeliest_volatility(before->volatility, m.distance, deviation * deviation + m.variance);
    double drifted = deviation * deviation + after.volatility * after.volatility;
    double variance = 1 / (1 / drifted + 1 / m.variance);
    after.deviation = fmin(NEWCOMER_DEVIATION, ELO_PER_NAT * sqrt(variance));
    after.rating = before->rating + ELO_PER_NAT * variance * m.distance / m.variance;
    return after;
}

// What a game says about a is its information, g^2 E (1 - E), and it is worth the more the larger
// the variance is that it reduces.
double glicko_worth(const struct glicko *a, const struct glicko *b)
{
    double ga = glicko_damping(a->deviation / ELO_PER_NAT),
           gb = glicko_damping(b->deviation / ELO_PER_NAT);
    double both = glicko_damping(hypot(a->deviation, b->deviation) / ELO_PER_NAT);
    double expected = elo_score(both * (a->rating - b->rating));
    double about_a = a->deviation * gb, about_b = b->deviation * ga;
    return expected * (1 - expected) * (about_a * about_a + about_b * about_b);
}
