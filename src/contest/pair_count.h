// Counts the games of two players by pairs, as the games come in: the first game of a pair waits
// for the second.
#ifndef AGON_CONTEST_PAIR_COUNT_H
#define AGON_CONTEST_PAIR_COUNT_H

#include "contest/statistics.h"

enum { PAIR_COUNT_VOID = -1 }; // instead of half points: the game is void

struct pair_count {
    struct counts pairs; // the complete pairs, as one of the players sees them
    int waiting;         // half points of the pair's first game, or PAIR_COUNT_VOID
};

struct pair_count pair_count_empty(void);

// Adds the game with this number, from 1; games come in order. `half_points` are those of the
// player: 2 for a win, 1 for a draw. A pair with a void game does not count.
void pair_count_add(struct pair_count *p, int64_t number, int half_points);

#endif
