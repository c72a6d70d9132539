// The scratch folder of a bot where it cannot have a file system of its own: a folder among the
// temporary files of the machine, removed after the game.
#ifndef AGON_LINK_START_SCRATCH_H
#define AGON_LINK_START_SCRATCH_H

#include <stdbool.h>
#include <sys/types.h>

enum { SCRATCH_PATH_BYTES = 256 };

// Where it is in a file system of its own.
#define SCRATCH_INSIDE "/tmp"

// Makes one for the user `owner` (0: for ours), and writes its path. Returns false with errno.
bool scratch_make(uid_t owner, char path[SCRATCH_PATH_BYTES]);

// Removes it with all that is in it, however deep that is.
void scratch_remove(const char *path);

#endif
