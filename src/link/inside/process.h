// What the whole process has set up for its bots: see link_process_setup.
#ifndef AGON_LINK_INSIDE_PROCESS_H
#define AGON_LINK_INSIDE_PROCESS_H

#include <sys/resource.h>

// The limit of open descriptors as we found it: what a bot gets. A bot that counts on
// select() breaks when descriptors go beyond 1024.
struct rlimit process_nofile_limit(void);

#endif
