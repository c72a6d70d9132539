// The model behind the ratings (contest/ratings.h), as a hill to be climbed: how likely the results
// are for given strengths. Code that fits it more than once, with other results, goes on from where
// it stands.
//
// The unknowns are the strengths of the players in nats, then the seat advantage, then ln v.
#ifndef AGON_CONTEST_RATING_MODEL_H
#define AGON_CONTEST_RATING_MODEL_H

#include "base/error.h"
#include "contest/tally.h"

// The prior, as normal distributions: ratings around their mean, the seat advantage around 0, both
// in Elo; ln v around 0. About as much as an eighth of a game says.
#define RATINGS_PRIOR_ELO 1000.0
#define RATINGS_PRIOR_SEAT_ELO 400.0
#define RATINGS_PRIOR_DRAW 3.0

struct rating_model {
    size_t players, unknowns;
    struct tally_cell *cells; // in order of players, so that rounding does not depend on time
    size_t cell_count, cell_room;
    // Besides the cells: one more game between two players, half of it with each seat, so that the
    // seats do not matter. `extra_weight` 0 means that there is none.
    uint32_t extra_first, extra_second;
    int extra_half_points; // of the first
    double extra_weight;

    double *at;       // the unknowns,
    double *trial;    // and others that may be better
    double *gradient; // of the log posterior, later the step
    double *matrix;   // minus its second derivatives, later their Cholesky factor
    double *room;     // for the matrix
};

// Returns false if memory runs out. To be destroyed in both cases. All unknowns are 0.
bool rating_model_init(struct rating_model *m, size_t players);
void rating_model_destroy(struct rating_model *m);

// Takes the results. The unknowns stay as they are. Returns false if memory runs out.
bool rating_model_take(struct rating_model *m, const struct tally *t);

// Goes from where the unknowns are to the top, until a step moves none of them by more than
// `precision` nats. What is then missing is about the square of that. `matrix` is then a Cholesky
// factor near the top: of the place before the last step. Returns false if that cannot be computed.
bool rating_model_climb(struct rating_model *m, double precision);

// Elo for a nat of strength: draws flatten the curve of expected points, and this makes up for it.
double rating_model_scale(const struct rating_model *m);
// Elo above the mean of all players.
double rating_model_elo(const struct rating_model *m, size_t player);
// The standard deviation that the prior gives an unknown.
double rating_model_prior(const struct rating_model *m, size_t unknown);
// How many points the first player of a cell was to be expected to win in the games of the cell.
double rating_model_expected(const struct rating_model *m, const struct tally_cell *c);
// The variance of a distance from the mean, given that of the strength. The prior alone holds the
// sum of all strengths, so their mean has the variance p^2 / n whatever the results, and so has its
// covariance with each of them (p: the prior's deviation).
double rating_model_variance_from_mean(const struct rating_model *m, double variance);

#endif
