// Whole numbers: read as people type them, and compared.
#ifndef AGON_BASE_NUMBER_H
#define AGON_BASE_NUMBER_H

#include "base/error.h"

#include <stdint.h>

// Reads a whole number from `least` to `most`. False and words, which begin with `what`: the text
// is not such a number.
bool number_read(const char *what, const char *typed, int64_t least, int64_t most, int64_t *number,
    struct error *e);

static inline int64_t number_larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t number_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
