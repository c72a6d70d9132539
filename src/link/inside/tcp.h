// The connection of a link, and ports at which bots are awaited. Also implements
// link_port and link_lag_ns of link.h.
#ifndef AGON_LINK_INSIDE_TCP_H
#define AGON_LINK_INSIDE_TCP_H

#include "link/inside/state.h"

// LINK_DIAL_IN: opens a port of its own. Returns false after link_fail.
bool tcp_await_own(struct link *link);
// The process of a LINK_DIAL_IN has ended, and the link has not opened. If a connection came that
// nobody holds any more, it was the bot's: takes it, and returns true.
bool tcp_claim(struct link *link);
// Whether there is such a connection.
bool tcp_has_unclaimed(const struct link *link);
// LINK_LISTEN: waits for a connection at the port of `target`, which links of the hub share.
void tcp_await_shared(struct link *link, const struct target *target);

// --- Connections, as dialling out needs them too ---

// A connection has a handle on the heap, because it may come before it belongs to a link. Returns
// NULL if there is no memory.
uv_tcp_t *tcp_new_connection(uv_loop_t *loop);
// Closes and frees one that belongs to no link.
void tcp_drop(uv_tcp_t *tcp);
// There is a connection: the link opens in the next turn of the loop.
void tcp_connected(struct link *link, uv_tcp_t *tcp);
// Whether the host is to blame for an error of libuv, and not the bot.
bool tcp_is_ours(int error);
// Fills `address` from an IPv4 or IPv6 address. Returns an error of libuv if `host` is a name.
int tcp_to_address(const char *host, int port, struct sockaddr_storage *address);

// --- Leaving ---

// Closes the connection of the link.
void tcp_close(struct link *link);
// Stops waiting at a port.
void tcp_leave(struct link *link);
// Closes the ports of LINK_LISTEN.
void tcp_close_ports(struct link_hub *hub);

#endif
