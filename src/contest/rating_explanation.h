// Explains the rating of one player by the model itself (contest/ratings.h): what the results
// against each opponent have moved, and what one more game would do. Both are fits of all ratings:
// without those games, and with one more. docs/statistics.md has the formulas.
#ifndef AGON_CONTEST_RATING_EXPLANATION_H
#define AGON_CONTEST_RATING_EXPLANATION_H

#include "contest/ratings.h"

enum {
    RATING_EXPLANATION_PARTS = 40, // at most
    RATING_EXPLANATION_NEXT = 12,  // at most
    // A fit takes a few milliseconds with so many players, and its work grows with the cube of
    // their number: with more players there are fewer parts.
    RATING_EXPLANATION_PLAYERS = 300,
    RATING_EXPLANATION_PARTS_LEAST = 4,
    RATING_EXPLANATION_NEXT_LEAST = 2,
};

// What the games against one opponent did.
struct rating_part {
    int against;
    int64_t games;
    double score;    // points
    double expected; // points that the ratings make expected
    double moved;    // Elo: the rating, less what it would be without these games
};

// What one more game would do, in Elo.
struct rating_next {
    int against;
    double win, draw, loss;
};

struct rating_explanation {
    size_t opponents;                                   // all that the player has met
    struct rating_part parts[RATING_EXPLANATION_PARTS]; // what moved it most comes first
    size_t part_count;
    struct rating_next next[RATING_EXPLANATION_NEXT]; // the opponents of the nearest strength
    size_t next_count;
};

// `tally` has the games of `players` players. If there are more opponents than parts, those are
// kept against whom the score was the farthest from what was expected. Returns false with `e` if
// memory runs out.
bool rating_explain(struct rating_explanation *x, const struct tally *tally, size_t players,
    int player, struct error *e);

#endif
