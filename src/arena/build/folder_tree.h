// A folder that a bot's build may have written to, with all that lies in it, however it looks: no
// link is followed, and no depth and no mode of a folder stops us.
#ifndef AGON_ARENA_BUILD_FOLDER_TREE_H
#define AGON_ARENA_BUILD_FOLDER_TREE_H

#include "base/error.h"

#include <sys/types.h>

#include <stdint.h>

// How much of the disk it takes. What vanishes meanwhile, or cannot be read, counts nothing.
// Folders that are too deep count as more than any limit.
int64_t folder_tree_bytes(const char *path);

// Lets everybody write in it, for a build that runs as another user. What is around it keeps others
// out, or the `mode` of the folder itself.
bool folder_tree_open_up(const char *path, mode_t mode, struct error *e);

// When the build is over: everything belongs to us, everybody may read and nobody else may write,
// and no program gets rights by its mode. Returns false if there is something else than files,
// links and folders.
bool folder_tree_settle(const char *path, struct error *e);

// Removes it; that it is not there is fine.
bool folder_tree_remove(const char *path, struct error *e);

#endif
