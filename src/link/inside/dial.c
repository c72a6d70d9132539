#include "link/inside/dial.h"

#include "link/inside/tcp.h"
#include "link/lack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Exists from the first look-up or attempt to the last. Lives longer than its link if that is
// closed meanwhile.
struct dial {
    uv_getaddrinfo_t lookup;
    uv_connect_t connect;
    struct link *link; // NULL: the link does not wait any more
    uv_tcp_t *tcp;     // of the present attempt
    struct addrinfo *addresses, *next;
};

static void dial_next(struct dial *dial, int error);

static void dial_free(struct dial *dial)
{
    if (dial->link != NULL)
        dial->link->dial = NULL;
    uv_freeaddrinfo(dial->addresses);
    free(dial);
}

static void dial_failed(struct dial *dial, int error)
{
    char lack[LACK_BYTES];
    lack_words(-error, lack);
    link_fail(dial->link, tcp_is_ours(error), "no connection to %s: %s", dial->link->address, lack);
    dial_free(dial);
}

static void dial_on_connect(uv_connect_t *request, int status)
{
    struct dial *dial = request->data;
    uv_tcp_t *tcp = dial->tcp;
    dial->tcp = NULL;
    if (dial->link == NULL) {
        dial_free(dial); // dial_give_up has dropped the connection
    } else if (status == 0) {
        tcp_connected(dial->link, tcp);
        dial_free(dial);
    } else {
        tcp_drop(tcp);
        dial_next(dial, status);
    }
}

static void dial_address(struct dial *dial, const struct sockaddr *address)
{
    dial->tcp = tcp_new_connection(dial->link->hub->loop);
    dial->connect.data = dial;
    int error = UV_ENOMEM;
    if (dial->tcp != NULL)
        error = uv_tcp_connect(&dial->connect, dial->tcp, address, dial_on_connect);
    if (error == 0)
        return;
    if (dial->tcp != NULL)
        tcp_drop(dial->tcp);
    dial->tcp = NULL;
    dial_next(dial, error);
}

// Tries the next address of the host; `error` says why the one before failed.
static void dial_next(struct dial *dial, int error)
{
    const struct addrinfo *address = dial->next;
    if (address == NULL) {
        dial_failed(dial, error);
        return;
    }
    dial->next = address->ai_next;
    dial_address(dial, address->ai_addr);
}

static void dial_on_lookup(uv_getaddrinfo_t *request, int status, struct addrinfo *addresses)
{
    struct dial *dial = request->data;
    dial->addresses = dial->next = addresses;
    if (dial->link == NULL)
        dial_free(dial);
    else
        dial_next(dial, status != 0 ? status : UV_EAI_NONAME);
}

void dial_begin(struct link *link, const struct target *target)
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
        dial_address(dial, (struct sockaddr *)&address);
        return;
    }
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char port[16];
    snprintf(port, sizeof port, "%d", target->port);
    dial->lookup.data = dial;
    int error =
        uv_getaddrinfo(link->hub->loop, &dial->lookup, dial_on_lookup, target->host, port, &hints);
    if (error != 0)
        dial_failed(dial, error);
}

void dial_give_up(struct link *link)
{
    struct dial *dial = link->dial;
    link->dial = NULL;
    if (dial == NULL)
        return;
    dial->link = NULL;
    if (dial->tcp != NULL)
        tcp_drop(dial->tcp);
    else
        uv_cancel((uv_req_t *)&dial->lookup);
}
