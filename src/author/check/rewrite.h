// Writes a message of the arena in another way that means the same (G1, G3): with blanks, with the
// keys of its objects in another order, with keys that nobody knows. The arena itself never does
// that, and a bot that reads JSON does not notice. Pure.
#ifndef AGON_AUTHOR_CHECK_REWRITE_H
#define AGON_AUTHOR_CHECK_REWRITE_H

#include "base/text.h"

enum rewrite {
    REWRITE_NOT,
    REWRITE_SPACED,    // a blank behind every comma and colon, and one at the end of the line
    REWRITE_REORDERED, // the keys of every object backwards
    REWRITE_EXTRA,     // one more key in every object, in front of the others
};

// Appends the messages in `bytes`, a line each, written anew. What is not JSON is appended as it
// is.
void rewrite_messages(enum rewrite how, const char *bytes, size_t length, struct text *out);

#endif
