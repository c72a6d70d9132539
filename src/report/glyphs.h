// The few letters that pictures of pixels need, 5 dots wide and 7 high.
#ifndef AGON_REPORT_GLYPHS_H
#define AGON_REPORT_GLYPHS_H

#include <stdbool.h>

enum { GLYPH_COLUMNS = 5, GLYPH_ROWS = 7 };

// Is the dot of this letter set? A letter that is not known is shown as a question mark.
bool glyph_dot(char letter, int column, int row);

#endif
