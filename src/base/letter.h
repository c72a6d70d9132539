// A single letter of UTF-8 text: where it ends, how many columns of a terminal it takes, and
// whether it may be sent to a terminal. Texts are UTF-8, whatever the locale is. base/columns.h
// cuts and fills whole texts to a number of columns.
#ifndef AGON_BASE_LETTER_H
#define AGON_BASE_LETTER_H

#include "base/text.h"

struct letter {
    size_t bytes;  // at least 1
    uint32_t code; // its code point; of what is not UTF-8, the byte
    int columns;
    // False: it would move the cursor, turn the direction of the text, or leave no trace. These are
    // bytes that are not UTF-8, control and format characters, line separators, and code points
    // that are no characters.
    bool shown;
};

// The first letter of a text of so many bytes, at least 1.
struct letter letter_at(const char *bytes, size_t left);

// Appends text that came from outside so that every terminal can show it, on one line: each letter
// that is not shown becomes an escape, "\n", "\t", "\u009b", "\U000e0041", or "\xff" for a byte
// that is not UTF-8.
void text_visible(struct text *out, const char *bytes, size_t length);
// The same for one letter at `bytes`. Returns how many columns it takes.
int text_visible_letter(struct text *out, const char *bytes, struct letter letter);

#endif
