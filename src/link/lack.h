// What the machine has run out of, in words for the person who runs it.
#ifndef AGON_LINK_LACK_H
#define AGON_LINK_LACK_H

#include "base/text.h"

#include <stdbool.h>

enum { LACK_BYTES = 160 };

// Writes an error of the system: "too many open files". If a person can do something about it, the
// words also say the limit and what to do. `error` is positive, as in errno.
void lack_words(int error, char words[LACK_BYTES]);

// Whether this descriptor is one of the last that the process may have. (The kernel gives out the
// lowest number that is free, so all below `fd` are in use.) Take no more connections then: when no
// descriptor is left, libuv closes new connections and tells nobody.
bool lack_is_near(int fd);

#endif
