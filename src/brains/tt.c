#include "brains/tt.h"

#include "base/clock.h"

#include <string.h>
#include <sys/mman.h>

// A table is read all over: in small pages up to a third of the time goes into finding them. A
// small table is for short searches, which have no time to wait until huge pages are found.
enum { HUGE_PAGE_BYTES = 2 * 1024 * 1024, LARGE_BYTES = 16 * 1024 * 1024 };

static size_t size_of(const struct tt *t)
{
    return (t->mask + 1) * sizeof *t->buckets;
}

bool tt_init(struct tt *t, size_t bytes)
{
    size_t count = 1;
    while (count * 2 * sizeof *t->buckets <= bytes)
        count *= 2;
    *t = (struct tt){.mask = count - 1};
    const bool large = size_of(t) >= LARGE_BYTES;
    t->bytes = large ? size_of(t) + HUGE_PAGE_BYTES : size_of(t);
    // Fresh pages are zero, and cost nothing until they are used.
    t->memory = mmap(NULL, t->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t->memory == MAP_FAILED) {
        *t = (struct tt){0};
        return false;
    }
    char *start = t->memory;
    if (large) {
        start += HUGE_PAGE_BYTES - (uintptr_t)start % HUGE_PAGE_BYTES;
        madvise(start, size_of(t), MADV_NOHUGEPAGE); // whatever is usual here
    }
    t->buckets = (struct tt_bucket *)(void *)start;
    return true;
}

void tt_take_huge_pages(struct tt *t, int64_t until_ns, const atomic_bool *stop)
{
    if (size_of(t) < LARGE_BYTES)
        return;
    while (t->huge_bytes < size_of(t) && clock_now_ns() < until_ns &&
        !(stop && atomic_load_explicit(stop, memory_order_relaxed))) {
        struct tt_bucket *page = t->buckets + t->huge_bytes / sizeof *page;
        // Where there are none, small ones do. The first use is what takes time.
        madvise(page, HUGE_PAGE_BYTES, MADV_HUGEPAGE);
        atomic_store_explicit(&page->slots[0].data, 0, memory_order_relaxed);
        t->huge_bytes += HUGE_PAGE_BYTES;
    }
}

void tt_destroy(struct tt *t)
{
    if (t->memory)
        munmap(t->memory, t->bytes);
    *t = (struct tt){0};
}

void tt_clear(struct tt *t)
{
    memset((void *)t->buckets, 0, size_of(t));
    t->age = 0;
}

void tt_grow_old(struct tt *t)
{
    t->age = (t->age + 1) % TT_AGES;
}
