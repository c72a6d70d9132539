// What the players of a contest are told of its games at the end (S8): the same that the table says
// (S9). Games that were forfeited count like those that were played, and who was erased has lost
// all of them.
#ifndef AGON_CONTEST_TOLD_H
#define AGON_CONTEST_TOLD_H

#include "contest/schedule.h"

struct told_game {
    int64_t pair; // its index
    int winner, loser;
    bool by_fault;
};

struct told {
    const struct schedule *schedule;
    struct told_game *forfeits; // both games of each pair, in the order of the schedule
    size_t count, capacity;
    int64_t *out_at; // by player: the pair by whose faults it is out; INT64_MAX: it is not
    bool failed;     // out of memory
};

// Listens to a schedule that has no results yet. False: out of memory. To be destroyed in both
// cases.
bool told_init(struct told *t, struct schedule *s);
void told_destroy(struct told *t);

// When the schedule has all results: what became of a game, played or forfeited. False: it counts
// for nobody.
bool told_in_the_end(const struct told *t, struct told_game *g);
// Has a pair that was played become a forfeit, and is among those?
bool told_is_forfeit(const struct told *t, int64_t pair, int first, int second);

#endif
