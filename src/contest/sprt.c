// The log likelihood ratio compares how well two hypotheses explain the counts. A hypothesis says
// only how strong the player is, not how often each kind of result comes; so each is given the
// benefit of its best explanation: of all distributions over the kinds of result that have the
// strength it claims, the one under which the counts are most likely.
//
// Say the observed shares are f[i] and the claim is that the mean of h[i] is 0. Maximising
// sum f[i] log p[i] under sum p[i] = 1 and sum p[i] h[i] = 0 by Lagrange's method gives
//     p[i] = f[i] / (1 + x h[i])        with x such that sum p[i] h[i] = 0,
// a falling function of x between the poles -1 / max h and -1 / min h: one root.
//
// A claim about the mean score s (logistic Elo) is of that form: h[i] = score[i] - s.
//
// A claim about the normalised Elo, mean - 1/2 = t sigma, is not, but nearly so. With
// b[i] = score[i] - 1/2 and sigma^2 = E b^2 - (E b)^2 it reads
//     E b = r sqrt(E b^2)               with r = t / sqrt(1 + t^2),
// and, for c = sqrt(E b^2), the tangent of the square root at c^2 turns it into the linear claim
// E h = 0 with h[i] = b[i] - r (b[i]^2 / c + c) / 2. Both claims have the same value and the same
// gradient there, so the best p for the linear one is the best for the other, once c fits it.
// What is left is to find the c that fits: one number between two known limits.
#include "contest/sprt.h"

#include <math.h>

enum { ROOT_STEPS = 200 };
#define ROOT_PRECISION 1e-13

// A kind of result that was never seen would have no share, and every claim could deny it at no
// cost. A thousandth of a result keeps all of them possible.
#define UNSEEN_COUNT 1e-3

struct shares {
    int kinds;
    double total;
    double of[COUNTS_KINDS_MOST];
};

static struct shares shares_of(const struct counts *c)
{
    struct shares f = {.kinds = (int)c->counted};
    for (int i = 0; i < f.kinds; i++) {
        f.of[i] = c->of[i] > 0 ? (double)c->of[i] : UNSEEN_COUNT;
        f.total += f.of[i];
    }
    for (int i = 0; i < f.kinds; i++)
        f.of[i] /= f.total;
    return f;
}

// The most likely shares under which the mean of `h` is 0; `h` has both signs. Newton's steps,
// and where one would leave what is known about the root, the middle of that.
static struct shares best_shares(const struct shares *f, const double *h)
{
    double least = h[0], most = h[0];
    for (int i = 1; i < f->kinds; i++) {
        least = fmin(least, h[i]);
        most = fmax(most, h[i]);
    }
    double low = -1 / most, high = -1 / least, x = 0;
    for (int step = 0; step < ROOT_STEPS && high - low > ROOT_PRECISION * (high + -low); step++) {
        double value = 0, slope = 0;
        for (int i = 0; i < f->kinds; i++) {
            double part = h[i] / (1 + x * h[i]);
            value += f->of[i] * part;
            slope -= f->of[i] * part * part;
        }
        *(value > 0 ? &low : &high) = x;
        double next = x - value / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) <= ROOT_PRECISION * fabs(x))
            break;
        x = next;
    }
    struct shares p = *f;
    for (int i = 0; i < f->kinds; i++)
        p.of[i] = f->of[i] / (1 + x * h[i]);
    return p;
}

static struct shares best_with_mean(const struct shares *f, double mean)
{
    double h[COUNTS_KINDS_MOST];
    for (int i = 0; i < f->kinds; i++)
        h[i] = (double)i / (f->kinds - 1) - mean;
    return best_shares(f, h);
}

// The best shares for the tangent at c, and what c they call for.
static double tangent_at(const struct shares *f, double r, double c, struct shares *p)
{
    double b[COUNTS_KINDS_MOST], h[COUNTS_KINDS_MOST], square = 0;
    for (int i = 0; i < f->kinds; i++) {
        b[i] = (double)i / (f->kinds - 1) - 0.5;
        h[i] = b[i] - r * (b[i] * b[i] / c + c) / 2;
    }
    *p = best_shares(f, h);
    for (int i = 0; i < f->kinds; i++)
        square += p->of[i] * b[i] * b[i];
    return sqrt(square);
}

static struct shares best_with_normalised(const struct shares *f, double t)
{
    double r = t / sqrt(1 + t * t);
    // Nothing is further from 1/2 than 1/2. Below `low` all of h would have one sign.
    double low = r == 0 ? 0 : 0.5 * (1 - sqrt(1 - r * r)) / fabs(r), high = 0.5, c = high;
    struct shares p;
    for (int step = 0; step < ROOT_STEPS; step++) {
        double wanted = tangent_at(f, r, c, &p);
        if (fabs(wanted - c) <= ROOT_PRECISION)
            break;
        *(wanted > c ? &low : &high) = c;
        c = wanted > low && wanted < high ? wanted : (low + high) / 2;
    }
    return p;
}

static struct shares best_under(const struct sprt *s, double elo, const struct shares *f)
{
    if (s->model == SPRT_LOGISTIC)
        return best_with_mean(f, elo_score(elo));
    // The claim is about the spread of one game; the mean of a pair has that over sqrt 2.
    double games_each = f->kinds == COUNTED_PAIRS ? GAMES_PER_PAIR : 1;
    return best_with_normalised(f, elo / NORMALISED_ELO_PER_SIGMA * sqrt(games_each));
}

bool sprt_check(const struct sprt *s, struct error *e)
{
    if (!(fabs(s->elo0) <= SPRT_ELO_MOST && fabs(s->elo1) <= SPRT_ELO_MOST))
        return error_set(e, "Elo bounds lie between -%.0f and %.0f", SPRT_ELO_MOST, SPRT_ELO_MOST);
    if (!(s->elo0 < s->elo1))
        return error_set(e, "the first Elo bound must be below the second");
    if (!(s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5))
        return error_set(e, "alpha and beta lie between 0 and 0.5");
    return true;
}

// Wald's bounds: at `upper` the counts are (1 - beta) / alpha times as likely under elo1.
struct sprt_state sprt_judge(const struct sprt *s, const struct counts *c)
{
    struct sprt_state state = {
        .lower = log(s->beta / (1 - s->alpha)),
        .upper = log((1 - s->beta) / s->alpha),
    };
    if (counts_total(c) <= 0)
        return state;
    struct shares f = shares_of(c);
    struct shares p0 = best_under(s, s->elo0, &f), p1 = best_under(s, s->elo1, &f);
    for (int i = 0; i < f.kinds; i++)
        state.llr += f.total * f.of[i] * log(p1.of[i] / p0.of[i]);
    state.verdict = state.llr >= state.upper ? SPRT_ACCEPTED
        : state.llr <= state.lower           ? SPRT_REJECTED
                                             : SPRT_NOT_YET;
    return state;
}
