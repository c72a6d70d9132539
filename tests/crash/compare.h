// Whether two runs of the same contest came to the same end, seen from outside: by their files.
#ifndef AGON_TESTS_CRASH_COMPARE_H
#define AGON_TESTS_CRASH_COMPARE_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// All games of a contest's file that count, by pair and game, one line each: who, verdict, words,
// moves. Whatever is chained.
bool compare_list_games(const char *path, struct text *out, struct error *e);

// The same text, line by line; the words name the first line that differs.
bool compare_texts(const char *what, const struct text *a, const struct text *b, struct error *e);

// The records of all games of such a list, in two folders, without what was measured
// (docs/record.md).
bool compare_records(const char *left, const char *right, const struct text *list, struct error *e);

#endif
