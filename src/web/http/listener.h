// A port, and all connections that came through it. Counts them, and turns away those beyond the
// limits.
#ifndef AGON_WEB_HTTP_LISTENER_H
#define AGON_WEB_HTTP_LISTENER_H

#include "base/error.h"
#include "web/http/connection.h"

enum {
    LISTENER_CONNECTIONS_MOST = 10000,
    LISTENER_ADDRESS_CONNECTIONS_MOST = 256, // from one address other than the loopback
    LISTENER_FILES_LEFT = 256,               // descriptors that are left to games and files
    LISTENER_INPUT_BYTES = 65536,
    LISTENER_BUCKETS = 1024,
};

struct listener_options {
    const char *address; // "127.0.0.1", "::", "0.0.0.0"
    int port;            // 0: any
    int tries;           // if the port is taken, so many of the next ones are tried
    struct tls_keys *keys;
    // 0: the usual. A limit by address that is set counts also for the loopback.
    int connections_most, address_connections_most;
    struct connection_times times; // 0: the usual
    const struct connection_events *events;
    void *user;
};

struct listener {
    struct connection_host host; // the first member
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_loop_t *loop;
    struct listener_options options;
    struct connection *first;
    int count, handles;
    bool closing;
    struct listener_address *addresses[LISTENER_BUCKETS];
    char input[LISTENER_INPUT_BYTES]; // bytes that were just read
};

bool listener_open(
    struct listener *l, uv_loop_t *loop, const struct listener_options *options, struct error *e);
int listener_port(const struct listener *l);
// Closes the port and every connection. It is done when listener_is_closed, after the loop has run.
void listener_close(struct listener *l);
bool listener_is_closed(const struct listener *l);

#endif
