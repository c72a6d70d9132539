// How programs that learn see a game: its moves as actions, numbered from 0 without gaps, and a
// position as planes of bytes. docs/library.md has the numbering, which never changes.
#ifndef AGON_LIBRARY_ENCODING_H
#define AGON_LIBRARY_ENCODING_H

#include "games/game.h"

struct encoding {
    const struct game *game;
    int actions; // how many numbers there are
    // The number of a move that is legal in `p`.
    int32_t (*action)(const position *p, move m);
    // The move that a number from 0 to `actions` - 1 stands for; it need not be legal. MOVE_NONE if
    // there is nothing that one could try.
    move (*move)(const position *p, int32_t action);

    int length;               // rows and columns of a plane
    const char *const *names; // of the planes, ended by NULL
    // Fills the planes, all bytes of which are 0.
    void (*features)(const position *p, uint8_t *planes);
};

extern const struct encoding encoding_reversi, encoding_santorini, encoding_stones;

// Returns the row of a game. There is one for each.
const struct encoding *encoding_of(const struct game *game);
int encoding_planes(const struct encoding *e); // how many

#endif
