// The system calls that tell why a program does not start: those that take a path, those that a
// sandbox refuses, and those by which one sees that it has started. x86-64 and aarch64.
#ifndef AGON_LINK_INSIDE_SYSCALLS_H
#define AGON_LINK_INSIDE_SYSCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SYSCALLS_ARGUMENTS = 6 };

enum syscalls_act {
    SYSCALLS_READ,  // reads what a path names, or asks about it
    SYSCALLS_OPEN,  // reads or writes it, as the flags say
    SYSCALLS_WRITE, // makes or changes it
    SYSCALLS_RUN,   // runs it as a program
};

// A call that takes a path.
struct syscalls_path {
    long number;
    enum syscalls_act act;
    int folder; // which argument is the descriptor of the folder that the path is relative to; -1
    int path;   // which argument is the path
    int flags;  // SYSCALLS_OPEN: which argument has the flags; -1: they begin the struct after it
};

// Returns NULL if the call takes no path that matters here.
const struct syscalls_path *syscalls_find_path(uint64_t number);

// The name of a call that a sandbox may refuse, and what it is for; NULL if it is none of them.
const char *syscalls_refused_name(uint64_t number, const char **purpose);

// The descriptor that a call waits for or reads; -1 if it does not. `polls` is true if that
// argument is the address of a struct pollfd instead.
int64_t syscalls_reads(uint64_t number, const uint64_t *arguments, bool *polls);
// The descriptor that a call writes to, or -1.
int64_t syscalls_writes(uint64_t number, const uint64_t *arguments);
bool syscalls_connects(uint64_t number);

#endif
