// What the parts of the examination use of each other.
#ifndef AGON_ARENA_HEALTH_PARTS_H
#define AGON_ARENA_HEALTH_PARTS_H

#include "arena/health.h"

#include <stdint.h>

// Adds a finding, which is HEALTH_OK and says nothing yet.
struct health_finding *health_add(struct health *h, const char *part, const char *name);
void health_seen(struct health_finding *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Sets the state, and what to do.
void health_mend(struct health_finding *f, enum health_state state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads a number from a file of the kernel's: /proc/sys/..., /sys/fs/cgroup/... Returns false if
// there is no such file, or something else in it.
bool health_read_number(const char *path, int64_t *number);

// Each adds its findings.
void protection_examine(struct health *h);
void exactness_examine(struct health *h);
void clocks_examine(struct health *h);
void capacity_examine(struct health *h);
void disk_examine(struct health *h, const char *folder);
void connections_examine(struct health *h);
void versions_examine(struct health *h);

#endif
