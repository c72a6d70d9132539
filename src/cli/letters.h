// Letters on a terminal: how many columns each takes, and which of them are safe to print. Texts
// are UTF-8, whatever the locale is.
#ifndef AGON_CLI_LETTERS_H
#define AGON_CLI_LETTERS_H

#include "base/text.h"

struct letter {
    size_t bytes; // at least 1
    int columns;
    bool shown; // false: it is no UTF-8, or a control character
};

// The first letter of a text of so many bytes, at least 1.
struct letter letter_at(const char *bytes, size_t left);

// As much of a text as fits into so many columns; what is not to be shown becomes "?". Returns how
// many columns that takes.
int text_clipped(struct text *out, const char *string, int columns);
// The same with a ~ at its end where there was more; at least one column.
int text_shortened(struct text *out, const char *string, int columns);
// The same, filled up with blanks to so many columns.
void text_padded(struct text *out, const char *string, int columns);
// How many columns it would take as a whole.
int text_columns(const char *string);

#endif
