// Folders on the disk. A new file survives a power cut only if its name does, and the name is part
// of the folder.
#ifndef AGON_BASE_FOLDER_H
#define AGON_BASE_FOLDER_H

#include "base/error.h"

// Writes the folder in which the file `path` lies to the disk, and with it the name of the file.
// Returns false and fills `e` on failure.
bool folder_sync(const char *path, struct error *e);

#endif
