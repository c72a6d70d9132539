// Santorini: its position and moves, for those who need more than game.h (wires and brains).
// Rules S2 to S6 and S10 of docs/rulings.md. x grows east, y grows south, (0,0) is north-west.
#ifndef AGON_GAMES_SANTORINI_H
#define AGON_GAMES_SANTORINI_H

#include "games/game.h"

typedef uint64_t bitboard;

enum {
    SANTORINI_WORKERS = 2,
    SANTORINI_WIN = 3,  // the level that wins
    SANTORINI_DOME = 4, // the level on which nobody stands and nothing is built
    SANTORINI_MAX_SIZE = 6,
    SANTORINI_ROW = 8,   // rows are 8 apart in a bitboard whatever the size of the board
    SANTORINI_OFF = 0xFF // instead of a worker's square: not placed yet
};

// Square (x, y) is bit y * 8 + x. A search works on this form, with games/santorini_bits.h.
struct santorini {
    // [k]: squares of height k or more. [0] is the board; [5] is empty, so that what is too high
    // for a worker on height k is [k + 2] for every k.
    bitboard at_least[SANTORINI_DOME + 2];
    uint8_t workers[SEATS][SANTORINI_WORKERS]; // squares in the order of placing
    uint8_t turn;
    uint8_t size;
    uint8_t won;    // 1: the last move was a step onto level 3, which won the game
    uint8_t unused; // zero
};

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

struct santorini santorini_load(const position *p);
position santorini_store(const struct santorini *s);

int santorini_size(const position *p); // 5 or 6
int santorini_height(const position *p, int x, int y);
// False when that worker is not on the board yet.
bool santorini_worker(const position *p, int seat, int worker, int *x, int *y);

// Of the game's row, for openings that are drawn by lot (games/opening.h).
bool santorini_is_balanced(const position *p);

#endif
