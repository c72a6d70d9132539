#include "author/relay.h"

#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { RELAY_LINGER_MS = 500 };

void relay_init(struct relay *r, struct relay_end a, struct relay_end b)
{
    r->ends[0] = a;
    r->ends[1] = b;
    for (int i = 0; i < 2; i++) {
        struct relay_flow *f = &r->flows[i];
        f->from = &r->ends[i];
        f->to = &r->ends[1 - i];
        f->ended = f->shut = false;
        f->begin = f->end = f->held = 0;
        f->passed = f->lost = 0;
        f->error = 0;
        f->dropping = false;
    }
}

void relay_push(struct relay *r, const char *bytes, size_t length)
{
    struct relay_flow *f = &r->flows[0];
    if (length > RELAY_BUFFER_BYTES - f->end)
        return;
    memcpy(f->bytes + f->end, bytes, length);
    f->end += length;
}

void relay_drop_name(struct relay *r)
{
    r->flows[0].dropping = true;
}

// --- One end ---

static bool relay_end_is_socket(const struct relay_end *e)
{
    return e->in >= 0 && e->in == e->out;
}

// It will be written to no more.
static void relay_end_shut(struct relay_end *e)
{
    if (relay_end_is_socket(e))
        shutdown(e->out, SHUT_WR);
    else if (e->out >= 0)
        close(e->out);
    if (!relay_end_is_socket(e))
        e->out = -1;
}

// Takes at most what a descriptor that is ready takes without blocking: our own stdin and stdout
// are shared with others, so that they cannot be made non-blocking.
static ssize_t relay_end_write(const struct relay_end *e, const char *bytes, size_t length)
{
    ssize_t n = send(e->out, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK)
        n = write(e->out, bytes, length < PIPE_BUF ? length : PIPE_BUF);
    return n;
}

static bool relay_must_try_again(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

// --- One direction ---

static bool relay_flow_reads(const struct relay_flow *f)
{
    return !f->ended && f->from->in >= 0 && f->end < RELAY_BUFFER_BYTES;
}

static bool relay_flow_writes(const struct relay_flow *f)
{
    return f->begin < f->end - f->held && !f->shut;
}

enum { RELAY_NOT_A_NAME = -1, RELAY_NOT_SEEN = 0 };

// The length of a message {"name": ...} with which these bytes begin, and of the line's end.
static ssize_t relay_name_length(const char *bytes, size_t length)
{
    static const char beginning[] = "{\"name\":";
    size_t at = 0;
    bool quoted = false;
    for (size_t i = 0; beginning[i] != '\0' && at < length; at++) {
        if (bytes[at] == beginning[i])
            i++;
        else if (!strchr(" \t\r\n", bytes[at]) || (i > 1 && i < 7))
            return RELAY_NOT_A_NAME;
    }
    for (; at < length; at++) {
        if (!quoted && bytes[at] == '}')
            break;
        quoted ^= bytes[at] == '"' && bytes[at - 1] != '\\';
    }
    if (at == length)
        return RELAY_NOT_SEEN;
    return (ssize_t)at + (at + 1 < length && bytes[at + 1] == '\n' ? 2 : 1);
}

// Looks at what is held: as soon as it is clear what it is, it is dropped or let go.
static void relay_flow_judge(struct relay_flow *f)
{
    char *bytes = f->bytes + f->end - f->held;
    ssize_t name = relay_name_length(bytes, f->held);
    if (name == RELAY_NOT_SEEN && !f->ended && f->end < RELAY_BUFFER_BYTES)
        return;
    if (name > 0) {
        memmove(bytes, bytes + name, f->held - (size_t)name);
        f->end -= (size_t)name;
    }
    f->dropping = false;
    f->held = 0;
}

// The other end reads no more. What comes is read on, and thrown away, so that its end is noticed.
static void relay_flow_break(struct relay_flow *f)
{
    relay_end_shut(f->to);
    f->shut = true;
    f->lost += f->end - f->begin;
    f->begin = f->end = f->held = 0;
}

static bool relay_flow_read(struct relay_flow *f)
{
    ssize_t n = read(f->from->in, f->bytes + f->end, RELAY_BUFFER_BYTES - f->end);
    if (n < 0 && relay_must_try_again())
        return false;
    if (n <= 0) {
        f->ended = true;
        if (f->dropping)
            relay_flow_judge(f);
        return false;
    }
    f->passed += (uint64_t)n;
    if (f->shut)
        f->lost += (uint64_t)n;
    else
        f->end += (size_t)n;
    if (f->dropping && !f->shut) {
        f->held += (size_t)n;
        relay_flow_judge(f);
    }
    return true;
}

static bool relay_flow_write(struct relay_flow *f)
{
    ssize_t n = relay_end_write(f->to, f->bytes + f->begin, f->end - f->held - f->begin);
    if (n < 0 && !relay_must_try_again()) {
        f->error = errno;
        relay_flow_break(f);
    }
    if (n <= 0)
        return false;
    f->begin += (size_t)n;
    if (f->begin == f->end)
        f->begin = f->end = 0;
    return true;
}

static void relay_flow_finish(struct relay_flow *f)
{
    if (f->ended && !f->shut && f->begin == f->end)
        relay_flow_break(f);
}

// --- Both ---

void relay_polls(const struct relay *r, struct pollfd polls[RELAY_POLLS])
{
    for (int i = 0; i < 2; i++) {
        const struct relay_flow *f = &r->flows[i];
        polls[2 * i] = (struct pollfd){relay_flow_reads(f) ? f->from->in : -1, POLLIN, 0};
        // A pipe whose reader has gone says so even if nothing is to be written.
        polls[2 * i + 1] =
            (struct pollfd){f->shut || relay_end_is_socket(f->to) ? -1 : f->to->out, 0, 0};
        if (relay_flow_writes(f))
            polls[2 * i + 1] = (struct pollfd){f->to->out, POLLOUT, 0};
    }
}

bool relay_pass(struct relay *r, const struct pollfd polls[RELAY_POLLS])
{
    bool moved = false;
    for (int i = 0; i < 2; i++) {
        struct relay_flow *f = &r->flows[i];
        if (polls[2 * i].revents != 0)
            moved = relay_flow_read(f) || moved;
        // What was just read can most often be written at once.
        bool ready = polls[2 * i + 1].revents != 0;
        if (ready && !relay_flow_writes(f) && (polls[2 * i + 1].revents & POLLERR)) {
            f->error = EPIPE;
            relay_flow_break(f);
        } else if (relay_flow_writes(f) && (ready || relay_end_is_socket(f->to))) {
            moved = relay_flow_write(f) || moved;
        }
        relay_flow_finish(f);
    }
    return moved;
}

void relay_drain(struct relay *r, int end)
{
    struct relay_flow *f = &r->flows[end];
    while (!f->ended) {
        struct pollfd ready = {f->from->in, POLLIN, 0};
        if (f->end == RELAY_BUFFER_BYTES)
            return;
        if (poll(&ready, 1, 0) <= 0)
            f->ended = true;
        else
            relay_flow_read(f);
    }
    relay_flow_finish(f);
}

bool relay_is_done(const struct relay *r, int end)
{
    return r->flows[end].ended && r->flows[end].shut;
}

bool relay_has_lost(const struct relay *r, int end)
{
    const struct relay_flow *f = &r->flows[end];
    bool left = f->error == EPIPE || f->error == ECONNRESET; // nobody reads any more
    return f->error != 0 && f->lost > 0 && !(left && r->flows[1 - end].ended);
}

// Closing a socket with unread bytes would reset it, and the peer could lose what we wrote last.
static void relay_end_linger(const struct relay_end *e)
{
    char rest[4096];
    struct pollfd ready = {e->in, POLLIN, 0};
    const int64_t until_ns = clock_now_ns() + RELAY_LINGER_MS * NS_PER_MS;
    shutdown(e->out, SHUT_WR);
    int64_t left_ns;
    while ((left_ns = until_ns - clock_now_ns()) > 0) {
        if (poll(&ready, 1, (int)(left_ns / NS_PER_MS) + 1) > 0 &&
            recv(e->in, rest, sizeof rest, MSG_DONTWAIT) <= 0)
            return;
    }
}

void relay_close(struct relay *r)
{
    for (int i = 0; i < 2; i++) {
        struct relay_end *e = &r->ends[i];
        if (relay_end_is_socket(e)) {
            relay_end_linger(e);
            close(e->in);
        } else {
            if (e->in >= 0)
                close(e->in);
            if (e->out >= 0)
                close(e->out);
        }
        e->in = e->out = -1;
    }
}
