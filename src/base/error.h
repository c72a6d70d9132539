// Errors are values: a function that can fail returns false (or NULL) and fills a struct error with
// words for people. Only src/cli prints and exits.
//
// In all headers of agon: a parameter `struct error *e` is filled when the function fails.
#ifndef AGON_BASE_ERROR_H
#define AGON_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_WORDS_BYTES = 256 };

struct error {
    char words[ERROR_WORDS_BYTES]; // one line, no full stop, no newline
    size_t at;                     // where in the input, counted in bytes from 0; only if `has_at`
    bool has_at;
    bool passes; // the same may succeed later: a server is away, or somebody keeps a lock
};

// Both fill `e` with a text in the manner of printf and always return false, so that a failing
// function ends with `return error_set(e, ...)`. error_at also says where in the input the problem
// is. `e` may be NULL if the caller does not want to know.
bool error_set(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_at(struct error *e, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
