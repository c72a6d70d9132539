// Finds the program of a command, and says in words why one could not be started.
#ifndef AGON_LINK_INSIDE_EXECUTABLE_H
#define AGON_LINK_INSIDE_EXECUTABLE_H

#include "link/inside/spawn.h"

#include <limits.h>

// The path that `name` means: itself when it has a slash, else the first program of that name in
// the PATH of `environment`. False when there is none; `path` is then one that exists and is no
// program, or empty.
bool executable_find(const char *name, char *const *environment, char path[PATH_MAX]);

// Looks, without starting anything, whether `name` means a program that may be run, and `directory`
// (NULL: where we are) is a folder that it can run in. False: `why` tells. True promises nothing:
// whether its interpreter is there, and whether it can be read at all, only a start shows.
bool executable_check(
    const char *name, const char *directory, char *const *environment, struct link_failure *why);

// Fills `why` for a start of `name` that failed. `path` is executable_find's, `directory` where it
// ran.
void executable_explain(const char *name, const char *path, const char *directory,
    char *const *environment, const struct spawned *result, struct link_failure *why);

#endif
