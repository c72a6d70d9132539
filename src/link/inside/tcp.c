#include "link/inside/tcp.h"

#include "link/lack.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { KEEPALIVE_S = 30 }; // after so much silence the kernel asks whether the other side is there

// Whether the host is to blame for an error, and not the bot.
static bool tcp_is_ours(int error)
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

// A connection has a handle on the heap, because it may come before it belongs to a link.
static uv_tcp_t *tcp_new_connection(uv_loop_t *loop)
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

static void tcp_drop(uv_tcp_t *tcp)
{
    uv_close((uv_handle_t *)tcp, tcp_on_dropped);
}

// There is a connection: the link opens in the next turn of the loop.
static void tcp_connected(struct link *link, uv_tcp_t *tcp)
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
    struct link *owner;                        // of a LINK_DIAL_IN
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

// At the port of one bot the first connection is that of the bot; all others are closed.
static void tcp_let_in_owner(struct port *port)
{
    struct link *link = port->owner;
    uv_tcp_t *tcp = tcp_new_connection(port->tcp.loop);
    if (tcp == NULL)
        return;
    int error = uv_accept((uv_stream_t *)&port->tcp, (uv_stream_t *)tcp);
    if (error == 0 && link->in == NULL && link->state == LINK_STARTING && !link->failing) {
        if (!tcp_is_last(tcp)) {
            tcp_connected(link, tcp);
        } else {
            tcp_drop(tcp);
            tcp_fail_to_take(link, port, UV_EMFILE);
        }
        return;
    }
    char from[INET6_ADDRSTRLEN + 10] = "";
    tcp_describe_peer(tcp, from, sizeof from);
    tcp_drop(tcp);
    if (error == 0 && link->state == LINK_OPEN)
        link->events->stranger(link, link->user, from);
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

static int tcp_to_address(const char *host, int port, struct sockaddr_storage *address)
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

// --- Dialling out ---

// Exists from the first look-up or attempt to the last. Lives longer than its link if that is
// closed meanwhile.
struct dial {
    uv_getaddrinfo_t lookup;
    uv_connect_t connect;
    struct link *link; // NULL: the link does not wait any more
    uv_tcp_t *tcp;     // of the present attempt
    struct addrinfo *addresses, *next;
};

static void tcp_dial_next(struct dial *dial, int error);

static void tcp_dial_free(struct dial *dial)
{
    if (dial->link != NULL)
        dial->link->dial = NULL;
    uv_freeaddrinfo(dial->addresses);
    free(dial);
}

static void tcp_dial_failed(struct dial *dial, int error)
{
    char lack[LACK_BYTES];
    lack_words(-error, lack);
    link_fail(dial->link, tcp_is_ours(error), "no connection to %s: %s", dial->link->address, lack);
    tcp_dial_free(dial);
}

static void tcp_on_connect(uv_connect_t *request, int status)
{
    struct dial *dial = request->data;
    uv_tcp_t *tcp = dial->tcp;
    dial->tcp = NULL;
    if (dial->link == NULL) {
        tcp_dial_free(dial); // tcp_leave has dropped the connection
    } else if (status == 0) {
        tcp_connected(dial->link, tcp);
        tcp_dial_free(dial);
    } else {
        tcp_drop(tcp);
        tcp_dial_next(dial, status);
    }
}

static void tcp_dial_address(struct dial *dial, const struct sockaddr *address)
{
    dial->tcp = tcp_new_connection(dial->link->hub->loop);
    dial->connect.data = dial;
    int error = UV_ENOMEM;
    if (dial->tcp != NULL)
        error = uv_tcp_connect(&dial->connect, dial->tcp, address, tcp_on_connect);
    if (error == 0)
        return;
    if (dial->tcp != NULL)
        tcp_drop(dial->tcp);
    dial->tcp = NULL;
    tcp_dial_next(dial, error);
}

// Tries the next address of the host; `error` says why the one before failed.
static void tcp_dial_next(struct dial *dial, int error)
{
    const struct addrinfo *address = dial->next;
    if (address == NULL) {
        tcp_dial_failed(dial, error);
        return;
    }
    dial->next = address->ai_next;
    tcp_dial_address(dial, address->ai_addr);
}

static void tcp_on_lookup(uv_getaddrinfo_t *request, int status, struct addrinfo *addresses)
{
    struct dial *dial = request->data;
    dial->addresses = dial->next = addresses;
    if (dial->link == NULL)
        tcp_dial_free(dial);
    else
        tcp_dial_next(dial, status != 0 ? status : UV_EAI_NONAME);
}

void tcp_dial(struct link *link, const struct target *target)
{
    bool v6 = strchr(target->host, ':') != NULL;
    snprintf(
        link->address, sizeof link->address, v6 ? "[%s]:%d" : "%s:%d", target->host, target->port);
    struct dial *dial = calloc(1, sizeof *dial);
    if (dial == NULL) {
        link_fail(link, true, "no memory to dial %s", link->address);
        return;
    }
    dial->link = link;
    link->dial = dial;
    struct sockaddr_storage address;
    if (tcp_to_address(target->host, target->port, &address) == 0) {
        tcp_dial_address(dial, (struct sockaddr *)&address);
        return;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char port[16];
    snprintf(port, sizeof port, "%d", target->port);
    dial->lookup.data = dial;
    int error =
        uv_getaddrinfo(link->hub->loop, &dial->lookup, tcp_on_lookup, target->host, port, &hints);
    if (error != 0)
        tcp_dial_failed(dial, error);
}

void tcp_leave(struct link *link)
{
    struct dial *dial = link->dial;
    struct port *port = link->port;
    link->dial = NULL;
    link->port = NULL;
    if (dial != NULL) {
        dial->link = NULL;
        if (dial->tcp != NULL)
            tcp_drop(dial->tcp);
        else
            uv_cancel((uv_req_t *)&dial->lookup);
    }
    if (port != NULL && port->owner == link)
        uv_close((uv_handle_t *)&port->tcp, tcp_on_port_closed);
    else if (port != NULL)
        tcp_dequeue(port, link);
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
