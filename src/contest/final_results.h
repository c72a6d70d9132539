// What the players of a contest are told of its games at the end (S8): the same that the table says
// (S9). Games that were forfeited count like those that were played, and who was erased has lost
// all of them.
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
    struct final_result *forfeits; // both games of each pair, in the order of the schedule
    size_t count, capacity;
    int64_t *out_at; // by player: the pair by whose faults it is out; INT64_MAX: it is not
    bool failed;     // out of memory
};

// Listens to a schedule that has no results yet. False: out of memory. To be destroyed in both
// cases.
bool final_results_init(struct final_results *t, struct schedule *s);
void final_results_destroy(struct final_results *t);

// When the schedule has all results: what became of a game, played or forfeited. False: it counts
// for nobody.
bool final_results_settle(const struct final_results *t, struct final_result *g);
// Has a pair that was played become a forfeit, and is among those?
bool final_results_is_forfeit(const struct final_results *t, int64_t pair, int first, int second);

#endif
