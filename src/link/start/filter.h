// The filters of system calls (seccomp). A filter is put on by a fork server, once: all that it
// starts inherit it, which costs a bot nothing.
#ifndef AGON_LINK_START_FILTER_H
#define AGON_LINK_START_FILTER_H

#include "link/sandbox.h"

#include <stdbool.h>
#include <stdint.h>

enum filter_kind {
    FILTER_GROUP,       // refuses setsid and setpgid: nobody leaves the group
    FILTER_CLOSED,      // refuses all that no bot needs, and all sockets
    FILTER_CLOSED_DIAL, // the same, but it may have TCP sockets, and connect them
};

// Whether there are filters for this architecture.
bool filter_exists(void);

// Puts the filter on. `layers` are those of the bots that inherit it: a closed one refuses more
// where one of them is missing. A call whose sixth argument is `pass` is always allowed: with it
// the fork server goes on working. `pass` must be random; nobody but the fork server may know it.
bool filter_install(enum filter_kind kind, sandbox_layers layers, uint64_t pass);

#endif
