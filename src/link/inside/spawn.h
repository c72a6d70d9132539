// Starts one process: its own session, three descriptors, no way out of its group, and dead as soon
// as we are. As cheap as posix_spawn, whatever the size of the arena.
#ifndef AGON_LINK_INSIDE_SPAWN_H
#define AGON_LINK_INSIDE_SPAWN_H

#include "link/link.h"

#include <stdatomic.h>
#include <sys/resource.h>

enum { SPAWN_STACK_BYTES = 32 * 1024 };

struct spawn_order {
    const char *path; // what execve gets: absolute, or relative to `directory`
    char *const *arguments;
    char *const *environment;
    const char *directory;     // NULL: where we are
    int fds[3];                // become its 0, 1 and 2; stay open here
    void *stack;               // SPAWN_STACK_BYTES to work on, unused by others meanwhile
    struct link_layers layers; // that hold it
    struct rlimit nofile;      // its limit of open descriptors; all zero: as ours is
};

// What was being done when it did not work out.
enum spawn_step {
    SPAWN_CLONE,     // making a process
    SPAWN_PREPARE,   // what stands between the process and its program
    SPAWN_DIRECTORY, // going to the directory
    SPAWN_EXEC,      // turning into the program
};

struct spawned {
    pid_t pid;               // also the id of its session and its group
    int pidfd;               // readable when it has ended; -1 without that layer
    atomic_int *keeper_slot; // NULL without that layer
    enum spawn_step step;    // on failure
    int error;               // errno, 0 on success
};

// Returns when the new process runs its program, or failed to and is gone.
struct spawned spawn(const struct spawn_order *order);

// Does this architecture have a filter against leaving the group?
bool spawn_has_filter(void);

#endif
