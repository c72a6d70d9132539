// Files that are read as a whole.
#ifndef AGON_BASE_WHOLE_FILE_H
#define AGON_BASE_WHOLE_FILE_H

#include "base/error.h"
#include "base/text.h"

// Opens a regular file to be read. A FIFO, a device or a folder is an error: a program that opens a
// FIFO could wait for ever. Returns the file descriptor, or -1 and sets `e`.
int whole_file_open(const char *path, struct error *e);

// Appends all bytes of a file to `out`. Stops reading when `out` has more than `most` bytes, so the
// caller sees that the file is too long by out->length.
bool whole_file_read(const char *path, size_t most, struct text *out, struct error *e);

#endif
