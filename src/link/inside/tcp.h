// The connection of a link: ports at which bots are awaited, and dialling out. Also implements
// link_port and link_lag_ns of link.h.
#ifndef AGON_LINK_INSIDE_TCP_H
#define AGON_LINK_INSIDE_TCP_H

#include "link/inside/state.h"

bool tcp_await_own(struct link *link); // LINK_DIAL_IN: opens a port of its own
void tcp_await_shared(struct link *link, const struct target *target); // LINK_LISTEN
void tcp_dial(struct link *link, const struct target *target);         // LINK_TCP
void tcp_close(struct link *link);          // closes the connection that is its stream
void tcp_leave(struct link *link);          // neither waits nor dials any longer
void tcp_close_ports(struct link_hub *hub); // those of LINK_LISTEN

#endif
