#include "contest/rating_history.h"

#include "contest/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Nats of the last step. Its square is a thousandth of an Elo. The errors are those of the place
// before it, and wrong by a thousandth of themselves.
#define HISTORY_PRECISION 1e-3

struct history_walk {
    const struct rating_history_setup *setup;
    struct rating_model model;
    struct tally tally;
    bool *has_played; // by player
    size_t taken;     // results
};

// --- Where the points stand ---

static size_t rating_history_points_most(size_t players)
{
    double part = (double)RATING_HISTORY_PLAYERS / (double)players;
    double most = part < 1 ? RATING_HISTORY_POINTS * part * part * part : RATING_HISTORY_POINTS;
    return most > RATING_HISTORY_POINTS_LEAST ? (size_t)most : RATING_HISTORY_POINTS_LEAST;
}

static size_t rating_history_stride(const struct rating_history_setup *setup)
{
    size_t most = rating_history_points_most(setup->players), stride = 1;
    while ((setup->count + stride - 1) / stride > most)
        stride *= 2;
    return stride;
}

// --- One point ---

static bool rating_history_take_results(struct history_walk *w, size_t until)
{
    for (; w->taken < until; w->taken++) {
        const struct rating_result *r = &w->setup->results[w->taken];
        if (!tally_add(&w->tally, r->first, r->second, r->half_points[0]) ||
            !tally_add(&w->tally, r->second, r->first, 2 - r->half_points[1]))
            return false;
        w->has_played[r->first] = w->has_played[r->second] = true;
    }
    return true;
}

// The error of one player: half the width of the 95 % interval of its distance from the mean.
static double rating_history_error(struct rating_model *m, size_t player)
{
    double *column = m->trial; // of the inverse matrix
    memset(column, 0, m->unknowns * sizeof *column);
    column[player] = 1;
    matrix_solve(m->matrix, m->unknowns, column);
    double variance = rating_model_variance_from_mean(m, column[player]);
    return rating_model_scale(m) * INTERVAL_SIGMAS * sqrt(variance);
}

static void rating_history_note(struct rating_history *h, struct history_walk *w, size_t point)
{
    const struct rating_history_setup *setup = w->setup;
    h->pairs[point] = (int64_t)w->taken;
    for (size_t i = 0; i < h->shown; i++) {
        size_t player = (size_t)setup->shown[i], at = point * h->shown + i;
        h->known[at] = w->has_played[player];
        h->ratings[at] = (struct rating){.value = setup->mean + rating_model_elo(&w->model, player),
            .error = rating_history_error(&w->model, player)};
    }
}

static bool rating_history_add_point(
    struct rating_history *h, struct history_walk *w, size_t until, struct error *e)
{
    if (!rating_history_take_results(w, until) || !rating_model_take(&w->model, &w->tally))
        return error_set(e, "out of memory");
    if (!rating_model_climb(&w->model, HISTORY_PRECISION))
        return error_set(
            e, "the ratings cannot be computed: too many games between too unequal players");
    rating_history_note(h, w, h->points++);
    return true;
}

// --- All of them ---

static bool rating_history_allocate(
    struct rating_history *h, struct history_walk *w, size_t points, struct error *e)
{
    const struct rating_history_setup *setup = w->setup;
    *h = (struct rating_history){.shown = setup->shown_count,
        .pairs = calloc(points + 1, sizeof *h->pairs),
        .ratings = calloc(points * setup->shown_count + 1, sizeof *h->ratings),
        .known = calloc(points * setup->shown_count + 1, sizeof *h->known)};
    w->has_played = calloc(setup->players, sizeof *w->has_played);
    return (h->pairs && h->ratings && h->known && w->has_played &&
               rating_model_init(&w->model, setup->players)) ||
        error_set(e, "out of memory");
}

bool rating_history_fit(
    struct rating_history *h, const struct rating_history_setup *setup, struct error *e)
{
    struct history_walk w = {.setup = setup, .tally = tally_empty()};
    size_t stride = rating_history_stride(setup), points = (setup->count + stride - 1) / stride;
    bool well = rating_history_allocate(h, &w, points, e);
    for (size_t point = 1; well && point <= points; point++) {
        size_t until = point * stride < setup->count ? point * stride : setup->count;
        well = rating_history_add_point(h, &w, until, e);
    }
    rating_model_destroy(&w.model);
    tally_destroy(&w.tally);
    free(w.has_played);
    return well;
}

void rating_history_destroy(struct rating_history *h)
{
    free(h->pairs);
    free(h->ratings);
    free(h->known);
    *h = (struct rating_history){0};
}
