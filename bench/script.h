// The one game of each kind that the benchmarks play: both bots know it by heart, so that what is
// measured is the referee and not its bots. Drawn at random once and for all, a long one.
#ifndef AGON_BENCH_SCRIPT_H
#define AGON_BENCH_SCRIPT_H

#include "games/game.h"

enum { SCRIPT_MOVES_MAX = 256 };

struct script {
    const struct game *game;
    position start; // after the moves that were skipped
    int turn;       // who is asked first
    int count;
    struct script_move {
        position before;
        move move;
        int seat;
        bool forced; // nobody is asked for it
    } moves[SCRIPT_MOVES_MAX];
};

// The game from move number `skip` on. `start` is where its first move is made; NULL: the usual
// start. False: there is no such game.
bool script_make(struct script *s, const char *game, const position *start, int skip);

#endif
