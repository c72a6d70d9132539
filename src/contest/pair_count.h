// Games of two players counted by pairs, as they come in: the first of a pair waits for the second.
#ifndef AGON_CONTEST_PAIR_COUNT_H
#define AGON_CONTEST_PAIR_COUNT_H

#include "contest/statistics.h"

enum { PAIR_COUNT_VOID = -1 }; // in place of half points

struct pair_count {
    struct counts pairs; // that are complete, from the view of one player
    int waiting;         // half points of the pair's first game, or PAIR_COUNT_VOID
};

struct pair_count pair_count_empty(void);

// Adds the game with this number, from 1; games come in order. `half_points` are those of the
// player: 2 for a win, 1 for a draw. A pair with a void game does not count.
void pair_count_add(struct pair_count *p, int64_t number, int half_points);

#endif
