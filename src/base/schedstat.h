// How long a thread waited for a core although it could have run, as the Linux kernel counts it.
#ifndef AGON_BASE_SCHEDSTAT_H
#define AGON_BASE_SCHEDSTAT_H

#include <stdint.h>

// Opens the figures of the calling thread. The caller closes the descriptor. Returns -1 if this
// system has no such figures.
int schedstat_open(void);

// Returns how long that thread has waited since it began, in nanoseconds; -1 if the kernel does not
// say.
int64_t schedstat_waited_ns(int fd);

#endif
