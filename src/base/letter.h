// Letters of a UTF-8 text: how long a letter is, how many columns of a terminal it takes, and
// whether it is safe to send it to a terminal. Texts are UTF-8, whatever the locale is.
#ifndef AGON_BASE_LETTER_H
#define AGON_BASE_LETTER_H

#include "base/text.h"

struct letter {
    size_t bytes;  // at least 1
    uint32_t code; // its code point; the value of the byte where the text is not UTF-8
    int columns;   // 0, 1 or 2
    // True if a terminal may be sent this letter. False for what would move the cursor, turn the
    // direction of the text, or be invisible: bytes that are not UTF-8, control and format
    // characters, line separators, and code points that are not characters.
    bool shown;
};

// Returns the first letter of a text of `left` bytes; `left` is at least 1.
struct letter letter_at(const char *bytes, size_t left);

// Appends a text that came from outside (a bot, a file) in a form that every terminal can show on
// one line: each letter whose `shown` is false becomes an escape such as "\n", "\t", "\u009b",
// "\U000e0041", or "\xff" for a byte that is not UTF-8.
void text_visible(struct text *out, const char *bytes, size_t length);
// The same for the one letter at `bytes`, which is `letter`. Returns how many columns it takes.
int text_visible_letter(struct text *out, const char *bytes, struct letter letter);

#endif
