#include "contest/ratings.h"

#include "contest/matrix.h"
#include "contest/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define STEP_PRECISION 1e-9

// --- Errors ---

static void ratings_rate(struct rating_model *m, const struct ratings_setup *setup, double scale,
    const double *variances, struct rating *ratings)
{
    bool anchored = setup->anchor != RATINGS_ANCHOR_MEAN;
    size_t anchor = anchored ? (size_t)setup->anchor : 0;
    double zero = 0;
    for (size_t i = 0; i < m->players; i++)
        zero += m->at[i] / (double)m->players;
    double *covariances = m->trial; // with the anchor
    if (anchored) {
        zero = m->at[anchor];
        memset(covariances, 0, m->unknowns * sizeof *covariances);
        covariances[anchor] = 1;
        matrix_solve(m->matrix, m->unknowns, covariances);
    }
    for (size_t i = 0; i < m->players; i++) {
        double variance = anchored ? fmax(0, variances[i] + variances[anchor] - 2 * covariances[i])
                                   : rating_model_variance_from_mean(m, variances[i]);
        if (anchored && i == anchor)
            variance = 0;
        ratings[i].value = setup->anchor_value + scale * (m->at[i] - zero);
        ratings[i].error = scale * INTERVAL_SIGMAS * sqrt(variance);
    }
}

static void ratings_conclude(struct rating_model *m, const struct ratings_setup *setup,
    struct rating *ratings, struct ratings_summary *summary)
{
    double draw = exp(m->at[m->players + 1]), scale = rating_model_scale(m);
    double *variances = m->gradient;
    matrix_inverse_diagonal(m->matrix, m->unknowns, variances, m->room);
    ratings_rate(m, setup, scale, variances, ratings);
    summary->first_seat.value = scale * m->at[m->players];
    summary->first_seat.error = scale * INTERVAL_SIGMAS * sqrt(variances[m->players]);
    summary->draws_between_equals = draw / (2 + draw);
}

// --- All together ---

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
    struct rating_model m;
    bool done = rating_model_init(&m, setup->players) && rating_model_take(&m, setup->tally);
    if (!done)
        error_set(e, "out of memory");
    else if (!(done = rating_model_climb(&m, STEP_PRECISION)))
        error_set(e, "the ratings cannot be computed: too many games between too unequal players");
    if (done)
        ratings_conclude(&m, setup, ratings, summary);
    rating_model_destroy(&m);
    return done;
}
