// "Did you mean ...?": finds the word of a list that a person most likely meant to type.
#ifndef AGON_BASE_NEAREST_H
#define AGON_BASE_NEAREST_H

#include "base/error.h"

#include <stddef.h>

// Returns the index of the word that is nearest to `typed` among `count` words, or -1 if none is
// near enough to be worth a guess.
int nearest_word(const char *typed, const char *const *words, size_t count);

// Fills `e` with a refusal and returns false. `what` names the kind of thing, "game":
//     no game "reversy". Did you mean "reversi"?   (santorini, reversi, stones)
// The brackets hold `hint`, or all the words if `hint` is NULL.
bool nearest_refuse(struct error *e, const char *what, const char *typed, const char *const *words,
    size_t count, const char *hint);

#endif
