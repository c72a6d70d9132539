// Files that a command reads as a whole.
#ifndef AGON_CLI_LOAD_H
#define AGON_CLI_LOAD_H

#include "base/error.h"
#include "base/text.h"

// Opens a file to be read: a plain one, and never a FIFO, on which one could wait for ever. -1 and
// words on failure.
int load_open(const char *path, struct error *e);

// Appends the whole of a file. One that is longer than `most` bytes is not read to its end: more
// than that has come then.
bool load_file(const char *path, size_t most, struct text *out, struct error *e);

#endif
