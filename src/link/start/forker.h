// The processes that start bots. The first one is forked from the arena before there is any thread
// or anything worth knowing in its memory; it makes one fork server for each loop and sort of
// sandbox. All of them, and all bots, are children of the arena.
#ifndef AGON_LINK_START_FORKER_H
#define AGON_LINK_START_FORKER_H

#include "link/start/order.h"

// What the arena writes to the first one, with the server's end of its socket.
struct forker_request {
    struct order_room *room; // in memory that was shared before the first one was forked
    enum sandbox_manner manner;
    bool dials;    // its bots connect to a port
    bool filtered; // by seccomp
    bool writes;   // its bots have a folder to write, besides their scratch: they are builds
    sandbox_layers layers; // of its bots: one that has started a bot in a cage cannot start others
};

// Never returns. `socket` is its end of a socket pair; when the other end is closed, the arena has
// gone, and all bots in the table of the keeper are killed.
_Noreturn void forker_run(int socket, pid_t arena);

#endif
