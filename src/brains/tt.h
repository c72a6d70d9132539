// The transposition table: what a search has found out about positions, for the next time it meets
// them. Shared by the threads of a search without locks: an entry that two of them wrote at once is
// seen to be wrong, and is not used.
#ifndef AGON_BRAINS_TT_H
#define AGON_BRAINS_TT_H

#include "games/game.h"

#include <stdatomic.h>

enum tt_bound { TT_NONE, TT_UPPER, TT_LOWER, TT_EXACT };

struct tt_entry {
    move best;      // or MOVE_NONE
    int16_t score;  // what it means is the engine's business; TT_UPPER: it is at most this
    uint16_t extra; // the engine's own
    uint8_t depth;  // how much work it took: the less, the sooner it is given up
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

// The greatest power of two of buckets that fits, at least one. False: out of memory.
bool tt_init(struct tt *t, size_t bytes);
void tt_destroy(struct tt *t);
// As it was when it was new. Where games are short, new pages for each would take half of the time.
void tt_clear(struct tt *t);
// Moves a large table that has not been used yet into huge pages, in which it is faster. One after
// the other, since the system may take milliseconds to find one: as many as it gets until then
// (clock_now_ns), or until `stop` (may be NULL). The rest stays in small ones.
void tt_take_huge_pages(struct tt *t, int64_t until_ns, const atomic_bool *stop);
// Another search begins: what earlier ones found goes first.
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

// Takes the place of the same position or of the one that is worth least: old, then shallow.
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
