// "Did you mean": the word of a list that a person most likely meant to type.
#ifndef AGON_BASE_NEAREST_H
#define AGON_BASE_NEAREST_H

#include "base/error.h"

#include <stddef.h>

// The index of the nearest of `count` words, or -1 when none is near enough to be worth a guess.
int nearest_word(const char *typed, const char *const *words, size_t count);

// Says that there is no such thing, and what may have been meant: no game "reversy". Did you mean
// "reversi"?   (santorini, reversi, stones). In the brackets stands `hint`, or all the words where
// it is NULL. Returns false.
bool nearest_refuse(struct error *e, const char *what, const char *typed, const char *const *words,
    size_t count, const char *hint);

#endif
