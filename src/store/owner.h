// One owner per file: a lock that the kernel gives back when the process ends, however it ends.
#ifndef AGON_STORE_OWNER_H
#define AGON_STORE_OWNER_H

#include "base/error.h"

// FILE-owner beside the file: locked by its owner, and it holds the owner's pid. One that was left
// behind by a killed process is not locked and is simply taken over.
struct owner {
    int fd; // -1: not taken
    char *path;
};

// `file` is a path without symbolic links, so that one file has one owner under all its names.
// False: someone else has it (with the pid in the words), or it cannot be had.
bool owner_take(struct owner *o, const char *file, struct error *e);
void owner_release(struct owner *o); // harmless when it was not taken

#endif
