#include "brains/tt.h"

#include <stdlib.h>

bool tt_init(struct tt *t, size_t bytes)
{
    size_t count = 1;
    while (count * 2 * sizeof *t->buckets <= bytes)
        count *= 2;
    // Memory from calloc costs nothing until it is written: a short game needs little of it.
    char *memory = calloc(count + 1, sizeof *t->buckets);
    size_t beyond = (uintptr_t)memory % _Alignof(struct tt_bucket);
    *t = (struct tt){.memory = memory, .mask = count - 1};
    if (memory)
        t->buckets = (struct tt_bucket *)(void *)(memory + _Alignof(struct tt_bucket) - beyond);
    return memory != NULL;
}

void tt_destroy(struct tt *t)
{
    free(t->memory);
    *t = (struct tt){0};
}

void tt_grow_old(struct tt *t)
{
    t->age = (t->age + 1) % TT_AGES;
}
