#include "arena/recent_records.h"

void recent_records_init(struct recent_records *r)
{
    *r = (struct recent_records){0};
    pthread_mutex_init(&r->lock, NULL);
}

static struct recent_record *recent_records_at(struct recent_records *r, size_t index)
{
    return &r->list[(r->first + index) % RECENT_RECORDS_MOST];
}

static void recent_records_drop_oldest(struct recent_records *r)
{
    struct recent_record *oldest = recent_records_at(r, 0);
    r->bytes -= oldest->bytes.length;
    text_destroy(&oldest->bytes);
    r->first = (r->first + 1) % RECENT_RECORDS_MOST;
    r->count--;
}

void recent_records_destroy(struct recent_records *r)
{
    while (r->count > 0)
        recent_records_drop_oldest(r);
    pthread_mutex_destroy(&r->lock);
}

// The newest record of this number, or NULL.
static struct recent_record *recent_records_find(struct recent_records *r, int64_t game)
{
    for (size_t i = r->count; i > 0; i--) {
        struct recent_record *record = recent_records_at(r, i - 1);
        if (record->game == game)
            return record;
    }
    return NULL;
}

void recent_records_put(struct recent_records *r, int64_t game, const char *bytes, size_t length)
{
    struct text copy = text_growing();
    text_bytes(&copy, bytes, length);
    pthread_mutex_lock(&r->lock);
    // An older one of the same number stays in the ring until its turn comes, without its bytes.
    struct recent_record *older = recent_records_find(r, game);
    if (older) {
        r->bytes -= older->bytes.length;
        text_destroy(&older->bytes);
        older->game = 0;
    }
    while (r->count > 0 &&
        (r->count == RECENT_RECORDS_MOST || r->bytes + copy.length > RECENT_RECORDS_MOST_BYTES))
        recent_records_drop_oldest(r);
    if (!copy.cut) {
        *recent_records_at(r, r->count++) = (struct recent_record){game, copy};
        r->bytes += copy.length;
    }
    pthread_mutex_unlock(&r->lock);
    if (copy.cut)
        text_destroy(&copy);
}

bool recent_records_copy(struct recent_records *r, int64_t game, size_t from, struct text *out)
{
    pthread_mutex_lock(&r->lock);
    const struct recent_record *record = recent_records_find(r, game);
    bool here = record && from <= record->bytes.length;
    if (here)
        text_bytes(out, record->bytes.bytes + from, record->bytes.length - from);
    pthread_mutex_unlock(&r->lock);
    return here;
}
