// A single letter of a UTF-8 text: how long it is, how many columns of a terminal it takes, and
// whether it is safe to send it to a terminal. Texts are UTF-8, whatever the locale is. base/text.h
// writes letters so that a terminal can show them; base/columns.h cuts and fills texts to a width.
#ifndef AGON_BASE_LETTER_H
#define AGON_BASE_LETTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// Returns the length in bytes of the UTF-8 character at `bytes`, of which there are `left`; 0 if
// there is no valid one (RFC 3629).
size_t letter_utf8_length(const char *bytes, size_t left);

#endif
