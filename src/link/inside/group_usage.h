// What the processes of one group have used so far, read from /proc.
#ifndef AGON_LINK_INSIDE_GROUP_USAGE_H
#define AGON_LINK_INSIDE_GROUP_USAGE_H

#include "link/link.h"

// How long each task has waited for a core. A task is a thread of a process.
struct task_waits {
    struct task_wait {
        pid_t task;
        int64_t waited_ns;
    } * list;
    size_t count, room;
};

// Which process belonged to which group a moment ago: all processes of the machine.
struct census {
    struct census_entry {
        pid_t pid, group;
    } * list;
    size_t count, room;
    int64_t taken_at_ns;
};

// Looks at all processes of the machine, unless that was done a moment ago.
void census_take(struct census *c);
void census_destroy(struct census *c);

enum { PROC_FILE_BYTES = 4096 };

// Reads a small file of /proc as text. Returns false if it does not exist any more.
bool proc_file_read(const char *path, char bytes[PROC_FILE_BYTES]);
// Calls `is_it` for the processes of a group, the leader first, until it returns true for one; then
// returns true. Sees all processes that exist now: it takes a new census if the leader is not it.
bool census_search_group(
    struct census *c, pid_t group, bool (*is_it)(void *user, pid_t pid), void *user);

// Fills `usage`. `waited_most_ns` counts from the figures in `before`; for a task that is not there
// it counts from the task's start. The list in `waits` is replaced by the figures of now; `waits`
// may be NULL. Returns false if no process of the group can be seen.
bool group_usage_read(struct census *census, pid_t group, const struct task_waits *before,
    struct task_waits *waits, struct link_usage *usage);

#endif
