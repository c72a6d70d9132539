// What is set up once for the whole process: see link_process_setup of link.h.
#ifndef AGON_LINK_INSIDE_PROCESS_H
#define AGON_LINK_INSIDE_PROCESS_H

#include "link/sandbox.h"

#include <sys/resource.h>

// The limit of open descriptors as it was before we raised it. Bots get this one: a bot that uses
// select() fails if its descriptors go beyond 1024.
struct rlimit process_nofile_limit(void);

// Whether a bot of this manner gets a filter of system calls.
bool process_filters(enum sandbox_manner manner);

#endif
