#include "link/inside/heard.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_FIRST_BYTES = 1024 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool grow_head(struct heard *heard, size_t needed)
{
    size_t room = heard->head_room == 0 ? HEAD_FIRST_BYTES : heard->head_room;
    while (room < needed)
        room *= 2;
    if (room == heard->head_room)
        return true;
    char *head = realloc(heard->head, room);
    if (head == NULL)
        return false;
    heard->head = head;
    heard->head_room = room;
    return true;
}

// Without memory for it, the rest is only counted.
static void add_to_tail(struct heard *heard, const char *bytes, size_t length)
{
    heard->beyond += length;
    if (heard->tail == NULL && (heard->tail = malloc(LINK_STDERR_TAIL_BYTES)) == NULL)
        return;
    while (length > 0) {
        size_t run = smaller(length, LINK_STDERR_TAIL_BYTES - heard->tail_at);
        memcpy(heard->tail + heard->tail_at, bytes, run);
        heard->tail_at = (heard->tail_at + run) % LINK_STDERR_TAIL_BYTES;
        bytes += run;
        length -= run;
    }
}

void heard_add(struct heard *heard, const char *bytes, size_t length)
{
    size_t into_head = smaller(length, LINK_STDERR_HEAD_BYTES - heard->head_bytes);
    if (into_head > 0 && heard->beyond == 0 && grow_head(heard, heard->head_bytes + into_head)) {
        memcpy(heard->head + heard->head_bytes, bytes, into_head);
        heard->head_bytes += into_head;
        bytes += into_head;
        length -= into_head;
    }
    if (length > 0)
        add_to_tail(heard, bytes, length);
}

static void reverse(char *bytes, size_t length)
{
    for (size_t i = 0, j = length; i + 1 < j; i++) {
        char c = bytes[i];
        bytes[i] = bytes[--j];
        bytes[j] = c;
    }
}

// Three reversals turn a full ring in place.
static void straighten(struct heard *heard)
{
    reverse(heard->tail, heard->tail_at);
    reverse(heard->tail + heard->tail_at, LINK_STDERR_TAIL_BYTES - heard->tail_at);
    reverse(heard->tail, LINK_STDERR_TAIL_BYTES);
    heard->tail_at = 0;
}

struct link_stderr heard_view(struct heard *heard)
{
    struct link_stderr view = {
        .head = heard->head_bytes > 0 ? heard->head : "",
        .head_bytes = heard->head_bytes,
        .tail = "",
        .dropped_bytes = heard->beyond,
    };
    if (heard->tail != NULL) {
        bool full = heard->beyond >= LINK_STDERR_TAIL_BYTES;
        if (full)
            straighten(heard);
        view.tail = heard->tail;
        view.tail_bytes = full ? LINK_STDERR_TAIL_BYTES : heard->tail_at;
        view.dropped_bytes = heard->beyond - view.tail_bytes;
    }
    return view;
}

void heard_destroy(struct heard *heard)
{
    free(heard->head);
    free(heard->tail);
    *heard = (struct heard){0};
}
