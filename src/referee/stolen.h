// How long the host of a virtual machine has kept one of its cores for others. The machine then
// stands still without knowing it: whoever ran there seems to have computed, or to have slept.
#ifndef AGON_REFEREE_STOLEN_H
#define AGON_REFEREE_STOLEN_H

#include <stdint.h>

struct stolen {
    int fd;   // of what the kernel tells; -1: nothing
    int core; // -1: not bound to one, then the mean of all is told
};

// For the core, or the cores, that this thread may use from now on.
void stolen_open(struct stolen *s);
void stolen_close(struct stolen *s);

// Since the machine was started, in the kernel's units of 10 ms. 0 where nothing is known of it.
int64_t stolen_ns(const struct stolen *s);

#endif
