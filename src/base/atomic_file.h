// A file that replaces an old one as a whole. It is written under another name, brought to the
// disk, and then renamed. After a crash or a power cut either the old file or the new one is there.
#ifndef AGON_BASE_ATOMIC_FILE_H
#define AGON_BASE_ATOMIC_FILE_H

#include "base/error.h"

#include <stdio.h>

struct atomic_file {
    FILE *stream;    // write here; atomic_file_finish reports errors of these writes
    char *path;      // the final name, with all symbolic links followed
    char *part_path; // the name until the end; NULL if `path` is a device or a pipe: these are
                     // written to directly
};

// Returns false and sets `e` if nothing was opened.
bool atomic_file_open(struct atomic_file *f, const char *path, struct error *e);
// Call one of these two at the end. If finish returns false, `e` is set and the old file is still
// there. Discard keeps the old file and deletes what was written.
bool atomic_file_finish(struct atomic_file *f, struct error *e);
void atomic_file_discard(struct atomic_file *f);

// Open, write these bytes, finish.
bool atomic_file_write(const char *path, const char *bytes, size_t length, struct error *e);
// The same for a file that only its owner may read. `path` must not be a device or a pipe.
bool atomic_file_write_private(const char *path, const char *bytes, size_t length, struct error *e);

#endif
