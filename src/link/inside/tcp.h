// The connection of a link: ports at which bots are awaited, and dialling out. Also implements
// link_port and link_lag_ns of link.h.
#ifndef AGON_LINK_INSIDE_TCP_H
#define AGON_LINK_INSIDE_TCP_H

#include "link/inside/state.h"

// LINK_DIAL_IN: opens a port of its own. Returns false after link_fail.
bool tcp_await_own(struct link *link);
// LINK_LISTEN: waits for a connection at the port of `target`, which links of the hub share.
void tcp_await_shared(struct link *link, const struct target *target);
// LINK_TCP: connects to `target`.
void tcp_dial(struct link *link, const struct target *target);

// Closes the connection of the link.
void tcp_close(struct link *link);
// Stops waiting or dialling.
void tcp_leave(struct link *link);
// Closes the ports of LINK_LISTEN.
void tcp_close_ports(struct link_hub *hub);

#endif
