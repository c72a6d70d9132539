// Where this process may make cgroups: the folders of its own groups, in version 2 or in the
// hierarchies of version 1. We only ever make groups below our own, so that what limits us limits
// our bots, too.
#ifndef AGON_LINK_INSIDE_CGROUP_PLACE_H
#define AGON_LINK_INSIDE_CGROUP_PLACE_H

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct cgroup_place {
    char folder[PATH_MAX]; // "" : there is none
    bool unified;          // version 2
};

// Finds the folder of our own group that has the controller, such as "memory" or "pids"; one that
// version 1 does not have is looked for in version 2. `mounts` and `groups` are the texts of
// /proc/self/mountinfo and /proc/self/cgroup. Pure. Returns false if there is no such folder.
bool cgroup_place_find(
    struct cgroup_place *place, const char *controller, const char *mounts, const char *groups);

// The name of group `number`: it says whose it is, so that nobody takes it for another's.
enum { CGROUP_NAME_BYTES = 96 };
void cgroup_place_name(char name[CGROUP_NAME_BYTES], int number);
// Is this the name of a group whose arena is gone? An arena in another process namespace cannot be
// seen, so its groups never are.
bool cgroup_place_is_stale(const char *name);

// Removes what arenas that were killed have left in the folder.
void cgroup_place_sweep(const struct cgroup_place *place);

// Small files of a group. `group` is a descriptor of its folder.
bool cgroup_place_write(int group, const char *file, const char *text);
// The number behind `key` in a file of lines "KEY NUMBER"; -1 if it is not there.
long long cgroup_place_count(int group, const char *file, const char *key);

#endif
