// Texts in the columns of a terminal. What a terminal must not be sent is shown as an escape
// (base/letter.h).
#ifndef AGON_CLI_LETTERS_H
#define AGON_CLI_LETTERS_H

#include "base/letter.h"

// As much of a text as fits into so many columns. Returns how many columns that takes.
int text_clipped(struct text *out, const char *string, int columns);
// The same with a ~ at its end where there was more; at least one column.
int text_shortened(struct text *out, const char *string, int columns);
// The same, filled up with blanks to so many columns.
void text_padded(struct text *out, const char *string, int columns);
// How many columns it would take as a whole.
int text_columns(const char *string);

#endif
