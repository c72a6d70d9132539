#include "contest/rating_explanation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Nats of the last step. Its square is a thousandth of an Elo.
#define EXPLANATION_PRECISION 2e-3

struct explaining {
    struct rating_model model;
    size_t player;
    double *top; // the unknowns with all results and no others
    double elo;  // of the player there
    // By player: what the player and that one did against each other.
    struct rating_part *met;
};

// --- Fits from the top ---

// Takes all results, or all but those against one opponent.
static bool rating_explanation_take(struct explaining *x, const struct tally *all, int without)
{
    struct rating_model *m = &x->model;
    if (!rating_model_take(m, all))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < m->cell_count; i++) {
        const struct tally_cell *c = &m->cells[i];
        bool dropped = (c->first == x->player && (int)c->second == without) ||
            (c->second == x->player && (int)c->first == without);
        if (!dropped)
            m->cells[kept++] = *c;
    }
    m->cell_count = kept;
    return true;
}

// Sets `elo` to the rating of the player for what the model has now.
static bool rating_explanation_refit(struct explaining *x, double *elo, struct error *e)
{
    struct rating_model *m = &x->model;
    memcpy(m->at, x->top, m->unknowns * sizeof *m->at);
    if (!rating_model_climb(m, EXPLANATION_PRECISION))
        return error_set(
            e, "the ratings cannot be computed: too many games between too unequal players");
    *elo = rating_model_elo(m, x->player);
    return true;
}

// --- Whom it met ---

static void rating_explanation_count(struct explaining *x)
{
    for (size_t i = 0; i < x->model.players; i++)
        x->met[i].against = (int)i;
    for (size_t i = 0; i < x->model.cell_count; i++) {
        const struct tally_cell *c = &x->model.cells[i];
        bool is_first = c->first == x->player;
        if (!is_first && c->second != x->player)
            continue;
        int64_t games = c->wins + c->draws + c->losses;
        double score = (double)c->wins + (double)c->draws / 2;
        double expected = rating_model_expected(&x->model, c);
        struct rating_part *part = &x->met[is_first ? c->second : c->first];
        part->games += games;
        part->score += is_first ? score : (double)games - score;
        part->expected += is_first ? expected : (double)games - expected;
    }
}

static int rating_explanation_by(double x, double y, int a, int b)
{
    return x > y ? -1 : x < y ? 1 : (a > b) - (a < b);
}

// The largest surprise first; those whom it has not met last.
static int rating_explanation_by_surprise(const void *left, const void *right)
{
    const struct rating_part *a = left, *b = right;
    double x = a->games > 0 ? fabs(a->score - a->expected) : -1;
    double y = b->games > 0 ? fabs(b->score - b->expected) : -1;
    return rating_explanation_by(x, y, a->against, b->against);
}

static int rating_explanation_by_moved(const void *left, const void *right)
{
    const struct rating_part *a = left, *b = right;
    return rating_explanation_by(fabs(a->moved), fabs(b->moved), a->against, b->against);
}

// So many fits are made that all of them take about as long as with RATING_EXPLANATION_PLAYERS.
static size_t rating_explanation_most(size_t players, size_t most, size_t least)
{
    double part = (double)RATING_EXPLANATION_PLAYERS / (double)players;
    double count = part < 1 ? (double)most * part * part * part : (double)most;
    return count > (double)least ? (size_t)count : least;
}

static bool rating_explanation_find_parts(
    struct rating_explanation *out, struct explaining *x, const struct tally *all, struct error *e)
{
    size_t players = x->model.players,
           most = rating_explanation_most(
               players, RATING_EXPLANATION_PARTS, RATING_EXPLANATION_PARTS_LEAST);
    qsort(x->met, players, sizeof *x->met, rating_explanation_by_surprise);
    for (size_t i = 0; i < players; i++)
        out->opponents += x->met[i].games > 0;
    for (size_t i = 0; i < most && i < out->opponents; i++) {
        struct rating_part part = x->met[i];
        double without = 0;
        if (!rating_explanation_take(x, all, part.against))
            return error_set(e, "out of memory");
        if (!rating_explanation_refit(x, &without, e))
            return false;
        part.moved = x->elo - without;
        out->parts[out->part_count++] = part;
    }
    if (out->part_count > 0)
        qsort(out->parts, out->part_count, sizeof *out->parts, rating_explanation_by_moved);
    return true;
}

// --- One more game ---

// An opponent, and how far it is from the player in strength.
struct near_opponent {
    int player;
    double distance;
};

static int rating_explanation_by_distance(const void *left, const void *right)
{
    const struct near_opponent *a = left, *b = right;
    return rating_explanation_by(b->distance, a->distance, a->player, b->player);
}

static bool rating_explanation_try(
    struct explaining *x, int against, int half_points, double *change, struct error *e)
{
    struct rating_model *m = &x->model;
    m->extra_first = (uint32_t)x->player;
    m->extra_second = (uint32_t)against;
    m->extra_half_points = half_points;
    m->extra_weight = 1;
    double elo = 0;
    bool well = rating_explanation_refit(x, &elo, e);
    m->extra_weight = 0;
    *change = elo - x->elo;
    return well;
}

static bool rating_explanation_find_next(
    struct rating_explanation *out, struct explaining *x, const struct tally *all, struct error *e)
{
    size_t players = x->model.players, count = 0,
           most = rating_explanation_most(
               players, RATING_EXPLANATION_NEXT, RATING_EXPLANATION_NEXT_LEAST);
    struct near_opponent *near = calloc(players, sizeof *near);
    bool well = near && rating_explanation_take(x, all, (int)x->player);
    if (!well)
        error_set(e, "out of memory");
    for (size_t i = 0; well && i < players; i++) {
        if (i != x->player)
            near[count++] = (struct near_opponent){(int)i, fabs(x->top[i] - x->top[x->player])};
    }
    if (count > 0)
        qsort(near, count, sizeof *near, rating_explanation_by_distance);
    for (size_t i = 0; well && i < count && i < most; i++) {
        struct rating_next *next = &out->next[out->next_count++];
        next->against = near[i].player;
        well = rating_explanation_try(x, next->against, 2, &next->win, e) &&
            rating_explanation_try(x, next->against, 1, &next->draw, e) &&
            rating_explanation_try(x, next->against, 0, &next->loss, e);
    }
    free(near);
    return well;
}

// --- All together ---

static bool rating_explanation_start(
    struct explaining *x, const struct tally *all, size_t players, struct error *e)
{
    struct rating_model *m = &x->model;
    x->top = calloc(players + 2, sizeof *x->top);
    x->met = calloc(players, sizeof *x->met);
    if (!rating_model_init(m, players) || !x->top || !x->met ||
        !rating_explanation_take(x, all, (int)x->player))
        return error_set(e, "out of memory");
    if (!rating_explanation_refit(x, &x->elo, e))
        return false;
    memcpy(x->top, m->at, m->unknowns * sizeof *x->top);
    rating_explanation_count(x);
    return true;
}

bool rating_explain(struct rating_explanation *out, const struct tally *tally, size_t players,
    int player, struct error *e)
{
    *out = (struct rating_explanation){0};
    struct explaining x = {.player = (size_t)player};
    bool well = rating_explanation_start(&x, tally, players, e) &&
        rating_explanation_find_parts(out, &x, tally, e) &&
        rating_explanation_find_next(out, &x, tally, e);
    rating_model_destroy(&x.model);
    free(x.top);
    free(x.met);
    return well;
}
