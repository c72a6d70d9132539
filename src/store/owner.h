// The owner of a file: the one process that may write to it. Ownership is a lock, which the kernel
// releases when the process ends, however it ends.
#ifndef AGON_STORE_OWNER_H
#define AGON_STORE_OWNER_H

#include "base/error.h"

#include <sys/types.h>

// The lock is on a file FILE-owner beside the file, which holds the pid of the owner. If a killed
// process left it behind, it is not locked, and the next owner takes it over.
struct owner {
    int fd; // -1 if the file is not owned
    char *path;
};

// Makes this process the owner of `file`, which need not exist yet. `file` must be a path without
// symbolic links, so that a file has one owner under all its names. Returns false and fills `e` if
// another process owns the file (`e` has its pid) or the lock cannot be had. A file with several
// hard links cannot be owned: the names of the files that SQLite keeps beside a database follow the
// name of the database, so two names would be two databases.
bool owner_take(struct owner *o, const char *file, struct error *e);
void owner_release(struct owner *o); // may be called if the file is not owned

// True if there is no such process on this machine, or only its body, which nobody has reaped yet.
bool owner_is_dead(pid_t pid);

// The process that owns a file now.
struct owner_process {
    pid_t pid; // 0 if nobody owns the file
    int pidfd; // a descriptor that always means that process; -1 if nobody does. The caller closes
               // it
};

// Finds the owner without disturbing it. Here `path` may be any name of the file. Returns false and
// fills `e` if somebody owns the file but cannot be reached, because it runs on another machine, in
// another container, or as another user.
bool owner_find(const char *path, struct owner_process *found, struct error *e);

#endif
