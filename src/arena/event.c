#include "arena/event.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct arena_event *arena_event_create(
    enum arena_event_kind kind, int64_t game, const char *text, size_t length)
{
    struct arena_event *event = calloc(1, sizeof *event);
    if (!event)
        return NULL;
    event->kind = kind;
    event->game = game;
    event->seat = event->player = NOBODY;
    event->bytes = sizeof *event;
    atomic_init(&event->holders, 1);
    if (!text)
        return event;
    event->text = malloc(length + 1);
    if (!event->text) {
        free(event);
        return NULL;
    }
    memcpy(event->text, text, length);
    event->text[length] = '\0';
    event->length = length;
    event->bytes += length + 1;
    return event;
}

bool arena_event_set_setup(struct arena_event *event, const struct arena_setup *setup)
{
    event->setup = malloc(sizeof *event->setup);
    if (!event->setup)
        return false;
    *event->setup = *setup;
    event->bytes += sizeof *setup;
    return true;
}

// A result is packed by leaving out runs of zeros. Each run is told by this, and the bytes that
// follow it in the packed form are those that follow the zeros in the result.
struct packed_run {
    uint16_t zeros, bytes;
};

enum {
    PACKED_RUN_LEAST = 2 * sizeof(struct packed_run), // zeros; fewer are copied
    PACKED_BYTES_MOST = sizeof(struct result) + sizeof(struct packed_run),
    PACKED_BLOCK = 64 // bytes that are compared at once
};
static_assert(sizeof(struct result) <= UINT16_MAX, "a run of a result can be counted");

static bool are_zeros(const unsigned char *bytes, size_t count)
{
    static const unsigned char zeros[PACKED_BLOCK];
    return memcmp(bytes, zeros, count) == 0;
}

// The run that begins there.
static struct packed_run find_run(const unsigned char *from, size_t left)
{
    struct packed_run run = {0};
    while (left - run.zeros >= PACKED_BLOCK && are_zeros(from + run.zeros, PACKED_BLOCK))
        run.zeros += PACKED_BLOCK;
    while (run.zeros < left && from[run.zeros] == 0)
        run.zeros++;
    from += run.zeros;
    left -= run.zeros;
    while (run.bytes < left &&
        (left - run.bytes < PACKED_RUN_LEAST || !are_zeros(from + run.bytes, PACKED_RUN_LEAST)))
        run.bytes++;
    return run;
}

// Returns how many bytes it takes.
static size_t pack_result(const struct result *result, unsigned char packed[PACKED_BYTES_MOST])
{
    const unsigned char *from = (const unsigned char *)result;
    size_t length = 0;
    for (size_t at = 0; at < sizeof *result;) {
        struct packed_run run = find_run(from + at, sizeof *result - at);
        at += run.zeros;
        memcpy(packed + length, &run, sizeof run);
        memcpy(packed + length + sizeof run, from + at, run.bytes);
        at += run.bytes;
        length += sizeof run + run.bytes;
    }
    return length;
}

bool arena_event_set_result(struct arena_event *event, const struct result *result)
{
    unsigned char packed[PACKED_BYTES_MOST];
    size_t length = pack_result(result, packed);
    event->packed = malloc(length);
    if (!event->packed)
        return false;
    memcpy(event->packed, packed, length);
    event->bytes += length;
    return true;
}

void arena_event_result(const struct arena_event *event, struct result *r)
{
    unsigned char *to = (unsigned char *)r;
    const unsigned char *packed = event->packed;
    for (size_t at = 0; at < sizeof *r;) {
        struct packed_run run;
        memcpy(&run, packed, sizeof run);
        memset(to + at, 0, run.zeros);
        memcpy(to + at + run.zeros, packed + sizeof run, run.bytes);
        at += run.zeros + run.bytes;
        packed += sizeof run + run.bytes;
    }
}

void arena_event_hold(struct arena_event *event)
{
    atomic_fetch_add_explicit(&event->holders, 1, memory_order_relaxed);
}

void arena_event_release(struct arena_event *event)
{
    if (!event || atomic_fetch_sub_explicit(&event->holders, 1, memory_order_acq_rel) > 1)
        return;
    free(event->setup);
    free(event->packed);
    free(event->text);
    free(event);
}

bool arena_event_is_fact(enum arena_event_kind kind)
{
    return (ARENA_FACTS & ARENA_WANTS(kind)) != 0;
}
