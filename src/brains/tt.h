// The transposition table: what a search has found out about positions, for the next time that it
// meets them. The threads of a search share it without locks: if two of them write an entry at the
// same time, a reader sees that it is wrong and does not use it.
#ifndef AGON_BRAINS_TT_H
#define AGON_BRAINS_TT_H

#include "games/game.h"

#include <stdatomic.h>

enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT };

struct tt_entry {
    move best;      // or MOVE_NONE
    int16_t score;  // each engine decides what it means; with TT_UPPER the score is at most this
    uint16_t extra; // for the engine
    uint8_t depth;  // how much work the entry took: those with less are replaced first
    enum tt_bound bound;
};

enum { TT_SLOTS = 4 };

// `check` is the key, xored with `data`.
struct tt_slot {
    _Atomic uint64_t check, data;
};

struct tt_bucket {
    _Alignas(64) struct tt_slot slots[TT_SLOTS];
};

struct tt {
    void *memory; // in which the buckets lie
    size_t bytes; // of it
    struct tt_bucket *buckets;
    uint64_t mask;
    size_t huge_bytes; // of the buckets, from the first on, that lie in huge pages
    unsigned age;      // of the present search
};

// Makes a table with the greatest power of two of buckets that fits into `bytes`, at least one
// bucket. Returns false if memory runs out.
bool tt_init(struct tt *t, size_t bytes);
void tt_destroy(struct tt *t);
// Makes the table as new. (A new table for each game would take half of the time where games are
// short.)
void tt_clear(struct tt *t);
// Moves a large table that has not been used yet into huge pages of memory, in which it is faster.
// The system may take milliseconds to find one page, so this goes on until the time `until_ns` (as
// clock_now_ns counts it) or until `stop`, which may be NULL, is true. The rest stays in small
// pages.
void tt_take_huge_pages(struct tt *t, int64_t until_ns, const atomic_bool *stop);
// To be called when another search begins: from now on entries of earlier ones are replaced first.
void tt_grow_old(struct tt *t);

enum { TT_AGES = 64 };

// best 16, score 16, extra 16, depth 8, age 6, bound 2
static inline uint64_t tt_pack(const struct tt_entry *e, unsigned age)
{
    return (uint64_t)e->best | (uint64_t)(uint16_t)e->score << 16 | (uint64_t)e->extra << 32 |
        (uint64_t)e->depth << 48 | (uint64_t)age << 56 | (uint64_t)e->bound << 62;
}

static inline void tt_unpack(uint64_t data, struct tt_entry *e)
{
    *e = (struct tt_entry){.best = (move)data,
        .score = (int16_t)(data >> 16),
        .extra = (uint16_t)(data >> 32),
        .depth = (uint8_t)(data >> 48),
        .bound = (enum tt_bound)(data >> 62)};
}

static inline void tt_prefetch(const struct tt *t, uint64_t key)
{
    __builtin_prefetch(&t->buckets[key & t->mask]);
}

// Returns false if the table knows nothing of the position with this key.
static inline bool tt_probe(const struct tt *t, uint64_t key, struct tt_entry *e)
{
    struct tt_bucket *bucket = &t->buckets[key & t->mask];
    for (int i = 0; i < TT_SLOTS; i++) {
        struct tt_slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key && data != 0) {
            tt_unpack(data, e);
            return true;
        }
    }
    return false;
}

// Replaces the entry of the same position, or the one that is worth least: an old one, then one
// with little depth.
static inline void tt_store(struct tt *t, uint64_t key, const struct tt_entry *e)
{
    struct tt_bucket *bucket = &t->buckets[key & t->mask];
    struct tt_slot *worst = NULL;
    int least = INT32_MAX;
    for (int i = 0; i < TT_SLOTS; i++) {
        struct tt_slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key || data == 0) {
            worst = slot;
            break;
        }
        unsigned years = (t->age - (unsigned)(data >> 56)) % TT_AGES;
        int worth = (int)(data >> 48 & 0xFF) - 256 * (int)years;
        if (worth < least) {
            least = worth;
            worst = slot;
        }
    }
    uint64_t data = tt_pack(e, t->age);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}

#endif
