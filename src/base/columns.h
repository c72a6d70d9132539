// Texts in the columns of a terminal: how wide they are, and how to cut or fill them to a width.
// What a single letter is and how many columns it takes says base/letter.h. A letter that must not
// be sent to a terminal is written as an escape, and counts as wide as that escape.
#ifndef AGON_BASE_COLUMNS_H
#define AGON_BASE_COLUMNS_H

#include "base/text.h"

// How many columns the whole string takes.
int columns_count(const char *string);

// Appends as much of the string as fits into `columns`. Returns how many columns that takes.
int columns_clip(struct text *out, const char *string, int columns);
// The same, but a string that does not fit ends with "~". `columns` is at least 1.
int columns_shorten(struct text *out, const char *string, int columns);
// The same, filled up with blanks to exactly `columns`.
void columns_pad(struct text *out, const char *string, int columns);

// Appends the whole string, broken at blanks, so that no line is wider than `columns`: its first
// letter stands in column `indent` already, and the other lines are indented by so many blanks. A
// word that is too long for a line stands alone and is not cut. No newline at the end.
void columns_wrap(struct text *out, const char *string, int indent, int columns);

#endif
