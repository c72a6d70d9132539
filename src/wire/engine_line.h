// A line of an engine protocol (NBoard, UGI), taken apart: words between blanks, read in place. For
// both sides of those protocols.
#ifndef AGON_WIRE_ENGINE_LINE_H
#define AGON_WIRE_ENGINE_LINE_H

#include "games/game.h"
#include "wire/value.h"

// Takes the next word of `rest`. Returns false if there is none; `word` is then the empty end.
bool engine_line_word(struct value *rest, struct value *word);
// Takes the next word if it is `text`; capital letters do not matter.
bool engine_line_take(struct value *rest, const char *text);
// Reads a whole number. One that is beyond the limits becomes the nearest limit.
bool engine_line_number(struct value word, int64_t least, int64_t most, int64_t *number);
// Copies the value and ends it by a NUL. Returns false if it does not fit, or has a NUL in it.
bool engine_line_copy(struct value v, char *bytes, size_t capacity);

// Reads a move, as the text of the game writes it. It may be against the rules.
bool engine_line_move(
    const struct game *game, const position *p, struct value word, move *m, struct error *e);
// The part of a word of NBoard that is the move: "F5" of "F5/1.20/0.5".
struct value engine_line_before_slash(struct value word);

#endif
