// Errors are values: a function that can fail returns false and fills one of these with words
// for people. Nobody below cli/ prints or exits.
#ifndef AGON_BASE_ERROR_H
#define AGON_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_WORDS_BYTES = 256 };

struct error {
    char words[ERROR_WORDS_BYTES]; // one line, no full stop, no newline
    size_t at;                     // where in the input, counted in bytes from 0
    bool has_at;
};

// Both return false, so that a failing function ends with `return error_set(e, ...)`.
// `e` may be NULL when the caller does not want to know.
bool error_set(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_at(struct error *e, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
