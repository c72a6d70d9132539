// Game of Stones: its position and its moves, for code that needs more than game.h: wires and
// brains. Rules T1, T2, T5, T6, T9 and T10 of docs/rulings.md. Seat 0 is White, seat 1 is Black.
#ifndef AGON_GAMES_STONES_H
#define AGON_GAMES_STONES_H

#include "games/game.h"

typedef uint64_t bitboard;

enum {
    STONES_LENGTH = 9,    // X and Y run from 0 to 8
    STONES_CENTRE = 4,    // X and Y of the hole
    STONES_PER_SIDE = 30, // the heights of one side's stacks add up to at most this
    STONES_KINDS = 3,     // A, B and C
    STONES_CELLS = 61,    // the 60 places and the hole
    STONES_HOLE = 30,     // the number of the hole among the cells
    STONES_PLANES = 5     // bits of a height
};

enum stones_type { STONES_PASS = 0, STONES_ATTACK = 1, STONES_STRENGTHEN = 2 };

// What the side to move is asked for: one lone attack (White's first turn), the attack that
// opens every other turn, or the free second move of that turn.
enum stones_phase { STONES_FIRST, STONES_MUST_ATTACK, STONES_ANY };

// The board. Cells are numbered from 0 row by row (Y), and from west to east (X) in a row; cell n
// is bit n. A search works on this, with games/stones_bits.h.
struct stones {
    bitboard side[SEATS];         // where each seat's stacks stand
    bitboard kind[STONES_KINDS];  // the stacks of type A, B and C, of either side
    bitboard tall[STONES_PLANES]; // tall[i]: the stacks whose height less one has bit i
    uint8_t turn;                 // the seat to move
    uint8_t phase;                // enum stones_phase
    uint8_t unused[6];            // zero
};

// A move taken apart. Coordinates are 0 to 8 each; they need not be places of the board.
struct stones_move {
    enum stones_type type;
    int from_x, from_y, to_x, to_y; // all 0 for a pass
};

extern const struct game game_stones;

// Copy a board out of a position, and into one.
struct stones stones_load(const position *p);
position stones_store(const struct stones *s);

move stones_pack(const struct stones_move *m);
// Returns false if `m` is not the code of any move.
bool stones_unpack(move m, struct stones_move *out);

bool stones_is_place(int x, int y); // any integers; false for the hole
// Returns the number that the protocol has for a place: owner * (height * 4 + type), 0 if it is
// empty.
int stones_cell(const position *p, int x, int y);
enum stones_phase stones_phase(const position *p);

// For the row of the game: openings that are drawn by lot (games/opening.h).
void stones_begin_opening(position *p);
bool stones_is_balanced(const position *p);

#endif
