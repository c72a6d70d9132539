// Finds the program of a command, and explains why a program cannot be started.
#ifndef AGON_LINK_INSIDE_EXECUTABLE_H
#define AGON_LINK_INSIDE_EXECUTABLE_H

#include "link/link.h"
#include "link/start/fork_server.h"

#include <limits.h>

// Finds the path of the program `name`: the name itself if it has a slash, else the first program
// of that name in the PATH of `environment`. Returns false if there is none; then `path` is a file
// that exists but is not a program, or empty.
bool executable_find(const char *name, char *const *environment, char path[PATH_MAX]);

// Checks, without starting anything, whether `name` is a program that may be run, and whether it
// can run in the folder `directory` (NULL: the current one). Returns false and fills `why` if not.
// A start can fail though this returned true: only a start shows whether the interpreter exists and
// whether the file can be run at all.
bool executable_check(
    const char *name, const char *directory, char *const *environment, struct link_failure *why);

// Fills `why` after a start of `name` has failed. `path` is that of executable_find, `result` that
// of fork_server_start, the rest what the start was given.
void executable_explain(const char *name, const char *path, const char *directory,
    char *const *environment, const struct started *result, struct link_failure *why);

#endif
