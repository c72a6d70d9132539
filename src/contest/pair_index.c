#include "contest/pair_index.h"

#include "base/random.h"

#include <stdlib.h>

enum { PAIRS_LEAST = 64 };

static uint64_t pair_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

void pair_index_destroy(struct pair_index *x)
{
    free(x->keys);
    free(x->slots);
    *x = (struct pair_index){0};
}

// Returns the slot of this pair, or the free one where it belongs. There are always free slots.
static uint32_t *pair_index_slot(const struct pair_index *x, uint64_t key)
{
    size_t at = random_mix(key) & (x->slot_count - 1);
    while (x->slots[at] != 0 && x->keys[x->slots[at] - 1] != key)
        at = (at + 1) & (x->slot_count - 1);
    return &x->slots[at];
}

size_t pair_index_find(const struct pair_index *x, uint32_t a, uint32_t b)
{
    uint32_t slot = x->count > 0 ? *pair_index_slot(x, pair_key(a, b)) : 0;
    return slot > 0 ? slot - 1 : PAIR_INDEX_NONE;
}

// Twice the pairs, and twice as many slots as pairs.
void *pair_index_reserve(struct pair_index *x, void *items, size_t item_bytes)
{
    if (x->count < x->capacity)
        return items;
    size_t capacity = x->capacity > 0 ? 2 * x->capacity : PAIRS_LEAST;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    uint64_t *keys = slots ? realloc(x->keys, capacity * sizeof *keys) : NULL;
    x->keys = keys ? keys : x->keys; // more room does no harm if the rest fails
    void *grown = keys ? realloc(items, capacity * item_bytes) : NULL;
    if (!grown) {
        free(slots);
        return NULL;
    }
    free(x->slots);
    x->slots = slots;
    x->slot_count = 2 * capacity;
    x->capacity = capacity;
    for (size_t i = 0; i < x->count; i++)
        *pair_index_slot(x, keys[i]) = (uint32_t)i + 1;
    return grown;
}

size_t pair_index_add(struct pair_index *x, uint32_t a, uint32_t b)
{
    uint64_t key = pair_key(a, b);
    uint32_t *slot = pair_index_slot(x, key);
    if (*slot == 0) {
        x->keys[x->count] = key;
        *slot = (uint32_t)++x->count;
    }
    return *slot - 1;
}
