#include "event_heap.h"

#include <stdbool.h>
#include <stdlib.h>

static bool event_before(const struct event *a, const struct event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

void event_heap_add(struct event_heap *h, struct event e)
{
    if (h->count == h->room) {
        h->room = h->room ? h->room * 2 : 1024;
        h->items = realloc(h->items, h->room * sizeof *h->items);
        if (!h->items)
            exit(1);
    }
    e.order = h->order++;
    size_t i = h->count++;
    for (; i > 0 && event_before(&e, &h->items[(i - 1) / 2]); i = (i - 1) / 2)
        h->items[i] = h->items[(i - 1) / 2];
    h->items[i] = e;
}

struct event event_heap_next(struct event_heap *h)
{
    struct event first = h->items[0], last = h->items[--h->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < h->count; i = child) {
        child += child + 1 < h->count && event_before(&h->items[child + 1], &h->items[child]);
        if (!event_before(&h->items[child], &last))
            break;
        h->items[i] = h->items[child];
    }
    h->items[i] = last;
    return first;
}
