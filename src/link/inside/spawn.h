// Starts one process with a session of its own and three descriptors. It cannot leave its process
// group, and it dies when we die. This costs as little as posix_spawn, however much memory the
// arena uses.
#ifndef AGON_LINK_INSIDE_SPAWN_H
#define AGON_LINK_INSIDE_SPAWN_H

#include "link/link.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>

enum { SPAWN_STACK_BYTES = 32 * 1024 };

struct spawn_order {
    const char *path; // what execve gets: absolute, or relative to `directory`
    char *const *arguments;
    char *const *environment;
    const char *directory;     // where it runs; NULL: in our current folder
    int fds[3];                // become its 0, 1 and 2; stay open here
    void *stack;               // SPAWN_STACK_BYTES that nobody else uses during the call
    struct link_layers layers; // which means of control to use
    struct rlimit nofile;      // its limit of open descriptors; all zero: the same as ours
    const cpu_set_t *cores;    // that it may use; NULL: those of this thread
};

// What was being done when the start failed.
enum spawn_step {
    SPAWN_CLONE,     // making a process
    SPAWN_PREPARE,   // setting up the new process: descriptors, limits, signals
    SPAWN_DIRECTORY, // changing to its directory
    SPAWN_EXEC,      // running its program
};

struct spawned {
    pid_t pid;               // also the id of its session and its group
    int pidfd;               // can be read when the process has ended; -1 without that layer
    atomic_int *keeper_slot; // see keeper.h; NULL without that layer
    enum spawn_step step;    // on failure
    int error;               // errno, 0 on success
};

// Returns when the new process runs its program, or when the start has failed and the process is
// gone.
struct spawned spawn(const struct spawn_order *order);

// Whether we have a filter for this architecture that keeps a process in its group.
bool spawn_has_filter(void);

#endif
