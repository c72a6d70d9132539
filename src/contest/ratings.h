// Ratings of all players of a contest at once, from all results at once, each with its error.
//
// The model is Bradley and Terry's with Davidson's draws and an advantage for the first seat: with
// strengths x and y, seat advantage a and draw constant v, a game between x (first) and y ends
//     won : drawn : lost   as   exp(d / 2) : v : exp(-d / 2)    with d = x - y + a.
// Davidson's draws rather than Rao and Kupper's: only then is a player's rating settled by the
// points and the opponents, two draws count the same as a win and a loss, and the likelihood is a
// hill with one top whatever the results.
//
// A weak prior (contest/rating_model.h) keeps the answer finite for players that won everything,
// lost everything or met nobody: their ratings come with very large errors instead.
#ifndef AGON_CONTEST_RATINGS_H
#define AGON_CONTEST_RATINGS_H

#include "base/error.h"
#include "contest/rating_model.h"

enum { RATINGS_PLAYERS_MOST = 4096, RATINGS_ANCHOR_MEAN = -1 };

struct rating {
    double value; // Elo: 100 above means 64 % of the points, between players of similar strength
    double error; // half the width of the 95 % interval of its distance from the anchor
};

struct ratings_setup {
    size_t players; // 1 to RATINGS_PLAYERS_MOST; the tally has no others
    const struct tally *tally;
    int anchor;          // a player, or RATINGS_ANCHOR_MEAN for the mean of all
    double anchor_value; // the rating of the anchor: 1500 by custom
};

struct ratings_summary {
    struct rating first_seat;    // what it is worth to have seat 0, in Elo
    double draws_between_equals; // how likely two equal players draw, from 0 to 1
};

// Fills `ratings`, one for each player. Returns false and fills `e` if memory runs out, if there
// are too many players, or if the tally has other players.
bool ratings_fit(const struct ratings_setup *setup, struct rating *ratings,
    struct ratings_summary *summary, struct error *e);

#endif
