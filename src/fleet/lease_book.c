#include "fleet/lease_book.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

uint64_t lease_digest(const char *text)
{
    unsigned char hash[SHA256_BYTES];
    uint64_t number;
    struct sha256 s = sha256_begin();
    sha256_add(&s, text, strlen(text));
    sha256_end(&s, hash);
    memcpy(&number, hash, sizeof number);
    return number;
}

static struct lease **lease_book_bucket(struct lease_book *b, int64_t number)
{
    return &b->buckets[(uint64_t)((number - 1) / LEASE_GAMES) % LEASE_BUCKETS];
}

struct lease *lease_book_add(struct lease_book *b, int64_t first, int count, int copy)
{
    struct lease *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    struct lease **bucket = lease_book_bucket(b, first);
    *l = (struct lease){
        .first = first, .count = count, .copy = copy, .next = *bucket, .behind = b->all};
    *bucket = l;
    if (b->all)
        b->all->before = l;
    b->all = l;
    return l;
}

// Nobody waits for the end of a copy.
static bool lease_book_counts(const struct lease *l)
{
    return l->copy == 0 && lease_is_open(l);
}

void lease_book_remove(struct lease_book *b, struct lease *l)
{
    struct lease **at = lease_book_bucket(b, l->first);
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    if (l->before)
        l->before->behind = l->behind;
    else
        b->all = l->behind;
    if (l->behind)
        l->behind->before = l->before;
    b->open -= lease_book_counts(l);
    free(l);
}

void lease_book_destroy(struct lease_book *b)
{
    while (b->all)
        lease_book_remove(b, b->all);
}

struct lease *lease_book_find(struct lease_book *b, int64_t number, int copy, int *which)
{
    for (struct lease *l = *lease_book_bucket(b, number); l; l = l->next) {
        if (l->copy == copy && number >= l->first && number < l->first + l->count) {
            *which = (int)(number - l->first);
            return l;
        }
    }
    return NULL;
}

bool lease_is_open(const struct lease *l)
{
    for (int i = 0; i < l->count; i++) {
        if (l->games[i].stage == LEASE_AWAITED)
            return true;
    }
    return false;
}

bool lease_is_over(const struct lease *l)
{
    for (int i = 0; i < l->count; i++) {
        if (l->games[i].stage == LEASE_AWAITED || l->games[i].stage == LEASE_DONE)
            return false;
    }
    return true;
}

void lease_book_stage(struct lease_book *b, struct lease *l, int which, enum lease_stage stage)
{
    b->open -= lease_book_counts(l);
    l->games[which].stage = stage;
    b->open += lease_book_counts(l);
}
