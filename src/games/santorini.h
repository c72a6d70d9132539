// Santorini: its position and moves, for those who need more than game.h (wires and brains).
// Rules S2 to S6 and S10 of docs/rulings.md. x grows east, y grows south, (0,0) is north-west.
#ifndef AGON_GAMES_SANTORINI_H
#define AGON_GAMES_SANTORINI_H

#include "games/game.h"

enum { SANTORINI_WORKERS = 2, SANTORINI_DOME = 4, SANTORINI_MAX_SIZE = 6 };

// A move taken apart. The integer keeps directions, not squares, so that a step off the board or a
// step that stays put can be asked about like any other.
struct santorini_move {
    bool places; // placing phase: a worker is put on (x, y)
    int x, y;    // 0 to 7
    int worker;  // 0 or 1: the first or second that its owner placed
    int dx, dy;  // the step, each -1, 0 or 1
    bool builds; // no build: the step is meant to win
    int bx, by;  // the direction of the build from the new place, each -1, 0 or 1
};

extern const struct game game_santorini;

move santorini_pack(const struct santorini_move *m);
// False when `m` is not the code of any move.
bool santorini_unpack(move m, struct santorini_move *out);

int santorini_size(const position *p); // 5 or 6
int santorini_height(const position *p, int x, int y);
// False when that worker is not on the board yet.
bool santorini_worker(const position *p, int seat, int worker, int *x, int *y);

#endif
