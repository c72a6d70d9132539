// Newton's method on the logarithm of the posterior. The likelihood is that of an exponential
// family: its gradient is what was scored minus what was expected, its curvature is the variance of
// what was expected. So the function is strictly concave, one step is one Cholesky factorisation,
// and the last one also gives the covariances, from which the errors follow.
#include "contest/rating_model.h"

#include "contest/matrix.h"
#include "contest/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 100, HALVINGS_MOST = 40 };

// A step that moves no unknown by more than this leads up for sure: the curvature along it changes
// by less than a fifth, since the third derivative of a game's logarithm is at most as large as the
// second. So the height need not be looked at.
#define SURE_STEP 0.1

// --- The cells in order: by the second player, then, keeping that, by the first ---

static bool rating_model_sort_by(const struct tally_cell *from, struct tally_cell *to, size_t count,
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

static uint32_t rating_model_first_of(const struct tally_cell *c)
{
    return c->first;
}

static uint32_t rating_model_second_of(const struct tally_cell *c)
{
    return c->second;
}

static bool rating_model_reserve(struct rating_model *m, size_t count)
{
    if (count <= m->cell_room)
        return true;
    struct tally_cell *cells = realloc(m->cells, count * sizeof *cells);
    if (!cells)
        return false;
    m->cells = cells;
    m->cell_room = count;
    return true;
}

bool rating_model_take(struct rating_model *m, const struct tally *t)
{
    struct tally_cell *half = malloc((t->count + 1) * sizeof *half);
    bool done = half && rating_model_reserve(m, t->count + 1) &&
        rating_model_sort_by(t->cells, half, t->count, m->players, rating_model_second_of) &&
        rating_model_sort_by(half, m->cells, t->count, m->players, rating_model_first_of);
    free(half);
    m->cell_count = done ? t->count : 0;
    return done;
}

// --- The function ---

double rating_model_prior(const struct rating_model *m, size_t unknown)
{
    return unknown < m->players ? RATINGS_PRIOR_ELO / ELO_PER_NAT
        : unknown == m->players ? RATINGS_PRIOR_SEAT_ELO / ELO_PER_NAT
                                : RATINGS_PRIOR_DRAW;
}

// What is expected of one game, with scores from -1/2 to 1/2: means, variances and covariance.
struct expected_game {
    double score, draw;
    double score_score, score_draw, draw_draw;
};

static struct expected_game rating_model_expect(double distance, double draw)
{
    double win = exp(distance / 2), loss = 1 / win, total = win + draw + loss;
    struct expected_game x = {.score = (win - loss) / (2 * total), .draw = draw / total};
    x.score_score = (win + loss) / (4 * total) - x.score * x.score;
    x.score_draw = -x.score * x.draw;
    x.draw_draw = x.draw * (1 - x.draw);
    return x;
}

// Games between two players with the same seats. Wins minus losses and draws need not be whole.
struct rated_games {
    size_t first, second;
    double seat; // how much of the seat advantage the first player has: 1, or -1
    double lead, draws, games;
};

static struct rated_games rating_model_cell(const struct tally_cell *c)
{
    return (struct rated_games){.first = c->first,
        .second = c->second,
        .seat = 1,
        .lead = (double)(c->wins - c->losses),
        .draws = (double)c->draws,
        .games = (double)(c->wins + c->draws + c->losses)};
}

static struct rated_games rating_model_extra(const struct rating_model *m, double seat)
{
    double half = m->extra_weight / 2;
    return (struct rated_games){.first = m->extra_first,
        .second = m->extra_second,
        .seat = seat,
        .lead = half * (m->extra_half_points - 1),
        .draws = m->extra_half_points == 1 ? half : 0,
        .games = half};
}

static double rating_model_distance(
    const struct rating_model *m, const double *x, const struct rated_games *g)
{
    return x[g->first] - x[g->second] + g->seat * x[m->players];
}

static double rating_model_log_games(
    const struct rating_model *m, const double *x, const struct rated_games *g, double draw)
{
    double d = rating_model_distance(m, x, g), win = exp(d / 2);
    return g->lead / 2 * d + g->draws * x[m->players + 1] - g->games * log(win + draw + 1 / win);
}

static double rating_model_height(const struct rating_model *m, const double *x)
{
    double draw = exp(x[m->players + 1]), sum = 0;
    for (size_t i = 0; i < m->cell_count; i++) {
        const struct rated_games g = rating_model_cell(&m->cells[i]);
        sum += rating_model_log_games(m, x, &g, draw);
    }
    for (int seat = -1; m->extra_weight > 0 && seat <= 1; seat += 2) {
        const struct rated_games g = rating_model_extra(m, seat);
        sum += rating_model_log_games(m, x, &g, draw);
    }
    for (size_t i = 0; i < m->unknowns; i++) {
        double off = x[i] / rating_model_prior(m, i);
        sum -= off * off / 2;
    }
    return sum;
}

static void rating_model_add(struct rating_model *m, const struct rated_games *g, double draw)
{
    size_t n = m->unknowns, i = g->first, j = g->second, seat = m->players, drawn = seat + 1;
    struct expected_game x = rating_model_expect(rating_model_distance(m, m->at, g), draw);
    double score = g->lead / 2 - g->games * x.score;
    m->gradient[i] += score;
    m->gradient[j] -= score;
    m->gradient[seat] += g->seat * score;
    m->gradient[drawn] += g->draws - g->games * x.draw;
    double *a = m->matrix, score_score = g->games * x.score_score;
    double score_draw = g->games * x.score_draw;
    a[i * n + i] += score_score;
    a[j * n + j] += score_score;
    a[i > j ? i * n + j : j * n + i] -= score_score;
    a[seat * n + i] += g->seat * score_score;
    a[seat * n + j] -= g->seat * score_score;
    a[seat * n + seat] += score_score;
    a[drawn * n + i] += score_draw;
    a[drawn * n + j] -= score_draw;
    a[drawn * n + seat] += g->seat * score_draw;
    a[drawn * n + drawn] += g->games * x.draw_draw;
}

// Gradient and matrix where we are; the matrix is factored at once.
static bool rating_model_differentiate(struct rating_model *m)
{
    memset(m->gradient, 0, m->unknowns * sizeof *m->gradient);
    memset(m->matrix, 0, m->unknowns * m->unknowns * sizeof *m->matrix);
    double draw = exp(m->at[m->players + 1]);
    for (size_t i = 0; i < m->cell_count; i++) {
        const struct rated_games g = rating_model_cell(&m->cells[i]);
        rating_model_add(m, &g, draw);
    }
    for (int seat = -1; m->extra_weight > 0 && seat <= 1; seat += 2) {
        const struct rated_games g = rating_model_extra(m, seat);
        rating_model_add(m, &g, draw);
    }
    for (size_t i = 0; i < m->unknowns; i++) {
        double deviation = rating_model_prior(m, i);
        m->gradient[i] -= m->at[i] / (deviation * deviation);
        m->matrix[i * m->unknowns + i] += 1 / (deviation * deviation);
    }
    return matrix_factor(m->matrix, m->unknowns, m->room);
}

// --- The way up ---

static double rating_model_largest(const struct rating_model *m)
{
    double largest = 0;
    for (size_t i = 0; i < m->unknowns; i++)
        largest = fmax(largest, fabs(m->gradient[i]));
    return largest;
}

// Goes along the step, half as far as long as that does not lead up. Returns how far any unknown
// moved; 0 is the top, as far as rounding lets us see.
static double rating_model_step(struct rating_model *m)
{
    double part = 1, largest = rating_model_largest(m);
    if (largest <= SURE_STEP) {
        for (size_t i = 0; i < m->unknowns; i++)
            m->at[i] += m->gradient[i];
        return largest;
    }
    double height = rating_model_height(m, m->at);
    for (int halving = 0; halving < HALVINGS_MOST; halving++, part /= 2) {
        for (size_t i = 0; i < m->unknowns; i++)
            m->trial[i] = m->at[i] + part * m->gradient[i];
        if (!(rating_model_height(m, m->trial) > height))
            continue;
        double moved = 0;
        for (size_t i = 0; i < m->unknowns; i++)
            moved = fmax(moved, fabs(m->trial[i] - m->at[i]));
        memcpy(m->at, m->trial, m->unknowns * sizeof *m->at);
        return moved;
    }
    return 0;
}

bool rating_model_climb(struct rating_model *m, double precision)
{
    for (int step = 0; step < STEPS_MOST; step++) {
        if (!rating_model_differentiate(m))
            return false;
        matrix_solve(m->matrix, m->unknowns, m->gradient);
        if (rating_model_step(m) < precision)
            break;
    }
    return true;
}

// --- What it says ---

// Between equals one nat is worth 2 / (2 + v) of what it is worth without draws. So an Elo here is
// an Elo elsewhere.
double rating_model_scale(const struct rating_model *m)
{
    return ELO_PER_NAT * 2 / (2 + exp(m->at[m->players + 1]));
}

double rating_model_elo(const struct rating_model *m, size_t player)
{
    double mean = 0;
    for (size_t i = 0; i < m->players; i++)
        mean += m->at[i] / (double)m->players;
    return rating_model_scale(m) * (m->at[player] - mean);
}

double rating_model_expected(const struct rating_model *m, const struct tally_cell *c)
{
    const struct rated_games g = rating_model_cell(c);
    struct expected_game x =
        rating_model_expect(rating_model_distance(m, m->at, &g), exp(m->at[m->players + 1]));
    return g.games * (0.5 + x.score);
}

double rating_model_variance_from_mean(const struct rating_model *m, double variance)
{
    double deviation = rating_model_prior(m, 0);
    return fmax(0, variance - deviation * deviation / (double)m->players);
}

// --- Its life ---

bool rating_model_init(struct rating_model *m, size_t players)
{
    size_t n = players + 2;
    *m = (struct rating_model){.players = players, .unknowns = n};
    m->at = calloc(n, sizeof *m->at);
    m->trial = calloc(n, sizeof *m->trial);
    m->gradient = calloc(n, sizeof *m->gradient);
    m->matrix = calloc(n * n, sizeof *m->matrix);
    m->room = calloc(n * MATRIX_LANES, sizeof *m->room);
    return m->at && m->trial && m->gradient && m->matrix && m->room;
}

void rating_model_destroy(struct rating_model *m)
{
    free(m->cells);
    free(m->at);
    free(m->trial);
    free(m->gradient);
    free(m->matrix);
    free(m->room);
    *m = (struct rating_model){0};
}
