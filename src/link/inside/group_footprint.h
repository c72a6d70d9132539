// What the processes of one group hold together: memory, tasks and CPU time, read from /proc. It
// costs far less than group_usage.h, which looks at every thread.
#ifndef AGON_LINK_INSIDE_GROUP_FOOTPRINT_H
#define AGON_LINK_INSIDE_GROUP_FOOTPRINT_H

#include "link/inside/group_usage.h"
#include "link/limit.h"

// The process that has most of something.
struct footprint_most {
    int64_t amount;
    char process[LIMIT_PROCESS_BYTES];
};

struct group_footprint {
    // What only this group uses, and what is shared inside it, once: pages of programs and files do
    // not count. If the group is far below its limit this is an upper bound: see
    // group_footprint_read.
    int64_t memory_bytes;
    int64_t cpu_ns; // of the processes that exist now, and of the children that they waited for
    int tasks;
    int processes;
    struct footprint_most memory_most, cpu_most, tasks_most;
};

// Returns false if no process of the group can be seen. The memory is read as exactly as it takes
// to tell whether it is more than `memory_limit`, which may be 0: no limit.
//
// 1. What /proc/PID/stat says is cheap, and includes pages of programs and files. If the sum is
//    below the limit, that will do.
// 2. /proc/PID/status says how much is anonymous, shared or swapped. A page that several processes
//    share, after a fork for example, is counted several times. If that is below the limit, it will
//    do.
// 3. /proc/PID/smaps_rollup divides shared pages by the number of those who share them. The kernel
//    walks all pages for it, which takes long. Where it may not be read, 2. counts.
bool group_footprint_read(
    struct census *census, pid_t group, int64_t memory_limit, struct group_footprint *footprint);

#endif
