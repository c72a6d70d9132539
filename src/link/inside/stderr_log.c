#include "link/inside/stderr_log.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_FIRST_BYTES = 1024, PIECES_FIRST = 16 };

#define PIECE_GAP_FIRST_NS NS_PER_MS

static size_t stderr_log_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool stderr_log_grow_head(struct stderr_log *log, size_t needed)
{
    size_t room = log->head_room == 0 ? HEAD_FIRST_BYTES : log->head_room;
    while (room < needed)
        room *= 2;
    if (room == log->head_room)
        return true;
    char *head = realloc(log->head, room);
    if (head == NULL)
        return false;
    log->head = head;
    log->head_room = room;
    return true;
}

// If there is no memory, the bytes are only counted.
static void stderr_log_add_to_tail(struct stderr_log *log, const char *bytes, size_t length)
{
    log->beyond += length;
    if (log->tail == NULL && (log->tail = malloc(LINK_STDERR_TAIL_BYTES)) == NULL)
        return;
    while (length > 0) {
        size_t run = stderr_log_smaller(length, LINK_STDERR_TAIL_BYTES - log->tail_at);
        memcpy(log->tail + log->tail_at, bytes, run);
        log->tail_at = (log->tail_at + run) % LINK_STDERR_TAIL_BYTES;
        bytes += run;
        length -= run;
    }
}

// Every second piece becomes a part of the one before it, and from now on pieces are longer.
static void stderr_log_join_pieces(struct stderr_log *log)
{
    for (size_t i = 0; 2 * i < log->piece_count; i++)
        log->pieces[i] = log->pieces[2 * i];
    log->piece_count = (log->piece_count + 1) / 2;
    log->piece_gap_ns = log->piece_gap_ns == 0 ? PIECE_GAP_FIRST_NS : 2 * log->piece_gap_ns;
}

static bool stderr_log_grow_pieces(struct stderr_log *log)
{
    if (log->piece_count < log->piece_room)
        return true;
    size_t room = log->piece_room == 0 ? PIECES_FIRST : 2 * log->piece_room;
    struct link_piece *pieces = realloc(log->pieces, room * sizeof *pieces);
    if (pieces == NULL)
        return false;
    log->pieces = pieces;
    log->piece_room = room;
    return true;
}

// If there is no memory, the bytes become a part of the piece before them.
static void stderr_log_add_piece(struct stderr_log *log, int64_t at_ns)
{
    if (log->piece_count == LINK_STDERR_PIECES_MOST)
        stderr_log_join_pieces(log);
    if (log->piece_count > 0 && at_ns - log->pieces[log->piece_count - 1].at_ns < log->piece_gap_ns)
        return;
    if (stderr_log_grow_pieces(log))
        log->pieces[log->piece_count++] =
            (struct link_piece){.offset = log->head_bytes + log->beyond, .at_ns = at_ns};
}

void stderr_log_add(struct stderr_log *log, const char *bytes, size_t length, int64_t at_ns)
{
    stderr_log_add_piece(log, at_ns);
    size_t into_head = stderr_log_smaller(length, LINK_STDERR_HEAD_BYTES - log->head_bytes);
    if (into_head > 0 && log->beyond == 0 &&
        stderr_log_grow_head(log, log->head_bytes + into_head)) {
        memcpy(log->head + log->head_bytes, bytes, into_head);
        log->head_bytes += into_head;
        bytes += into_head;
        length -= into_head;
    }
    if (length > 0)
        stderr_log_add_to_tail(log, bytes, length);
}

static void reverse(char *bytes, size_t length)
{
    for (size_t i = 0, j = length; i + 1 < j; i++) {
        char c = bytes[i];
        bytes[i] = bytes[--j];
        bytes[j] = c;
    }
}

// Turns a full ring in place, by reversing its two parts and then the whole.
static void stderr_log_straighten(struct stderr_log *log)
{
    reverse(log->tail, log->tail_at);
    reverse(log->tail + log->tail_at, LINK_STDERR_TAIL_BYTES - log->tail_at);
    reverse(log->tail, LINK_STDERR_TAIL_BYTES);
    log->tail_at = 0;
}

struct link_stderr stderr_log_view(struct stderr_log *log)
{
    struct link_stderr view = {
        .head = log->head_bytes > 0 ? log->head : "",
        .head_bytes = log->head_bytes,
        .tail = "",
        .dropped_bytes = log->beyond,
        .pieces = log->pieces,
        .piece_count = log->piece_count,
    };
    if (log->tail != NULL) {
        bool full = log->beyond >= LINK_STDERR_TAIL_BYTES;
        if (full)
            stderr_log_straighten(log);
        view.tail = log->tail;
        view.tail_bytes = full ? LINK_STDERR_TAIL_BYTES : log->tail_at;
        view.dropped_bytes = log->beyond - view.tail_bytes;
    }
    return view;
}

void stderr_log_destroy(struct stderr_log *log)
{
    free(log->head);
    free(log->tail);
    free(log->pieces);
    *log = (struct stderr_log){0};
}
