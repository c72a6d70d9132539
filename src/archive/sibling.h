// Files that belong to a contest file lie beside it and differ in the ending of their names: the
// results of spring.yaml are in spring.db.
#ifndef AGON_ARCHIVE_SIBLING_H
#define AGON_ARCHIVE_SIBLING_H

#include "base/error.h"

#include <stddef.h>

#define SIBLING_RESULTS ".db"
#define SIBLING_ENTRIES ".entries"

// The path of `file` with another ending. Returns false with `e` if it is longer than `size`.
bool sibling_path(char *path, size_t size, const char *file, const char *ending, struct error *e);
// How long a path is without the ending of its name.
int sibling_stem_length(const char *path);

#endif
