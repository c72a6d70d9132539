// What the processes of one group have cost so far, as /proc tells it.
#ifndef AGON_LINK_INSIDE_GROUP_USAGE_H
#define AGON_LINK_INSIDE_GROUP_USAGE_H

#include "link/link.h"

// How long each task has waited for a core, by its number.
struct task_waits {
    struct task_wait {
        pid_t task;
        int64_t waited_ns;
    } * list;
    size_t count, room;
};

// Who was in which group a moment ago.
struct census {
    struct census_entry {
        pid_t pid, group;
    } * list;
    size_t count, room;
    int64_t taken_at_ns;
};

void census_destroy(struct census *c);

// Fills `waits` (emptied before) if it is not NULL; `waited_most_ns` counts from what `before`
// holds, or from the start of a task that is not in it. False when nothing of the group can be seen
// (any more).
bool group_usage_read(struct census *census, pid_t group, const struct task_waits *before,
    struct task_waits *waits, struct link_usage *usage);

#endif
