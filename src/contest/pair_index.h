// Numbers pairs of players in the order in which they first come, 0, 1, 2, ..., and finds the
// number of a pair again. For tables that hold something for each such pair: the something lies in
// an array of the caller, by that number.
#ifndef AGON_CONTEST_PAIR_INDEX_H
#define AGON_CONTEST_PAIR_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAIR_INDEX_NONE SIZE_MAX

// All zero is an empty index.
struct pair_index {
    uint64_t *keys; // by number: the two players
    size_t count;
    size_t capacity;
    uint32_t *slots; // a hash table: a number plus 1, or 0 if the slot is free
    size_t slot_count;
};

void pair_index_destroy(struct pair_index *x); // leaves an empty one

// Returns the number of the pair, or PAIR_INDEX_NONE. The order of the two players matters.
size_t pair_index_find(const struct pair_index *x, uint32_t a, uint32_t b);

// Makes room for one more pair, in the index and in the caller's array `items`, whose items have
// `item_bytes` bytes. Returns the array, which may have moved. Returns NULL if memory runs out;
// then nothing has changed.
void *pair_index_reserve(struct pair_index *x, void *items, size_t item_bytes);

// Returns the number of the pair. If the pair is new, that is the count before. pair_index_reserve
// must have been called before.
size_t pair_index_add(struct pair_index *x, uint32_t a, uint32_t b);

#endif
