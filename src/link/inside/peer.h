// Who is at the other end of a connection from this machine: a process of a bot's group, or a
// stranger. The kernel tells which socket it is, and /proc tells which processes hold that socket.
#ifndef AGON_LINK_INSIDE_PEER_H
#define AGON_LINK_INSIDE_PEER_H

#include "link/inside/group_usage.h"

enum peer_who {
    PEER_OF_GROUP, // a process of the group holds the socket
    PEER_STRANGER, // others hold it
    PEER_CLOSED,   // nobody holds it any more: it was closed, or its process has ended
    PEER_UNKNOWN,  // it cannot be found out here
};

// `fd` is our end of the connection; the other end is on this machine.
enum peer_who peer_find(struct census *census, int fd, pid_t group);

// How the kernel is asked for the socket.
enum { PEER_BY_NETLINK = 1, PEER_BY_PROC = 2 };

// For tests: from now on asks in no other ways than these (a sum), as if the kernel had no others.
void peer_ways_limit(int ways);

#endif
