// Newton's method on the logarithm of the posterior. The likelihood is that of an exponential
// family: its gradient is what was scored minus what was expected, its curvature is the variance of
// what was expected. So the function is strictly concave, one step is one Cholesky factorisation,
// and the last one also gives the covariances, from which the errors follow.
//
// The unknowns are the strengths of the players in nats, then the seat advantage, then ln v.
#include "contest/ratings.h"

#include "contest/matrix.h"
#include "contest/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 100, HALVINGS_MOST = 40 };
#define STEP_PRECISION 1e-9

struct fit {
    size_t players, unknowns;
    struct tally_cell *cells; // in order of players, so that rounding does not depend on time
    size_t cell_count;
    double *at;       // the unknowns,
    double *trial;    // and others that may be better
    double *gradient; // of the log posterior, later the step
    double *matrix;   // minus its second derivatives, later their Cholesky factor
    double *room;     // for the matrix
};

// --- The cells in order: by the second player, then, keeping that, by the first ---

static bool sort_by(const struct tally_cell *from, struct tally_cell *to, size_t count,
    size_t players, uint32_t (*key)(const struct tally_cell *))
{
    size_t *starts = calloc(players + 1, sizeof *starts);
    if (!starts)
        return false;
    for (size_t i = 0; i < count; i++)
        starts[key(&from[i]) + 1]++;
    for (size_t i = 0; i < players; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++)
        to[starts[key(&from[i])]++] = from[i];
    free(starts);
    return true;
}

static uint32_t ratings_first_of(const struct tally_cell *c)
{
    return c->first;
}

static uint32_t second_of(const struct tally_cell *c)
{
    return c->second;
}

static bool sort_cells(struct fit *f, const struct tally *t)
{
    f->cell_count = t->count;
    f->cells = malloc((t->count + 1) * sizeof *f->cells);
    struct tally_cell *half = malloc((t->count + 1) * sizeof *half);
    bool done = f->cells && half && sort_by(t->cells, half, t->count, f->players, second_of) &&
        sort_by(half, f->cells, t->count, f->players, ratings_first_of);
    free(half);
    return done;
}

// --- The function ---

static double prior_deviation(const struct fit *f, size_t unknown)
{
    return unknown < f->players ? RATINGS_PRIOR_ELO / ELO_PER_NAT
        : unknown == f->players ? RATINGS_PRIOR_SEAT_ELO / ELO_PER_NAT
                                : RATINGS_PRIOR_DRAW;
}

// What is expected of one game, with scores from -1/2 to 1/2: means, variances and covariance.
struct expected {
    double score, draw;
    double score_score, score_draw, draw_draw;
};

static struct expected ratings_expect(double win, double draw, double loss, double total)
{
    struct expected x = {.score = (win - loss) / (2 * total), .draw = draw / total};
    x.score_score = (win + loss) / (4 * total) - x.score * x.score;
    x.score_draw = -x.score * x.draw;
    x.draw_draw = x.draw * (1 - x.draw);
    return x;
}

static double ratings_games_of(const struct tally_cell *c)
{
    return (double)(c->wins + c->draws + c->losses);
}

static double ratings_distance(const struct fit *f, const double *x, const struct tally_cell *c)
{
    return x[c->first] - x[c->second] + x[f->players];
}

static double log_posterior(const struct fit *f, const double *x)
{
    double log_draw = x[f->players + 1], draw = exp(log_draw), sum = 0;
    for (size_t i = 0; i < f->cell_count; i++) {
        const struct tally_cell *c = &f->cells[i];
        double d = ratings_distance(f, x, c), win = exp(d / 2);
        sum += (double)(c->wins - c->losses) / 2 * d + (double)c->draws * log_draw -
            ratings_games_of(c) * log(win + draw + 1 / win);
    }
    for (size_t i = 0; i < f->unknowns; i++) {
        double off = x[i] / prior_deviation(f, i);
        sum -= off * off / 2;
    }
    return sum;
}

static void add_cell(struct fit *f, const struct tally_cell *c, double draw)
{
    size_t n = f->unknowns, i = c->first, j = c->second, seat = f->players, drawn = seat + 1;
    double win = exp(ratings_distance(f, f->at, c) / 2), games = ratings_games_of(c);
    struct expected x = ratings_expect(win, draw, 1 / win, win + draw + 1 / win);
    double score = (double)(c->wins - c->losses) / 2 - games * x.score;
    f->gradient[i] += score;
    f->gradient[j] -= score;
    f->gradient[seat] += score;
    f->gradient[drawn] += (double)c->draws - games * x.draw;
    double *m = f->matrix, score_score = games * x.score_score, score_draw = games * x.score_draw;
    m[i * n + i] += score_score;
    m[j * n + j] += score_score;
    m[i > j ? i * n + j : j * n + i] -= score_score;
    m[seat * n + i] += score_score;
    m[seat * n + j] -= score_score;
    m[seat * n + seat] += score_score;
    m[drawn * n + i] += score_draw;
    m[drawn * n + j] -= score_draw;
    m[drawn * n + seat] += score_draw;
    m[drawn * n + drawn] += games * x.draw_draw;
}

// Gradient and matrix where we are; the matrix is factored at once.
static bool ratings_differentiate(struct fit *f)
{
    memset(f->gradient, 0, f->unknowns * sizeof *f->gradient);
    memset(f->matrix, 0, f->unknowns * f->unknowns * sizeof *f->matrix);
    double draw = exp(f->at[f->players + 1]);
    for (size_t i = 0; i < f->cell_count; i++)
        add_cell(f, &f->cells[i], draw);
    for (size_t i = 0; i < f->unknowns; i++) {
        double deviation = prior_deviation(f, i);
        f->gradient[i] -= f->at[i] / (deviation * deviation);
        f->matrix[i * f->unknowns + i] += 1 / (deviation * deviation);
    }
    return matrix_factor(f->matrix, f->unknowns, f->room);
}

// --- The way up ---

// Goes along the step, half as far as long as that does not lead up. Returns how far any unknown
// moved; 0 is the top, as far as rounding lets us see.
static double ratings_climb(struct fit *f, double *height)
{
    double part = 1;
    for (int halving = 0; halving < HALVINGS_MOST; halving++, part /= 2) {
        for (size_t i = 0; i < f->unknowns; i++)
            f->trial[i] = f->at[i] + part * f->gradient[i];
        double reached = log_posterior(f, f->trial);
        if (!(reached > *height))
            continue;
        double moved = 0;
        for (size_t i = 0; i < f->unknowns; i++)
            moved = fmax(moved, fabs(f->trial[i] - f->at[i]));
        memcpy(f->at, f->trial, f->unknowns * sizeof *f->at);
        *height = reached;
        return moved;
    }
    return 0;
}

// Leaves the factor of the top, or of a place as near as makes no difference, in the matrix.
static bool find_top(struct fit *f)
{
    double height = log_posterior(f, f->at);
    for (int step = 0; step < STEPS_MOST; step++) {
        if (!ratings_differentiate(f))
            return false;
        matrix_solve(f->matrix, f->unknowns, f->gradient);
        if (ratings_climb(f, &height) < STEP_PRECISION)
            break;
    }
    return true;
}

// --- Errors ---

// The prior alone holds the sum of all strengths, so their mean has the variance p^2 / n whatever
// the results, and so has its covariance with each of them (p: the prior's deviation). A distance
// from the mean is that much surer than a strength.
static double variance_from_mean(const struct fit *f, double variance)
{
    double deviation = prior_deviation(f, 0);
    return fmax(0, variance - deviation * deviation / (double)f->players);
}

static void ratings_rate(struct fit *f, const struct ratings_setup *setup, double scale,
    const double *variances, struct rating *ratings)
{
    bool anchored = setup->anchor != RATINGS_ANCHOR_MEAN;
    size_t anchor = anchored ? (size_t)setup->anchor : 0;
    double zero = 0;
    for (size_t i = 0; i < f->players; i++)
        zero += f->at[i] / (double)f->players;
    double *covariances = f->trial; // with the anchor
    if (anchored) {
        zero = f->at[anchor];
        memset(covariances, 0, f->unknowns * sizeof *covariances);
        covariances[anchor] = 1;
        matrix_solve(f->matrix, f->unknowns, covariances);
    }
    for (size_t i = 0; i < f->players; i++) {
        double variance = anchored ? fmax(0, variances[i] + variances[anchor] - 2 * covariances[i])
                                   : variance_from_mean(f, variances[i]);
        if (anchored && i == anchor)
            variance = 0;
        ratings[i].value = setup->anchor_value + scale * (f->at[i] - zero);
        ratings[i].error = scale * INTERVAL_SIGMAS * sqrt(variance);
    }
}

// Draws flatten the curve of expected points: between equals one nat is worth 2 / (2 + v) of what
// it is worth without them. The scale makes up for it, so that an Elo here is an Elo elsewhere.
static void ratings_conclude(struct fit *f, const struct ratings_setup *setup,
    struct rating *ratings, struct ratings_summary *summary)
{
    double draw = exp(f->at[f->players + 1]);
    double scale = ELO_PER_NAT * 2 / (2 + draw);
    double *variances = f->gradient;
    matrix_inverse_diagonal(f->matrix, f->unknowns, variances, f->room);
    ratings_rate(f, setup, scale, variances, ratings);
    summary->first_seat.value = scale * f->at[f->players];
    summary->first_seat.error = scale * INTERVAL_SIGMAS * sqrt(variances[f->players]);
    summary->draws_between_equals = draw / (2 + draw);
}

// --- All together ---

static bool fit_init(struct fit *f, const struct ratings_setup *setup)
{
    size_t n = setup->players + 2;
    *f = (struct fit){.players = setup->players, .unknowns = n};
    f->at = calloc(n, sizeof *f->at);
    f->trial = calloc(n, sizeof *f->trial);
    f->gradient = calloc(n, sizeof *f->gradient);
    f->matrix = calloc(n * n, sizeof *f->matrix);
    f->room = calloc(n * MATRIX_LANES, sizeof *f->room);
    return f->at && f->trial && f->gradient && f->matrix && f->room && sort_cells(f, setup->tally);
}

static void fit_destroy(struct fit *f)
{
    free(f->cells);
    free(f->at);
    free(f->trial);
    free(f->gradient);
    free(f->matrix);
    free(f->room);
}

bool ratings_fit(const struct ratings_setup *setup, struct rating *ratings,
    struct ratings_summary *summary, struct error *e)
{
    if (setup->players < 1 || setup->players > RATINGS_PLAYERS_MOST)
        return error_set(
            e, "ratings are for 1 to %d players, not %zu", RATINGS_PLAYERS_MOST, setup->players);
    for (size_t i = 0; i < setup->tally->count; i++) {
        const struct tally_cell *c = &setup->tally->cells[i];
        if (c->first >= setup->players || c->second >= setup->players || c->first == c->second)
            return error_set(e, "a game between players %" PRIu32 " and %" PRIu32 " of %zu",
                c->first, c->second, setup->players);
    }
    struct fit f;
    bool done = fit_init(&f, setup);
    if (!done)
        error_set(e, "out of memory");
    else if (!(done = find_top(&f)))
        error_set(e, "the ratings cannot be computed: too many games between too unequal players");
    if (done)
        ratings_conclude(&f, setup, ratings, summary);
    fit_destroy(&f);
    return done;
}
