// How long a thread could run and got no core, as the kernel counts it.
#ifndef AGON_BASE_SCHEDSTAT_H
#define AGON_BASE_SCHEDSTAT_H

#include <stdint.h>

// Of the calling thread, to be closed; -1: there is no such thing here.
int schedstat_open(void);

// Since that thread began; -1: the kernel does not say.
int64_t schedstat_waited_ns(int fd);

#endif
