#include "web/http/listener.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { LISTENER_BACKLOG = 511, LISTENER_LOOK_MS = 1000, LISTENER_KEEPALIVE_S = 60 };

// How many connections there are from one address.
struct listener_address {
    struct listener_address *next;
    unsigned char bytes[8]; // the first 64 bits of IPv6; IPv4 with zeros behind it
    int family, count;
};

// --- Addresses ---

static void listener_address_of(const struct sockaddr_storage *peer, struct listener_address *a)
{
    *a = (struct listener_address){.family = peer->ss_family};
    if (peer->ss_family == AF_INET)
        memcpy(a->bytes, &((const struct sockaddr_in *)peer)->sin_addr, 4);
    else if (peer->ss_family == AF_INET6)
        memcpy(a->bytes, &((const struct sockaddr_in6 *)peer)->sin6_addr, 8);
}

// An IPv4 address that comes to a socket of IPv6 (::ffff:192.0.2.1) becomes what it is.
static void listener_unmap(struct sockaddr_storage *peer)
{
    const struct sockaddr_in6 mapped = *(const struct sockaddr_in6 *)peer;
    if (peer->ss_family != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&mapped.sin6_addr))
        return;
    struct sockaddr_in plain = {.sin_family = AF_INET, .sin_port = mapped.sin6_port};
    memcpy(&plain.sin_addr, &mapped.sin6_addr.s6_addr[12], sizeof plain.sin_addr);
    memset(peer, 0, sizeof *peer);
    memcpy(peer, &plain, sizeof plain);
}

static bool listener_is_loopback(const struct sockaddr_storage *peer)
{
    if (peer->ss_family == AF_INET)
        return (ntohl(((const struct sockaddr_in *)peer)->sin_addr.s_addr) >> 24) == 127;
    return peer->ss_family == AF_INET6 &&
        IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)peer)->sin6_addr);
}

static struct listener_address **listener_find(
    struct listener *l, const struct listener_address *wanted)
{
    unsigned hash = 2166136261U;
    for (size_t i = 0; i < sizeof wanted->bytes; i++)
        hash = (hash ^ wanted->bytes[i]) * 16777619U;
    struct listener_address **at = &l->addresses[hash % LISTENER_BUCKETS];
    while (*at != NULL &&
        ((*at)->family != wanted->family ||
            memcmp((*at)->bytes, wanted->bytes, sizeof wanted->bytes) != 0))
        at = &(*at)->next;
    return at;
}

// Counts one more from there. False: there are too many.
static bool listener_count(struct listener *l, const struct sockaddr_storage *peer)
{
    struct listener_address wanted;
    int most = l->options.address_connections_most;
    if (most == 0)
        most = listener_is_loopback(peer) ? INT32_MAX : LISTENER_ADDRESS_CONNECTIONS_MOST;
    listener_address_of(peer, &wanted);
    struct listener_address **at = listener_find(l, &wanted);
    if (*at == NULL) {
        *at = malloc(sizeof **at);
        if (*at == NULL)
            return false;
        **at = wanted;
    }
    (*at)->count++;
    if ((*at)->count <= most)
        return true;
    (*at)->count--;
    return false;
}

static void listener_uncount(struct listener *l, const struct sockaddr_storage *peer)
{
    struct listener_address wanted;
    listener_address_of(peer, &wanted);
    struct listener_address **at = listener_find(l, &wanted);
    if (*at == NULL || --(*at)->count > 0)
        return;
    struct listener_address *gone = *at;
    *at = gone->next;
    free(gone);
}

// --- Connections ---

static struct listener *listener_of(struct connection_host *host)
{
    return (struct listener *)host;
}

static void listener_freed(uv_handle_t *handle)
{
    struct connection *c = handle->data;
    listener_of(c->host)->handles--;
    free(c);
}

static void listener_forget(struct connection_host *host, struct connection *c)
{
    struct listener *l = listener_of(host);
    if (c->previous != NULL)
        c->previous->next = c->next;
    else if (l->first == c)
        l->first = c->next;
    if (c->next != NULL)
        c->next->previous = c->previous;
    l->count--;
    listener_uncount(l, &c->peer);
    uv_close((uv_handle_t *)&c->tcp, listener_freed);
}

// Tells somebody who is one too many, without keeping anything of it.
static void listener_turn_away(struct connection *c)
{
    static const char words[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                "Retry-After: 10\r\nConnection: close\r\n\r\n";
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)words, sizeof words - 1);
    // Whether it can be told or not: it goes.
    (void)uv_try_write((uv_stream_t *)&c->tcp, &buffer, 1);
    uv_close((uv_handle_t *)&c->tcp, listener_freed);
}

static void listener_take(struct listener *l, struct connection *c)
{
    int bytes = sizeof c->peer;
    bool known = uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&c->peer, &bytes) == 0;
    listener_unmap(&c->peer);
    if (!known || l->count >= l->options.connections_most || !listener_count(l, &c->peer)) {
        listener_turn_away(c);
        return;
    }
    c->next = l->first;
    if (c->next != NULL)
        c->next->previous = c;
    l->first = c;
    l->count++;
    // Small frames are not held back; a peer that has vanished is noticed.
    uv_tcp_nodelay(&c->tcp, 1);
    uv_tcp_keepalive(&c->tcp, 1, LISTENER_KEEPALIVE_S);
    connection_begin(c);
}

static void listener_on_connection(uv_stream_t *stream, int status)
{
    struct listener *l = stream->data;
    struct connection *c = status < 0 ? NULL : calloc(1, sizeof *c);
    if (c == NULL)
        return;
    c->host = &l->host;
    if (uv_tcp_init(l->loop, &c->tcp) != 0) {
        free(c);
        return;
    }
    c->tcp.data = c;
    l->handles++;
    if (uv_accept(stream, (uv_stream_t *)&c->tcp) != 0)
        uv_close((uv_handle_t *)&c->tcp, listener_freed);
    else
        listener_take(l, c);
}

// Closes it if something takes too long.
static void listener_look(
    struct connection *c, int64_t now_ms, const struct connection_times *times)
{
    int64_t since = now_ms - c->since_ms;
    size_t waiting = uv_stream_get_write_queue_size((uv_stream_t *)&c->tcp);
    if (c->writes && waiting != c->waiting_bytes)
        c->since_ms = now_ms;
    c->waiting_bytes = waiting;
    if (c->state == CONNECTION_READING && since > times->request_ms) {
        if (c->in.length == 0)
            connection_close(c);
        else
            connection_refuse(c, 408);
    } else if ((c->state == CONNECTION_IDLE && since > times->idle_ms) ||
        (c->state == CONNECTION_ANSWERING && c->writes && since > times->answer_ms) ||
        (c->state == CONNECTION_LINGERING && since > times->linger_ms)) {
        connection_close(c);
    }
}

static void listener_on_timer(uv_timer_t *timer)
{
    struct listener *l = timer->data;
    int64_t now_ms = (int64_t)uv_now(l->loop);
    for (struct connection *c = l->first, *next; c != NULL; c = next) {
        next = c->next;
        listener_look(c, now_ms, &l->options.times);
    }
}

// --- Opening ---

static void listener_defaults(struct listener_options *o)
{
    struct rlimit files;
    const struct connection_times usual = {
        .request_ms = 10000, .idle_ms = 60000, .answer_ms = 30000, .linger_ms = 2000};
    if (o->connections_most == 0)
        o->connections_most = LISTENER_CONNECTIONS_MOST;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY) {
        int64_t left = (int64_t)files.rlim_cur - LISTENER_FILES_LEFT;
        left = left < LISTENER_FILES_LEFT ? (int64_t)files.rlim_cur / 2 : left;
        o->connections_most = left < o->connections_most ? (int)left : o->connections_most;
    }
    int64_t *times[] = {
        &o->times.request_ms, &o->times.idle_ms, &o->times.answer_ms, &o->times.linger_ms};
    const int64_t defaults[] = {usual.request_ms, usual.idle_ms, usual.answer_ms, usual.linger_ms};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (*times[i] == 0)
            *times[i] = defaults[i];
}

static bool listener_parse(const char *address, int port, struct sockaddr_storage *to)
{
    return uv_ip4_addr(address, port, (struct sockaddr_in *)to) == 0 ||
        uv_ip6_addr(address, port, (struct sockaddr_in6 *)to) == 0;
}

// The number is that of libuv: 0, or why not.
static int listener_bind(struct listener *l, int port)
{
    struct sockaddr_storage address = {0};
    if (!listener_parse(l->options.address, port, &address))
        return UV_EINVAL;
    int failed = uv_tcp_init(l->loop, &l->tcp);
    if (failed != 0)
        return failed;
    l->tcp.data = l;
    failed = uv_tcp_bind(&l->tcp, (struct sockaddr *)&address, 0);
    return failed != 0
        ? failed
        : uv_listen((uv_stream_t *)&l->tcp, LISTENER_BACKLOG, listener_on_connection);
}

static void listener_closed_port(uv_handle_t *handle)
{
    ((struct listener *)handle->data)->handles--;
}

bool listener_open(
    struct listener *l, uv_loop_t *loop, const struct listener_options *options, struct error *e)
{
    memset(l, 0, sizeof *l);
    l->loop = loop;
    l->options = *options;
    l->host = (struct connection_host){.events = options->events,
        .user = options->user,
        .keys = options->keys,
        .input = l->input,
        .input_bytes = sizeof l->input,
        .forget = listener_forget};
    listener_defaults(&l->options);
    int port = options->port, failed = 0;
    for (int i = 0; i <= options->tries; i++, port++) {
        failed = listener_bind(l, port);
        if (failed != UV_EADDRINUSE || i == options->tries)
            break;
        l->handles++;
        uv_close((uv_handle_t *)&l->tcp, listener_closed_port);
        while (l->handles > 0)
            uv_run(loop, UV_RUN_ONCE);
    }
    if (failed != 0) {
        error_set(
            e, "cannot listen on %s port %d: %s", options->address, port, uv_strerror(failed));
        if (l->tcp.data != NULL) {
            l->handles++;
            uv_close((uv_handle_t *)&l->tcp, listener_closed_port);
        }
        l->closing = true;
        return false;
    }
    uv_timer_init(loop, &l->timer);
    l->timer.data = l;
    l->handles += 2;
    uv_timer_start(&l->timer, listener_on_timer, LISTENER_LOOK_MS, LISTENER_LOOK_MS);
    return true;
}

int listener_port(const struct listener *l)
{
    struct sockaddr_storage bound;
    int bytes = sizeof bound;
    if (uv_tcp_getsockname(&l->tcp, (struct sockaddr *)&bound, &bytes) != 0)
        return 0;
    return ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                             : ((struct sockaddr_in *)&bound)->sin_port);
}

void listener_close(struct listener *l)
{
    if (l->closing)
        return;
    l->closing = true;
    uv_close((uv_handle_t *)&l->tcp, listener_closed_port);
    uv_close((uv_handle_t *)&l->timer, listener_closed_port);
    while (l->first != NULL)
        connection_close(l->first);
}

bool listener_is_closed(const struct listener *l)
{
    return l->closing && l->handles == 0;
}
