// The final result of every game of a contest: what the players are told at its end (S8). It agrees
// with the table (S9): forfeits count like games that were played, and a player who was erased has
// lost all its games.
#ifndef AGON_CONTEST_FINAL_RESULTS_H
#define AGON_CONTEST_FINAL_RESULTS_H

#include "contest/schedule.h"

struct final_result {
    int64_t pair; // its index
    int winner, loser;
    bool by_fault;
};

struct final_results {
    const struct schedule *schedule;
    struct final_result
        *forfeits; // both games of each forfeited pair, in the order of the schedule
    size_t count, capacity;
    int64_t *out_at; // by player: the pair whose faults put it out, or INT64_MAX
    bool failed;     // memory ran out
};

// Listens to a schedule that has no results yet. Returns false if memory runs out. The caller
// destroys `t` in both cases.
bool final_results_init(struct final_results *t, struct schedule *s);
void final_results_destroy(struct final_results *t);

// For when the schedule has all results. Changes the result `g` of a game, played or forfeited,
// into its final one. Returns false if the game counts for nobody.
bool final_results_settle(const struct final_results *t, struct final_result *g);
// True if a pair that was played has become a forfeit: then `forfeits` has its games.
bool final_results_is_forfeit(const struct final_results *t, int64_t pair, int first, int second);

#endif
