// What the machine has run out of, in words for whoever runs it.
#ifndef AGON_LINK_LACK_H
#define AGON_LINK_LACK_H

#include "base/text.h"

#include <stdbool.h>

enum { LACK_BYTES = 160 };

// An error of the system: "too many open files", and for those that a person can do something about
// the limit and what to do. `error` is positive, as in errno.
void lack_words(int error, char words[LACK_BYTES]);

// Is this descriptor one of the last that the process may have? The kernel gives out the lowest one
// that is free, so all below it are in use. Whoever lets in connections stops there: libuv closes
// those that come when none is left, without a word to anybody.
bool lack_is_near(int fd);

#endif
