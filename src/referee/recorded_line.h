// What all readers of records share: what our JSON does not take (G3) is taken out of a line first,
// and a move is played by the rules. Pure.
#ifndef AGON_REFEREE_RECORDED_LINE_H
#define AGON_REFEREE_RECORDED_LINE_H

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"

// Appends the header with a 0 for its seed, which has 64 bits: more than our JSON reads. A line
// without a seed is appended as it is.
void recorded_line_without_seed(struct text *out, const char *bytes, size_t length);

// Appends the line with U+FFFD for every NUL, which a bot may have written and our JSON refuses.
// False, and nothing is appended: it has none.
bool recorded_line_without_nul(struct text *out, const char *bytes, size_t length);

// Plays the move that a line tells, and sets `m`. Returns false if it is not this seat's turn, or
// the move is not legal here.
bool recorded_line_play(
    const struct game *game, position *p, int seat, const char *word, move *m, struct error *e);

#endif
