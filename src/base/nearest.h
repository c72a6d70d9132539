// "Did you mean": the word of a list that a person most likely meant to type.
#ifndef AGON_BASE_NEAREST_H
#define AGON_BASE_NEAREST_H

#include <stddef.h>

// The index of the nearest of `count` words, or -1 when none is near enough to be worth a guess.
int nearest_word(const char *typed, const char *const *words, size_t count);

#endif
