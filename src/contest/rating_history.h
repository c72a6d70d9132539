// How the ratings of a contest came about: what they were after so many pairs of games, for up to
// RATING_HISTORY_POINTS moments. Each point is fitted to all results up to there
// (contest/ratings.h).
#ifndef AGON_CONTEST_RATING_HISTORY_H
#define AGON_CONTEST_RATING_HISTORY_H

#include "contest/ratings.h"
#include "contest/statistics.h"

enum {
    RATING_HISTORY_POINTS = 60,
    // With so many players a point takes a few milliseconds. The work for a point grows with the
    // cube of their number; with more players there are fewer points.
    RATING_HISTORY_PLAYERS = 300,
    RATING_HISTORY_POINTS_LEAST = 6,
};

// A pair of games between two players. Results are in the order in which they came.
struct rating_result {
    uint32_t first, second;             // `first` had seat 0 in the first game
    int8_t half_points[GAMES_PER_PAIR]; // of `first`
};

struct rating_history_setup {
    size_t players;
    const struct rating_result *results;
    size_t count;
    const int *shown; // the players whose ratings are kept
    size_t shown_count;
    double mean; // of all ratings
};

struct rating_history {
    size_t points, shown;
    int64_t *pairs;         // by point: how many results it is made of
    struct rating *ratings; // by point, then in the order of `shown`
    bool *known;            // the same: the player had played a game by then
};

// The points stand at equal distances, which are a power of two times the same number of results,
// and the last one at the end. So a contest that goes on keeps every point or every second one.
// Returns false with `e` if memory runs out. To be destroyed in both cases.
bool rating_history_fit(
    struct rating_history *h, const struct rating_history_setup *setup, struct error *e);
void rating_history_destroy(struct rating_history *h);

#endif
