// Reversi: its position and its moves, for code that needs more than game.h: wires and brains.
// Rules R2 to R5 and R8 of docs/rulings.md. Seat 0 is X, seat 1 is O.
#ifndef AGON_GAMES_REVERSI_H
#define AGON_GAMES_REVERSI_H

#include "games/game.h"

typedef uint64_t bitboard;

enum {
    REVERSI_LENGTH = 8, // rows are 8 apart in a bitboard whatever the size of the board
    REVERSI_PASS = 64
};

// Square (row, column) is bit row * 8 + column; row 0 is the top row, "a1" is (0,0), "b1" (0,1).
// A move is the number of its square, or REVERSI_PASS.
struct reversi {
    bitboard stones[SEATS];
    uint8_t size; // 4, 6 or 8
    uint8_t turn;
    uint8_t unused[6]; // zero
};

extern const struct game game_reversi;

// Copy a board out of a position, and into one.
struct reversi reversi_load(const position *p);
position reversi_store(const struct reversi *r);

// Returns all squares of a board of that size.
bitboard reversi_squares(int size);
// Returns the squares on which the owner of `mine` may place a stone.
bitboard reversi_mobility(bitboard mine, bitboard theirs, bitboard squares);
// Returns the stones that turn over when the owner of `mine` places one on the empty square `at`.
bitboard reversi_flips(bitboard mine, bitboard theirs, int at);

// For the row of the game: openings that are drawn by lot (games/opening.h).
bool reversi_is_balanced(const position *p);

#endif
