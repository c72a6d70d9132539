// What an entry is made of, one file after the other: read from a folder, or from an archive (.zip,
// .tar, .tar.gz). Only files, links and folders come out; everything else is refused by name. What
// names, links and sizes are allowed is for the caller to say: see members.h.
#ifndef AGON_ARCHIVE_ENTRY_SOURCE_H
#define AGON_ARCHIVE_ENTRY_SOURCE_H

#include "base/error.h"

#include <stdint.h>

enum source_kind { SOURCE_FILE, SOURCE_LINK, SOURCE_FOLDER };

struct source_file {
    const char *name; // as it is written there; it may be hostile
    enum source_kind kind;
    bool executable;
    const char *target; // of a link
};

// Each returns false, with `e`, to end the walk. `bytes` and `end` are called for files only.
struct source_visitor {
    bool (*begin)(void *user, const struct source_file *file, struct error *e);
    bool (*bytes)(void *user, const char *bytes, size_t length, struct error *e);
    bool (*end)(void *user, struct error *e);
};

// How large the archive at `path` is; 0 if it is a folder. Returns -1 with `e` if it is neither, or
// larger than `most`.
int64_t source_packed_bytes(const char *path, int64_t most, struct error *e);

bool source_walk(
    const char *path, const struct source_visitor *visitor, void *user, struct error *e);

// The two behind it. An archive may also be in memory.
bool source_walk_folder(
    const char *path, const struct source_visitor *visitor, void *user, struct error *e);
bool source_walk_archive(int fd, const struct source_visitor *visitor, void *user, struct error *e);
bool source_walk_bytes(const void *bytes, size_t length, const struct source_visitor *visitor,
    void *user, struct error *e);

#endif
