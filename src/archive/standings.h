// The standings of a contest: points, order, ratings, faults, and how far it is. They are computed
// here and nowhere else, for a contest that is being played and for one that is over.
//
// There are three steps, so that the games wait for the first one only: lock standings_copy(&s,
// &schedule, faults, games, &e); unlock standings_rank(&s, &e); standings_rate(&s, &e);     takes a
// second with a thousand players All three can be called again and again on the same `struct
// standings`.
#ifndef AGON_ARCHIVE_STANDINGS_H
#define AGON_ARCHIVE_STANDINGS_H

#include "contest/ratings.h"
#include "contest/schedule.h"

#define STANDINGS_MEAN_ELO 1500.0 // the mean of all ratings

// How many pairs there are of each kind; as in struct schedule.
struct standings_pairs {
    int64_t all;      // PAIRS_UNKNOWN: it depends on the results
    int64_t counted;  // forfeits and those that were left out included
    int64_t forfeits; // of the counted ones
    int64_t left_out; // of the counted ones: not played, since a player has left
    int64_t waiting;  // for a player who is suspended
};

// It owns all its memory, but for the lists of the plan (presence, withdrawals): these belong to
// the maker of the plan, and must live on.
struct standings {
    size_t players;

    // Set by standings_copy.
    struct plan plan;
    int64_t games;   // that are stored; some may belong to pairs that are not complete
    int64_t *faults; // by player
    struct standings_pairs pairs;
    int64_t round;  // that is being played, from 1; 0: the format has no rounds, or none has begun
    int64_t rounds; // how many there will be; 0: not known
    bool over;

    // Set by standings_rank.
    struct standing *list; // the best first

    // Set by standings_rate. `rated_pairs` is the value of `pairs.counted` when it was done last.
    struct rating *ratings; // by player
    struct ratings_summary summary;
    bool has_ratings;
    int64_t rated_pairs;

    // What the copy holds for the other two steps.
    struct standing *accounts; // by player
    struct tally tally;        // cells only
    int64_t tally_pairs;       // the value of `pairs.counted` that the tally belongs to
};

// Makes room for the players of a plan. False: out of memory. To be destroyed in both cases.
bool standings_init(struct standings *s, const struct plan *p, struct error *e);
void standings_destroy(struct standings *s);

// Copies what is needed from a schedule of the same plan. `faults` has one number for each player;
// `games` is how many are stored. If memory runs out, it returns false and changes nothing.
bool standings_copy(struct standings *s, const struct schedule *from, const int64_t *faults,
    int64_t games, struct error *e);
// Puts the players in order. If memory runs out, it returns false and the last order stays.
bool standings_rank(struct standings *s, struct error *e);
// Fits the ratings. If memory runs out, it returns false and there are no ratings.
bool standings_rate(struct standings *s, struct error *e);

// Pairs that were played and count.
int64_t standings_played_pairs(const struct standings *s);
// Games that have been or can be played, without forfeits and those that wait; or PAIRS_UNKNOWN.
int64_t standings_planned_games(const struct standings *s);

// Are the players ranked by their Glicko-2 numbers, which are then to be shown?
bool standings_by_glicko(const struct standings *s);
// Are players with equal points ranked by Buchholz and Sonneborn-Berger, which are then to be
// shown?
bool standings_by_buchholz(const struct standings *s);
// "dropped", "suspended" or "erased" if the player is out by its faults, else NULL.
const char *standings_out(const struct standings *s, const struct standing *row);

#endif
