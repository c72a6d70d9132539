// Folders: what a file is called must be as durable as what is written into it.
#ifndef AGON_BASE_FOLDER_H
#define AGON_BASE_FOLDER_H

#include "base/error.h"

// Brings the folder of a file to the disk, and with it the file's name. False and words on failure.
bool folder_sync(const char *path, struct error *e);

#endif
