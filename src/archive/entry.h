// An entry: a folder, a .zip or a .tar.gz with a bot that nobody has read. Here it is looked at and
// unpacked; nothing of it is run. docs/entries.md says what may be in it.
#ifndef AGON_ARCHIVE_ENTRY_H
#define AGON_ARCHIVE_ENTRY_H

#include "archive/recipe.h"
#include "contest/entry_text.h"

struct entry {
    char name[PLAYER_NAME_BYTES]; // what agon.yaml says, or after the file
    char hash[ENTRY_HASH_BYTES];  // of all its files: the same for a folder and its archives
    size_t files;
    int64_t bytes;              // unpacked
    char top[ENTRY_PATH_BYTES]; // the one folder in which all files lie, with its slash, or ""
    struct recipe recipe;
    struct contest_problems problems; // of agon.yaml and of what is there
};

// Reads all of it, and writes nothing. Returns false if it is refused: `e` says which file and
// which rule; if its recipe is wrong, `problems` has all of them, and `e` the first. To be
// destroyed in both cases.
bool entry_look(struct entry *entry, const char *path, struct error *e);
// The same for an archive in memory.
bool entry_look_at_bytes(struct entry *entry, const void *bytes, size_t length, struct error *e);
void entry_destroy(struct entry *entry);

// Unpacks it into the empty folder `folder`, in which the files of the entry then lie. Returns
// false if that fails, or if its content is not what `entry` was; then the caller removes the
// folder. Nothing is ever written outside it.
bool entry_unpack(const struct entry *entry, const char *path, const char *folder, struct error *e);

// Appends it to `out` as a tar file: the same content gives the same bytes, and entry_look_at_bytes
// finds the same hash in them. Returns false if that fails, or if its content is not what `entry`
// was, or if it is too large to travel (64 MiB).
bool entry_pack(const struct entry *entry, const char *path, struct text *out, struct error *e);

#endif
