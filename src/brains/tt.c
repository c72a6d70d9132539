#include "brains/tt.h"

#include <sys/mman.h>

// A table is read all over: with small pages most of the time goes into finding them.
// A small one is for short searches, which have no time to wait until huge pages are found.
enum { HUGE_PAGE_BYTES = 2 * 1024 * 1024, LARGE_BYTES = 16 * 1024 * 1024 };

bool tt_init(struct tt *t, size_t bytes)
{
    size_t count = 1;
    while (count * 2 * sizeof *t->buckets <= bytes)
        count *= 2;
    size_t size = count * sizeof *t->buckets;
    bool large = size >= LARGE_BYTES;
    *t = (struct tt){.mask = count - 1, .bytes = large ? size + HUGE_PAGE_BYTES : size};
    // Fresh pages are zero, and cost nothing until they are used.
    t->memory = mmap(NULL, t->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t->memory == MAP_FAILED) {
        *t = (struct tt){0};
        return false;
    }
    char *start = t->memory;
    if (large) {
        start += HUGE_PAGE_BYTES - (uintptr_t)start % HUGE_PAGE_BYTES;
        madvise(start, size, MADV_HUGEPAGE); // where there are none, small ones do
    }
    t->buckets = (struct tt_bucket *)(void *)start;
    return true;
}

void tt_destroy(struct tt *t)
{
    if (t->memory)
        munmap(t->memory, t->bytes);
    *t = (struct tt){0};
}

void tt_grow_old(struct tt *t)
{
    t->age = (t->age + 1) % TT_AGES;
}
