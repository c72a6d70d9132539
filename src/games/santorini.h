// Santorini: its position and its moves, for code that needs more than game.h: wires and brains.
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
    SANTORINI_OFF = 0xFF // instead of the square of a worker that is not placed yet
};

// The board. Square (x, y) is bit y * 8 + x. A search works on this, with games/santorini_bits.h.
struct santorini {
    // at_least[k] has the squares of height k or more. [0] is the whole board. [5] is empty: so the
    // squares that are too high for a worker on height k are [k + 2] for every k.
    bitboard at_least[SANTORINI_DOME + 2];
    uint8_t workers[SEATS][SANTORINI_WORKERS]; // squares in the order of placing
    uint8_t turn;
    uint8_t size;
    uint8_t won;    // 1 if the last move was a step onto level 3, which won the game
    uint8_t unused; // zero
};

// A move taken apart. The integer holds directions, not squares. So one can also ask about a step
// off the board, or one that does not leave its square.
struct santorini_move {
    bool places; // a worker is placed on (x, y), and the rest means nothing
    int x, y;    // 0 to 7
    int worker;  // 0 or 1: the first or second that its owner placed
    int dx, dy;  // the step, each -1, 0 or 1
    bool builds; // false if the step is meant to win
    int bx, by;  // the direction of the build from the new place, each -1, 0 or 1
};

extern const struct game game_santorini;

move santorini_pack(const struct santorini_move *m);
// Returns false if `m` is not the code of any move.
bool santorini_unpack(move m, struct santorini_move *out);

// Copy a board out of a position, and into one.
struct santorini santorini_load(const position *p);
position santorini_store(const struct santorini *s);

int santorini_size(const position *p); // 5 or 6
int santorini_height(const position *p, int x, int y);
// Returns false if that worker is not on the board yet.
bool santorini_worker(const position *p, int seat, int worker, int *x, int *y);

// For the row of the game: openings that are drawn by lot (games/opening.h).
bool santorini_is_balanced(const position *p);

#endif
