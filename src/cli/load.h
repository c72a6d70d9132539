// Files that a command reads as a whole.
#ifndef AGON_CLI_LOAD_H
#define AGON_CLI_LOAD_H

#include "base/error.h"
#include "base/text.h"

// Appends the whole of a file. One that is longer than `most` bytes is not read to its end: more
// than that has come then.
bool load_file(const char *path, size_t most, struct text *out, struct error *e);

#endif
