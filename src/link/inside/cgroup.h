// Groups of processes whose memory and tasks the kernel limits together (cgroups, version 2 where
// it is delegated to us, or version 1 as root). One for each bot that runs; they are made when they
// are needed and used again.
#ifndef AGON_LINK_INSIDE_CGROUP_H
#define AGON_LINK_INSIDE_CGROUP_H

#include "link/limit.h"

// What can be had here.
struct cgroup_means {
    bool memory, tasks; // can be limited
};

struct cgroup;

enum { CGROUP_PLACES = 2 }; // in version 1 a process belongs to one group for each controller

// Finds out what can be had. Call it before any other process of ours is forked, and before there
// are threads: in version 2 only a process that is alone in its group can make groups that limit
// something, so this process may move to a group of its own below the one that it is in. Removes
// what arenas that were killed have left.
void cgroup_setup(void);
// Removes all groups, when every one was given back.
void cgroup_teardown(void);

// What cgroup_setup has found: the files are there and can be written.
struct cgroup_means cgroup_means(void);

// Tries the forbidden acts: a process in a small group starts one more than it may, then uses more
// memory than it may. Returns false and says in `e` what was not stopped. It forks. It leaves a
// line in the log of the kernel, so call it only if the answer is wanted.
bool cgroup_try(struct error *e);

// Takes a group with these limits of memory and tasks. Returns NULL and fills `e` if there is none.
// May be called by every thread, as all below.
struct cgroup *cgroup_take(const struct sandbox_limits *limits, struct error *e);
// Fills `fds` with descriptors, which stay the group's. A process that writes "0" to each of them
// belongs to the group, with all that it starts from then on. Returns how many there are.
int cgroup_entries(const struct cgroup *group, int fds[CGROUP_PLACES]);
// Gives the group back when all its processes have been waited for. Any that are left are killed.
void cgroup_return(struct cgroup *group);

// Does the group limit this? LIMIT_MEMORY or LIMIT_TASKS.
bool cgroup_limits(const struct cgroup *group, enum limit_kind kind);
// Has the kernel stopped a process of the group at this limit since it was taken: killed it for
// memory, or refused a new task?
bool cgroup_saw(const struct cgroup *group, enum limit_kind kind);

#endif
