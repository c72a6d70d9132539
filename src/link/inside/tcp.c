#include "link/inside/tcp.h"

#include "link/inside/peer.h"
#include "link/lack.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { KEEPALIVE_S = 30 }; // after so much silence the kernel asks whether the other side is there

bool tcp_is_ours(int error)
{
    static const int ours[] = {UV_ENOMEM, UV_EMFILE, UV_ENFILE, UV_ENOBUFS, UV_EADDRINUSE,
        UV_EADDRNOTAVAIL, UV_EACCES, UV_ENETUNREACH, UV_ENETDOWN, UV_EAI_AGAIN, UV_EAI_MEMORY};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (error == ours[i])
            return true;
    }
    return false;
}

static void tcp_describe_peer(const uv_tcp_t *tcp, char *address, size_t room)
{
    struct sockaddr_storage peer;
    int length = sizeof peer;
    struct text t = text_fixed(address, room);
    if (uv_tcp_getpeername(tcp, (struct sockaddr *)&peer, &length) == 0)
        address_words((struct sockaddr *)&peer, &t);
}

uv_tcp_t *tcp_new_connection(uv_loop_t *loop)
{
    uv_tcp_t *tcp = malloc(sizeof *tcp);
    if (tcp != NULL)
        uv_tcp_init(loop, tcp);
    return tcp;
}

static void tcp_on_dropped(uv_handle_t *handle)
{
    free(handle);
}

void tcp_drop(uv_tcp_t *tcp)
{
    uv_close((uv_handle_t *)tcp, tcp_on_dropped);
}

void tcp_connected(struct link *link, uv_tcp_t *tcp)
{
    link_hub_event(link->hub);
    uv_tcp_nodelay(tcp, 1);
    if (link->kind != LINK_DIAL_IN)
        uv_tcp_keepalive(tcp, 1, KEEPALIVE_S);
    tcp_describe_peer(tcp, link->address, sizeof link->address);
    tcp->data = link;
    link->in = link->out = (uv_stream_t *)tcp;
    link_handle_added(link);
    link_soon(link);
}

static void tcp_on_connection_closed(uv_handle_t *handle)
{
    struct link *link = handle->data;
    free(handle);
    link_handle_closed(link);
}

void tcp_close(struct link *link)
{
    uv_tcp_t *tcp = (uv_tcp_t *)link->in;
    if (!link->abrupt || uv_tcp_close_reset(tcp, tcp_on_connection_closed) != 0)
        uv_close((uv_handle_t *)tcp, tcp_on_connection_closed);
}

// --- Ports ---

// A port at which we wait for connections. A LINK_DIAL_IN has one of its own; those of LINK_LISTEN
// belong to the hub and stay.
struct port {
    uv_tcp_t tcp;
    struct link *owner;  // of a LINK_DIAL_IN
    uv_tcp_t *unclaimed; // of a LINK_DIAL_IN: see tcp_keep_unclaimed; NULL: none
    struct link *first_waiting, *last_waiting; // of LINK_LISTEN: a list
    bool at_door;                              // a connection came, and no link waited for it
    struct port *next;                         // in the list of the hub
    char asked_host[TARGET_HOST_BYTES];
    int asked_number; // 0: any free port
    int number;
    char address[INET6_ADDRSTRLEN + 10];
};

static void tcp_enqueue(struct port *port, struct link *link)
{
    if (port->last_waiting != NULL)
        port->last_waiting->next_waiting = link;
    else
        port->first_waiting = link;
    port->last_waiting = link;
    link->port = port;
    snprintf(link->address, sizeof link->address, "%s", port->address);
}

static void tcp_dequeue(struct port *port, struct link *link)
{
    struct link *previous = NULL;
    for (struct link *l = port->first_waiting; l != link; l = l->next_waiting)
        previous = l;
    if (previous != NULL)
        previous->next_waiting = link->next_waiting;
    else
        port->first_waiting = link->next_waiting;
    if (port->last_waiting == link)
        port->last_waiting = previous;
    link->next_waiting = NULL;
}

// Whether the other side has closed the connection before we accepted it.
static bool tcp_hung_up(const uv_tcp_t *tcp)
{
    int fd;
    char byte;
    return uv_fileno((const uv_handle_t *)tcp, &fd) == 0 &&
        recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void tcp_fail_to_take(struct link *link, const struct port *port, int error)
{
    char lack[LACK_BYTES];
    lack_words(-error, lack);
    link_fail(
        link, tcp_is_ours(error), "no connection can be taken at %s: %s", port->address, lack);
}

// Whether so few descriptors are left that libuv would close the next connection and tell nobody.
static bool tcp_is_last(const uv_tcp_t *tcp)
{
    int fd;
    return uv_fileno((const uv_handle_t *)tcp, &fd) == 0 && lack_is_near(fd);
}

// Gives the connection that came to a shared port to the link that waits longest. If no link waits,
// the connection is not accepted yet, and libuv takes no further one.
static void tcp_let_in_waiting(struct port *port)
{
    struct link *link = port->first_waiting;
    uv_tcp_t *tcp = link != NULL && port->at_door ? tcp_new_connection(port->tcp.loop) : NULL;
    if (tcp == NULL)
        return;
    port->at_door = false;
    int error = uv_accept((uv_stream_t *)&port->tcp, (uv_stream_t *)tcp);
    if (error != 0 || tcp_hung_up(tcp)) {
        tcp_drop(tcp);
        return;
    }
    if (tcp_is_last(tcp)) {
        tcp_drop(tcp);
        tcp_fail_to_take(link, port, UV_EMFILE);
        return;
    }
    tcp_dequeue(port, link);
    link->port = NULL;
    tcp_connected(link, tcp);
}

// Closes a connection to the port of one bot that is not the bot's, or not its first.
static void tcp_turn_away(struct link *link, uv_tcp_t *tcp)
{
    char from[sizeof link->stranger] = "";
    tcp_describe_peer(tcp, from, sizeof from);
    tcp_drop(tcp);
    link->strangers++;
    if (link->state == LINK_OPEN)
        link->events->stranger(link, link->user, from);
    else // it is told when the link has opened
        memcpy(link->stranger, from, sizeof from);
}

static void tcp_drop_unclaimed(struct port *port)
{
    if (port->unclaimed != NULL)
        tcp_drop(port->unclaimed);
    port->unclaimed = NULL;
}

// Whoever made this connection has closed it or has ended. A bot may connect, write and exit before
// we look. If its process is found to have ended, this was its connection. As long as the bot
// lives, it may have been a stranger's, and the bot may still come.
static void tcp_keep_unclaimed(struct port *port, uv_tcp_t *tcp)
{
    tcp_drop_unclaimed(port);
    port->unclaimed = tcp;
}

static void tcp_take_from_owner(struct port *port, uv_tcp_t *tcp)
{
    struct link *link = port->owner;
    tcp_drop_unclaimed(port);
    if (!tcp_is_last(tcp)) {
        tcp_connected(link, tcp);
    } else {
        tcp_drop(tcp);
        tcp_fail_to_take(link, port, UV_EMFILE);
    }
}

bool tcp_has_unclaimed(const struct link *link)
{
    return link->port != NULL && link->port->unclaimed != NULL;
}

bool tcp_claim(struct link *link)
{
    if (!tcp_has_unclaimed(link))
        return false;
    uv_tcp_t *tcp = link->port->unclaimed;
    link->port->unclaimed = NULL;
    tcp_take_from_owner(link->port, tcp);
    return true;
}

// Whose a connection to the port of one bot is. Where nobody knows, the first one is the bot's.
static enum peer_who tcp_find_peer(const struct link *link, const uv_tcp_t *tcp)
{
    int fd;
    if (link->group == 0 || uv_fileno((const uv_handle_t *)tcp, &fd) != 0)
        return PEER_UNKNOWN;
    return peer_find(&link->hub->census, fd, link->group);
}

// At the port of one bot the first connection of a process of its group is that of the bot; all
// others are closed.
static void tcp_let_in_owner(struct port *port)
{
    struct link *link = port->owner;
    uv_tcp_t *tcp = tcp_new_connection(port->tcp.loop);
    if (tcp == NULL)
        return;
    int error = uv_accept((uv_stream_t *)&port->tcp, (uv_stream_t *)tcp);
    if (error != 0) {
        tcp_drop(tcp);
        return;
    }
    if (link->in != NULL || link->state != LINK_STARTING || link->failing) {
        tcp_turn_away(link, tcp);
        return;
    }
    switch (tcp_find_peer(link, tcp)) {
    case PEER_STRANGER:
        tcp_turn_away(link, tcp);
        break;
    case PEER_CLOSED:
        if (link->exited)
            tcp_take_from_owner(port, tcp);
        else
            tcp_keep_unclaimed(port, tcp);
        break;
    case PEER_OF_GROUP:
    case PEER_UNKNOWN:
        tcp_take_from_owner(port, tcp);
        break;
    }
}

static void tcp_on_connection(uv_stream_t *server, int status)
{
    struct port *port = server->data;
    if (status < 0) {
        struct link *link = port->owner != NULL ? port->owner : port->first_waiting;
        if (link != NULL && link->in == NULL)
            tcp_fail_to_take(link, port, status);
    } else if (port->owner != NULL) {
        tcp_let_in_owner(port);
    } else {
        port->at_door = true;
        tcp_let_in_waiting(port);
    }
}

static void tcp_on_port_closed(uv_handle_t *handle)
{
    struct port *port = handle->data;
    struct link *owner = port->owner;
    free(port);
    if (owner != NULL)
        link_handle_closed(owner);
}

int tcp_to_address(const char *host, int port, struct sockaddr_storage *address)
{
    if (strchr(host, ':') != NULL)
        return uv_ip6_addr(host, port, (struct sockaddr_in6 *)address);
    return uv_ip4_addr(host, port, (struct sockaddr_in *)address);
}

static int tcp_bind_and_listen(struct port *port, const char *host, int number)
{
    struct sockaddr_storage address;
    int length = sizeof address;
    int error = tcp_to_address(host, number, &address);
    if (error == 0)
        error = uv_tcp_bind(&port->tcp, (struct sockaddr *)&address, 0);
    if (error == 0)
        error = uv_listen((uv_stream_t *)&port->tcp, LINK_BACKLOG, tcp_on_connection);
    if (error == 0)
        error = uv_tcp_getsockname(&port->tcp, (struct sockaddr *)&address, &length);
    if (error != 0)
        return error;
    struct text t = TEXT_IN(port->address);
    address_words((struct sockaddr *)&address, &t);
    port->number = atoi(strrchr(port->address, ':') + 1);
    return 0;
}

// Returns a new port that listens, or NULL after link_fail.
static struct port *tcp_open_port(
    struct link *link, const char *host, int number, struct link *owner)
{
    struct port *port = calloc(1, sizeof *port);
    if (port == NULL) {
        link_fail(link, true, "no memory for a port");
        return NULL;
    }
    uv_tcp_init(link->hub->loop, &port->tcp);
    port->tcp.data = port;
    int error = tcp_bind_and_listen(port, host, number);
    if (error != 0) {
        link_fail(link, true, "cannot listen at %s:%d: %s", host, number, uv_strerror(error));
        uv_close((uv_handle_t *)&port->tcp, tcp_on_port_closed);
        return NULL;
    }
    if (owner != NULL) {
        port->owner = owner;
        link_handle_added(owner);
    }
    return port;
}

bool tcp_await_own(struct link *link)
{
    link->port = tcp_open_port(link, "127.0.0.1", 0, link);
    if (link->port == NULL)
        return false;
    snprintf(link->address, sizeof link->address, "%s", link->port->address);
    return true;
}

void tcp_await_shared(struct link *link, const struct target *target)
{
    struct port *port = link->hub->ports;
    while (port != NULL &&
        (port->asked_number != target->port || strcmp(port->asked_host, target->host) != 0))
        port = port->next;
    if (port == NULL) {
        port = tcp_open_port(link, target->host, target->port, NULL);
        if (port == NULL)
            return;
        port->asked_number = target->port;
        snprintf(port->asked_host, sizeof port->asked_host, "%s", target->host);
        port->next = link->hub->ports;
        link->hub->ports = port;
    }
    tcp_enqueue(port, link);
    tcp_let_in_waiting(port);
}

void tcp_close_ports(struct link_hub *hub)
{
    for (struct port *port = hub->ports; port != NULL; port = port->next)
        uv_close((uv_handle_t *)&port->tcp, tcp_on_port_closed);
    hub->ports = NULL;
}

// --- Leaving, and questions ---

void tcp_leave(struct link *link)
{
    struct port *port = link->port;
    link->port = NULL;
    if (port != NULL && port->owner == link) {
        tcp_drop_unclaimed(port);
        uv_close((uv_handle_t *)&port->tcp, tcp_on_port_closed);
    } else if (port != NULL) {
        tcp_dequeue(port, link);
    }
}

int link_port(const struct link *link)
{
    return link->port != NULL ? link->port->number : 0;
}

int64_t link_lag_ns(const struct link *link)
{
    struct tcp_info info;
    socklen_t length = sizeof info;
    int fd;
    if (link->has_process || link->in == NULL ||
        uv_fileno((const uv_handle_t *)link->in, &fd) != 0 ||
        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
        return 0;
    return (int64_t)info.tcpi_rtt * 1000; // the kernel tells microseconds
}
