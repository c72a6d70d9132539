#include "link/inside/stream.h"

#include "base/clock.h"
#include "link/inside/limit_watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { STDERR_PIECE_BYTES = 4096 };

// libuv asks for a buffer, reads into it and calls back before it does anything else. So all links
// of a loop share one buffer.
static void stream_on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    const struct link *link = handle->data;
    link_hub_event(link->hub);
    *buffer = uv_buf_init(link->hub->buffer, LINK_READ_BYTES);
}

// --- Its output ---

// Reads what the bot has written to stderr before the bytes that were just read: so it is known to
// which of its answers it belongs. Most often the loop finds stderr first, but not where the answer
// came in pieces. A bot that says nothing there costs no system call. Returns false if it has
// written more than it may. The common buffer is in use, so this takes another.
static bool stream_catch_up_stderr(struct link *link, int64_t now_ns)
{
    char bytes[STDERR_PIECE_BYTES];
    int fd;
    if (!link->has_err || link->log.head_bytes == 0 ||
        uv_fileno((uv_handle_t *)&link->err_pipe, &fd) != 0)
        return true;
    for (size_t taken = 0; taken < LINK_READ_BYTES;) {
        ssize_t length = read(fd, bytes, sizeof bytes); // does not wait: the pipe is libuv's
        if (length <= 0)
            return true; // nothing, or its end, which the loop will see
        taken += (size_t)length;
        stderr_log_add(&link->log, bytes, (size_t)length, now_ns);
        if (!limit_watch_output(link, (size_t)length))
            return false;
        if ((size_t)length < sizeof bytes)
            return true;
    }
    return true;
}

static void stream_on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    int64_t now_ns = clock_now_ns();
    struct link *link = stream->data;
    if (length > 0) {
        if (stream_catch_up_stderr(link, now_ns) && limit_watch_output(link, (size_t)length) &&
            link->state == LINK_OPEN)
            link->events->received(link, link->user, buffer->base, (size_t)length, now_ns);
    } else if (length < 0) {
        uv_read_stop(stream);
        link->in_over = true;
        link_saw_end(link, length == UV_EOF ? LINK_END_CLOSED : LINK_END_RESET);
    }
}

void stream_listen(struct link *link)
{
    link->in->data = link;
    link->hub->registering++;
    uv_read_start(link->in, stream_on_allocate, stream_on_read);
}

// How many bytes are in the pipe now. A dead process has written no more; a child of it that still
// writes must not keep us here.
static size_t stream_waiting_in(const void *stream, int *fd)
{
    int bytes = 0;
    if (uv_fileno(stream, fd) != 0 || ioctl(*fd, FIONREAD, &bytes) != 0)
        return 0;
    return (size_t)bytes;
}

static ssize_t stream_read_piece(struct link *link, int fd, size_t wanted)
{
    ssize_t length;
    do
        length = read(fd, link->hub->buffer, wanted < LINK_READ_BYTES ? wanted : LINK_READ_BYTES);
    while (length < 0 && errno == EINTR);
    return length;
}

void stream_drain(struct link *link)
{
    int fd;
    size_t left = stream_waiting_in(&link->in_pipe, &fd);
    while (left > 0 && link->state == LINK_OPEN && !link->paused) {
        ssize_t length = stream_read_piece(link, fd, left);
        if (length <= 0 || !limit_watch_output(link, (size_t)length))
            return;
        left -= (size_t)length;
        link->events->received(link, link->user, link->hub->buffer, (size_t)length, clock_now_ns());
    }
}

// --- stderr ---

static void stream_on_stderr(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct link *link = stream->data;
    if (length > 0) {
        stderr_log_add(&link->log, buffer->base, (size_t)length, clock_now_ns());
        limit_watch_output(link, (size_t)length);
    }
    if (length < 0)
        uv_read_stop(stream);
}

void stream_hear(struct link *link)
{
    link->err_pipe.data = link;
    link->hub->registering++;
    uv_read_start((uv_stream_t *)&link->err_pipe, stream_on_allocate, stream_on_stderr);
}

void stream_drain_stderr(struct link *link)
{
    if (!link->has_err)
        return;
    int fd;
    size_t left = stream_waiting_in(&link->err_pipe, &fd);
    while (left > 0) {
        ssize_t length = stream_read_piece(link, fd, left);
        if (length <= 0)
            return;
        left -= (size_t)length;
        stderr_log_add(&link->log, link->hub->buffer, (size_t)length, clock_now_ns());
    }
}

// --- Its input ---

// Bytes that wait until the bot reads.
struct waiting {
    uv_write_t request;
    struct link *link;
    size_t length;
    char bytes[];
};

// The bot closed its input, or the connection broke. Its exit or the end of its stream may soon
// tell more.
static void stream_lost_input(struct link *link)
{
    link->deaf = true;
    link_note_end(link, link->kind == LINK_COMMAND ? LINK_END_DEAF : LINK_END_RESET);
}

static void stream_on_written(uv_write_t *request, int status)
{
    struct waiting *waiting = request->data;
    struct link *link = waiting->link;
    link->queued_bytes -= waiting->length;
    free(waiting);
    if (status < 0) {
        if (status != UV_ECANCELED)
            stream_lost_input(link);
        return;
    }
    if (link->queued_bytes > 0 || link->shaper.waiting.length > 0)
        return;
    link->written_at_ns = clock_now_ns();
    if (link->state == LINK_OPEN)
        link->events->written(link, link->user, link->written_at_ns);
    else if (link->state == LINK_LEAVING)
        stream_finish(link);
}

static bool stream_queue(struct link *link, const char *bytes, size_t length)
{
    struct waiting *waiting = malloc(sizeof *waiting + length);
    if (waiting == NULL)
        return false;
    *waiting = (struct waiting){.link = link, .length = length};
    waiting->request.data = waiting;
    memcpy(waiting->bytes, bytes, length);
    uv_buf_t buffer = uv_buf_init(waiting->bytes, (unsigned)length);
    if (uv_write(&waiting->request, link->out, &buffer, 1, stream_on_written) != 0) {
        free(waiting);
        return false;
    }
    link->queued_bytes += length;
    link->written_at_ns = 0;
    return true;
}

enum link_sent stream_send(struct link *link, const char *bytes, size_t length)
{
    if (!link->out || link->deaf)
        return LINK_NOT_OPEN;
    if (length > LINK_QUEUE_LIMIT_BYTES - link->queued_bytes)
        return LINK_OVERFLOW;
    size_t done = 0;
    if (link->queued_bytes == 0) {
        uv_buf_t buffer = {.base = (char *)(uintptr_t)bytes, .len = length};
        int written = uv_try_write(link->out, &buffer, 1);
        if (written < 0 && written != UV_EAGAIN) {
            stream_lost_input(link);
            return LINK_NOT_OPEN;
        }
        done = written > 0 ? (size_t)written : 0;
    }
    link->handed_bytes += length;
    if (done == length) {
        link->written_at_ns = clock_now_ns();
        return LINK_SENT;
    }
    return stream_queue(link, bytes + done, length - done) ? LINK_QUEUED : LINK_OVERFLOW;
}

int64_t link_written_at(const struct link *link)
{
    return link->written_at_ns;
}

static void stream_on_shutdown(uv_shutdown_t *request, int status)
{
    (void)request;
    (void)status; // the bot's side will end, too, and that is what we wait for
}

void stream_finish(struct link *link)
{
    if (!link->in_over && link->in != NULL)
        stream_listen(link); // so that it is not stopped by a full pipe; nobody is told
    if (link->out == NULL || link->queued_bytes > 0)
        return;
    if (link->has_out_pipe)
        link_shut(link, (uv_handle_t *)&link->out_pipe);
    else
        uv_shutdown(&link->shutdown, link->out, stream_on_shutdown);
    link->out = NULL;
}

size_t link_unread_bytes(const struct link *link)
{
    int fd, waiting = 0;
    if (!link->has_out_pipe || uv_fileno((const uv_handle_t *)&link->out_pipe, &fd) != 0 ||
        ioctl(fd, FIONREAD, &waiting) != 0)
        return 0;
    return (size_t)waiting + link->queued_bytes;
}

size_t link_taken_bytes(const struct link *link)
{
    return link->has_out_pipe ? link->handed_bytes - link_unread_bytes(link) : SIZE_MAX;
}

bool link_has_unread(const struct link *link)
{
    int fd;
    // A bot that floods us is paused. That it is not read then is its own fault.
    return link->in && !link->paused && stream_waiting_in(link->in, &fd) > 0;
}
