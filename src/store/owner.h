// One owner per file: a lock that the kernel gives back when the process ends, however it ends.
#ifndef AGON_STORE_OWNER_H
#define AGON_STORE_OWNER_H

#include "base/error.h"

#include <sys/types.h>

// FILE-owner beside the file: locked by its owner, and it holds the owner's pid. One that was left
// behind by a killed process is not locked and is simply taken over.
struct owner {
    int fd; // -1: not taken
    char *path;
};

// `file` is a path without symbolic links, so that one file has one owner under all its names; it
// need not be there yet. False: someone else has it (with the pid in the words), or it cannot be
// had. A file with hard links has no owner at all: what SQLite keeps beside a database goes by its
// name, so two names come apart even if they are used one after the other.
bool owner_take(struct owner *o, const char *file, struct error *e);
void owner_release(struct owner *o); // harmless when it was not taken

// The process that has the file now. Looking disturbs nobody.
struct owner_process {
    pid_t pid; // 0: nobody
    int pidfd; // that cannot come to mean another process; -1: nobody. Closed by the caller
};

// Here the path may be any name of the file. False and words: somebody has it but cannot be
// reached, because it runs on another machine, in another container, or as another user.
bool owner_find(const char *path, struct owner_process *found, struct error *e);

#endif
