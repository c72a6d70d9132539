// A position that a caller has handed in, opened and found to be one: what most calls begin with.
#ifndef AGON_LIBRARY_OPENED_H
#define AGON_LIBRARY_OPENED_H

#include "library/encoding.h"
#include "library/sealed.h"

struct opened {
    int number; // of the game
    const struct game *game;
    const struct encoding *encoding;
    position p;
};

// Returns AGON_OK or AGON_NO_POSITION.
int opened_of(const struct agon_position *sealed, struct opened *out);

// Returns the move that the number means, which need not be legal. MOVE_NONE if it means none.
move opened_move(const struct opened *o, int32_t action);
// The same for a legal action; MOVE_NONE if it is not legal.
move opened_legal_move(const struct opened *o, int32_t action);

// A text for an array of the caller, and what the call returns when it is written. If the caller
// has no array, nothing may be written, and opened_can_write is false.
static inline bool opened_can_write(const char *out, size_t bytes)
{
    return out && bytes > 0;
}

static inline int opened_written(const struct text *t)
{
    return t->cut ? AGON_NO_ROOM : (int)t->length;
}

#endif
