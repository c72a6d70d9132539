// How much a bot has written to its scratch folder, where the file system does not limit that.
#ifndef AGON_LINK_INSIDE_SCRATCH_USAGE_H
#define AGON_LINK_INSIDE_SCRATCH_USAGE_H

#include <stdint.h>

enum {
    SCRATCH_ENTRY_BYTES = 16 * 1024, // what each file and folder counts at least
    SCRATCH_DEPTH_MOST = 64,         // folders inside folders
};

// Returns the bytes on the disk of all that is in the folder, links not followed. It stops counting
// as soon as they are more than `enough`, so a million of empty files cannot keep us. Folders that
// lie too deep count as more than `enough`. Returns 0 if the folder cannot be read.
int64_t scratch_usage(const char *folder, int64_t enough);

#endif
