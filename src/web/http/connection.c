#include "web/http/connection.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

static void connection_process(struct connection *c);
static void connection_push(struct connection *c);
static void connection_start_reading(struct connection *c);
static void connection_on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer);

static void connection_enter(struct connection *c, int state)
{
    c->state = state;
    c->since_ms = (int64_t)uv_now(c->tcp.loop);
}

// --- The end ---

void connection_close(struct connection *c)
{
    if (c->state == CONNECTION_CLOSING)
        return;
    connection_enter(c, CONNECTION_CLOSING);
    c->host->events->gone(c->host->user, c);
    text_destroy(&c->in);
    text_destroy(&c->head);
    text_destroy(&c->cipher);
    blob_release(c->blob);
    tls_destroy(c->tls);
    free(c->ws);
    c->host->forget(c->host, c);
}

static void connection_on_shutdown(uv_shutdown_t *request, int status)
{
    struct connection *c = request->data;
    if (status != 0 && c->state == CONNECTION_LINGERING)
        connection_close(c);
}

// The end of TLS, if the socket takes it: whoever reads knows then that nothing was cut off.
static void connection_say_goodbye(struct connection *c)
{
    text_clear(&c->cipher);
    tls_end(c->tls, &c->cipher);
    uv_buf_t buffer = uv_buf_init(c->cipher.bytes, (unsigned)c->cipher.length);
    if (c->cipher.length > 0)
        (void)uv_try_write((uv_stream_t *)&c->tcp, &buffer, 1);
}

// All is said. What the other side still sends is read and thrown away for a moment: a socket that
// is closed with unread bytes takes our last answer with it.
static void connection_linger(struct connection *c)
{
    if (c->state == CONNECTION_LINGERING)
        return;
    connection_enter(c, CONNECTION_LINGERING);
    text_clear(&c->in);
    if (c->tls != NULL)
        connection_say_goodbye(c);
    c->shutdown.data = c;
    if (uv_shutdown(&c->shutdown, (uv_stream_t *)&c->tcp, connection_on_shutdown) != 0)
        connection_close(c);
    else
        connection_start_reading(c);
}

// --- Writing ---

static void connection_on_write(uv_write_t *request, int status)
{
    struct connection *c = request->data;
    c->writes = false;
    if (c->state == CONNECTION_CLOSING)
        return;
    if (status != 0) {
        connection_close(c);
        return;
    }
    if (c->tls == NULL)
        c->piece_bytes[0] = c->piece_bytes[1] = 0;
    text_clear(&c->cipher);
    connection_enter(c, c->state);
    connection_push(c);
}

// Puts the next piece of what is to be said into `cipher`. False: it cannot be said.
static bool connection_encrypt(struct connection *c)
{
    for (int i = 0; i < 2 && c->cipher.length == 0; i++) {
        size_t length = c->piece_bytes[i] < TLS_PIECE_BYTES ? c->piece_bytes[i] : TLS_PIECE_BYTES;
        if (length == 0)
            continue;
        if (!tls_say(c->tls, c->pieces[i], length, &c->cipher))
            return false;
        c->pieces[i] += length;
        c->piece_bytes[i] -= length;
    }
    return !c->cipher.cut;
}

// What the socket is to take now. Returns how many buffers.
static unsigned connection_buffers(struct connection *c, uv_buf_t buffers[2])
{
    unsigned count = 0;
    if (c->tls != NULL) {
        if (c->cipher.length > 0)
            buffers[count++] = uv_buf_init(c->cipher.bytes, (unsigned)c->cipher.length);
        return count;
    }
    for (int i = 0; i < 2; i++)
        if (c->piece_bytes[i] > 0)
            buffers[count++] =
                uv_buf_init((char *)(uintptr_t)c->pieces[i], (unsigned)c->piece_bytes[i]);
    return count;
}

// Takes away what has been written. True: all of it.
static bool connection_written(struct connection *c, size_t written)
{
    if (c->tls != NULL) {
        size_t left = c->cipher.length - written;
        memmove(c->cipher.bytes, c->cipher.bytes + written, left);
        c->cipher.length = left;
        return left == 0;
    }
    for (int i = 0; i < 2; i++) {
        size_t here = written < c->piece_bytes[i] ? written : c->piece_bytes[i];
        if (here > 0) // a piece that is not there is NULL
            c->pieces[i] += here;
        c->piece_bytes[i] -= here;
        written -= here;
    }
    return c->piece_bytes[0] + c->piece_bytes[1] == 0;
}

// A pong or a goodbye that has waited for the frame before it.
static bool connection_next_control(struct connection *c)
{
    if (c->control_bytes == 0)
        return false;
    text_clear(&c->head);
    text_bytes(&c->head, (char *)c->control, c->control_bytes);
    c->control_bytes = 0;
    c->pieces[0] = c->head.bytes;
    c->piece_bytes[0] = c->head.length;
    return !c->head.cut;
}

// The viewer has taken all. What it said while it did not is read now.
static void connection_viewer_drained(struct connection *c)
{
    if (c->ends_after_control) {
        connection_linger(c);
    } else if (!c->pushing) {
        c->host->events->has_room(c->host->user, c);
        if (c->state == CONNECTION_VIEWER && !c->processing)
            connection_process(c);
    }
}

// Nothing is left to be sent.
static void connection_drained(struct connection *c)
{
    blob_release(c->blob);
    c->blob = NULL;
    text_destroy(&c->head);
    c->head = text_growing();
    if (c->tls != NULL && c->cipher.capacity > 0) {
        text_destroy(&c->cipher);
        c->cipher = text_growing();
    }
    if (c->state == CONNECTION_VIEWER) {
        connection_viewer_drained(c);
        return;
    }
    if (c->state != CONNECTION_ANSWERING)
        return;
    if (c->closes) {
        connection_linger(c);
        return;
    }
    connection_enter(c, CONNECTION_IDLE);
    if (!c->processing)
        connection_process(c);
}

// Writes as much as the socket takes. True: all of it; false: libuv has the rest, or it is closed.
static bool connection_write(struct connection *c)
{
    uv_buf_t buffers[2];
    unsigned count = connection_buffers(c, buffers);
    int written = count > 0 ? uv_try_write((uv_stream_t *)&c->tcp, buffers, count) : 0;
    if (written < 0 && written != UV_EAGAIN) {
        connection_close(c);
        return false;
    }
    if (count == 0 || connection_written(c, written > 0 ? (size_t)written : 0))
        return true;
    count = connection_buffers(c, buffers);
    c->write.data = c;
    c->writes = true;
    if (uv_write(&c->write, (uv_stream_t *)&c->tcp, buffers, count, connection_on_write) != 0) {
        c->writes = false;
        connection_close(c);
    }
    return false;
}

static bool connection_has_pieces(const struct connection *c)
{
    return c->piece_bytes[0] + c->piece_bytes[1] > 0;
}

// Sends what there is to be sent, as far as that goes now.
static void connection_push(struct connection *c)
{
    if (c->writes || c->state == CONNECTION_CLOSING || c->state == CONNECTION_LINGERING)
        return;
    bool had = connection_has_pieces(c) || c->blob != NULL;
    for (;;) {
        if (c->tls != NULL && c->cipher.length == 0 && !connection_encrypt(c)) {
            connection_close(c);
            return;
        }
        if (!connection_write(c))
            return;
        if (connection_has_pieces(c))
            continue;
        if (!connection_next_control(c))
            break;
        had = true;
    }
    if (had)
        connection_drained(c);
}

// --- Answers ---

void connection_answer(struct connection *c, const struct http_answer *answer)
{
    struct http_answer a = *answer;
    const struct request *r = c->request.head_bytes > 0 ? &c->request : NULL;
    if (r != NULL) {
        answer_pack(&a, r);
        answer_shorten(&a, r);
    }
    bool bare = a.status == 304 || (r != NULL && r->method == REQUEST_HEAD);
    c->closes = c->closes || r == NULL || !r->keeps_alive || a.status == 413;
    text_clear(&c->head);
    answer_head(&c->head, &a, c->closes);
    c->blob = a.blob;
    size_t length = a.blob != NULL ? a.blob->length : a.length;
    c->pieces[0] = c->head.bytes;
    c->piece_bytes[0] = c->head.length;
    c->pieces[1] = a.blob != NULL ? a.blob->bytes : a.bytes;
    c->piece_bytes[1] = bare ? 0 : length;
    c->host->events->answered(c->host->user, c, r, a.status, c->piece_bytes[1]);
    connection_enter(c, CONNECTION_ANSWERING);
    if (c->head.cut)
        connection_close(c);
    else
        connection_push(c);
}

void connection_refuse(struct connection *c, int status)
{
    c->request = (struct request){0};
    c->closes = true;
    text_clear(&c->in);
    struct http_answer a = answer_error(status, answer_words(status));
    connection_answer(c, &a);
}

bool connection_is_busy(const struct connection *c)
{
    return c->writes || connection_has_pieces(c) || c->state != CONNECTION_VIEWER ||
        c->ends_after_control;
}

void connection_send(struct connection *c, struct blob *frame)
{
    c->blob = frame;
    c->pieces[1] = frame->bytes;
    c->piece_bytes[1] = frame->length;
    c->pushing = true;
    connection_push(c);
    // A connection that is closed now is freed by the loop, not before we return.
    c->pushing = false;
}

static void connection_control(
    struct connection *c, enum websocket_opcode opcode, const unsigned char *bytes, size_t length)
{
    if (c->ends_after_control)
        return;
    size_t head = websocket_head(c->control, opcode, length);
    memcpy(c->control + head, bytes, length);
    c->control_bytes = head + length;
    c->pushing = true; // whoever serves the viewer looks after it again by itself
    connection_push(c);
    c->pushing = false;
}

void connection_end(struct connection *c, enum websocket_code code)
{
    const unsigned char bytes[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    if (c->state != CONNECTION_VIEWER || c->ends_after_control)
        return;
    size_t head = websocket_head(c->control, WEBSOCKET_CLOSE, sizeof bytes);
    memcpy(c->control + head, bytes, sizeof bytes);
    c->control_bytes = head + sizeof bytes;
    c->ends_after_control = true;
    connection_push(c);
}

bool connection_upgrade(struct connection *c, const char *protocol)
{
    char accept[WEBSOCKET_ACCEPT_BYTES];
    const struct request *r = &c->request;
    bool right = r->upgrades && request_text_is(r->ws_version, "13") && r->body_bytes == 0 &&
        request_list_has(r->ws_protocol, protocol) && websocket_accept(r->ws_key, accept);
    c->ws = right ? calloc(1, sizeof *c->ws) : NULL;
    if (c->ws == NULL) {
        struct http_answer a = answer_error(right ? 503 : 426, answer_words(right ? 503 : 426));
        connection_answer(c, &a);
        return false;
    }
    text_clear(&c->head);
    text_format(&c->head,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: %s\r\n\r\n",
        accept, protocol);
    c->pieces[0] = c->head.bytes;
    c->piece_bytes[0] = c->head.length;
    c->host->events->answered(c->host->user, c, r, 101, 0);
    connection_enter(c, CONNECTION_VIEWER);
    connection_push(c);
    return c->state == CONNECTION_VIEWER;
}

// --- Reading ---

// One request at `bytes`. Returns how many bytes it took; 0: it is not whole.
static size_t connection_take_request(struct connection *c, const char *bytes, size_t length)
{
    int status = 0;
    enum request_step step = request_read(&c->request, bytes, length, &status);
    if (step == REQUEST_WRONG) {
        connection_refuse(c, status);
        return length;
    }
    size_t whole = c->request.head_bytes + c->request.body_bytes;
    if (step == REQUEST_MORE || whole > length) {
        if (c->state == CONNECTION_IDLE)
            connection_enter(c, CONNECTION_READING);
        return 0;
    }
    connection_enter(c, CONNECTION_ANSWERING);
    c->asked_ns = clock_now_ns();
    c->host->events->requested(c->host->user, c, &c->request);
    return whole;
}

static size_t connection_take_frame(struct connection *c, const char *bytes, size_t length)
{
    struct websocket_event event;
    switch (websocket_take(c->ws, (const unsigned char *)bytes, length, &event)) {
    case WEBSOCKET_MESSAGE:
        c->host->events->said(c->host->user, c, (char *)c->ws->message, c->ws->length);
        break;
    case WEBSOCKET_PINGED:
        connection_control(c, WEBSOCKET_PONG, event.control, event.control_length);
        break;
    case WEBSOCKET_CLOSED:
        connection_control(c, WEBSOCKET_CLOSE, event.control, event.control_length >= 2 ? 2 : 0);
        if (c->state == CONNECTION_VIEWER)
            connection_linger(c);
        return length;
    case WEBSOCKET_WRONG:
        connection_end(c, event.code);
        return length;
    case WEBSOCKET_MORE:
    case WEBSOCKET_FRAME:
        break;
    }
    return event.used;
}

static void connection_on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    const struct connection *c = handle->data;
    (void)suggested;
    *buffer = uv_buf_init(c->host->input, (unsigned)c->host->input_bytes);
}

static void connection_start_reading(struct connection *c)
{
    if (c->reads || c->state == CONNECTION_CLOSING)
        return;
    c->reads = uv_read_start((uv_stream_t *)&c->tcp, connection_on_alloc, connection_on_read) == 0;
    if (!c->reads)
        connection_close(c);
}

// Bytes are read while a request is awaited, and from a viewer that takes what we send.
static void connection_mind_reading(struct connection *c)
{
    bool wanted = c->state == CONNECTION_IDLE || c->state == CONNECTION_READING ||
        c->state == CONNECTION_LINGERING || (c->state == CONNECTION_VIEWER && !c->writes);
    if (wanted) {
        connection_start_reading(c);
    } else if (c->reads && c->state != CONNECTION_CLOSING) {
        uv_read_stop((uv_stream_t *)&c->tcp);
        c->reads = false;
    }
}

// Throws away what has been used; an idle connection keeps no buffer.
static void connection_forget_input(struct connection *c, size_t used)
{
    if (c->state == CONNECTION_CLOSING || used == 0)
        return;
    c->spent = 0;
    used = used < c->in.length ? used : c->in.length;
    memmove(c->in.bytes, c->in.bytes + used, c->in.length - used);
    c->in.length -= used;
    if (c->in.length == 0) {
        text_destroy(&c->in);
        c->in = text_growing();
    }
}

// Takes requests or frames, one after the other, from what has been read.
static void connection_process(struct connection *c)
{
    size_t used = c->spent, taken = 1;
    c->processing = true;
    while (taken > 0 && used < c->in.length) {
        const char *at = c->in.bytes + used;
        size_t left = c->in.length - used;
        if (c->state == CONNECTION_IDLE || c->state == CONNECTION_READING)
            taken = connection_take_request(c, at, left);
        else if (c->state == CONNECTION_VIEWER && !c->ends_after_control)
            taken = connection_take_frame(c, at, left);
        else
            break;
        used += taken;
    }
    c->processing = false;
    // Its texts are needed until a request is answered.
    if (c->state == CONNECTION_ANSWERING)
        c->spent = used;
    else
        connection_forget_input(c, used);
    if (c->state == CONNECTION_READING && c->in.length == 0)
        connection_enter(c, CONNECTION_IDLE);
    connection_mind_reading(c);
}

static void connection_take(struct connection *c, const char *bytes, size_t length)
{
    bool well = true;
    if (c->tls != NULL) {
        well = tls_take(c->tls, bytes, length, &c->in, &c->cipher);
        connection_push(c);
    } else {
        text_bytes(&c->in, bytes, length);
    }
    if (!well || c->in.cut)
        connection_close(c);
    else if (c->state != CONNECTION_CLOSING)
        connection_process(c);
}

static void connection_on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct connection *c = stream->data;
    if (count < 0)
        connection_close(c);
    else if (count > 0 && c->state != CONNECTION_LINGERING)
        connection_take(c, buffer->base, (size_t)count);
}

// --- Life ---

void connection_begin(struct connection *c)
{
    c->in = text_growing();
    c->head = text_growing();
    c->cipher = text_growing();
    connection_enter(c, CONNECTION_READING);
    if (c->host->keys != NULL) {
        c->tls = tls_create(c->host->keys);
        if (c->tls == NULL) {
            connection_close(c);
            return;
        }
    }
    connection_start_reading(c);
}
