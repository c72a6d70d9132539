// Glicko-2, for the ladder: a rating that moves with the results of each rating period, the
// uncertainty of it, and how steady the player is. Published by Mark Glickman (2012).
#ifndef AGON_CONTEST_GLICKO_H
#define AGON_CONTEST_GLICKO_H

#include <stddef.h>

struct glicko {
    double rating;     // 1500 for a newcomer
    double deviation;  // the standard error of the rating; 350 for a newcomer
    double volatility; // how much the strength is expected to change; 0.06 for a newcomer
};

struct glicko_game {
    struct glicko opponent; // as of the beginning of the period
    double score;           // 1, 0.5 or 0
};

#define GLICKO_TAU 0.5 // how much volatility may change in one period

struct glicko glicko_newcomer(void);
// Returns the rating after one rating period with these games. Without games only the deviation
// grows, at most to that of a newcomer.
struct glicko glicko_after(
    const struct glicko *before, const struct glicko_game *games, size_t count);

// Returns how much one game between the two would tell about both. It is large if their ratings are
// close, or if one of them is not well known yet. Only for comparisons.
double glicko_worth(const struct glicko *a, const struct glicko *b);

#endif
