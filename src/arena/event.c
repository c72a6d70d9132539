#include "arena/event.h"

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

bool arena_event_set_result(struct arena_event *event, const struct result *result)
{
    event->result = malloc(sizeof *event->result);
    if (!event->result)
        return false;
    *event->result = *result;
    event->bytes += sizeof *result;
    return true;
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
    free(event->result);
    free(event->text);
    free(event);
}

bool arena_event_is_fact(enum arena_event_kind kind)
{
    return (ARENA_FACTS & ARENA_WANTS(kind)) != 0;
}
