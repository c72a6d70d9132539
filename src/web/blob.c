#include "web/blob.h"

#include "web/http/websocket.h"

#include <stdlib.h>
#include <string.h>

static struct blob *blob_allocate(size_t length)
{
    struct blob *b = malloc(sizeof *b + length);
    if (b == NULL)
        return NULL;
    atomic_init(&b->holders, 1);
    b->length = length;
    return b;
}

struct blob *blob_create(const char *bytes, size_t length)
{
    struct blob *b = blob_allocate(length);
    if (b != NULL && length > 0)
        memcpy(b->bytes, bytes, length);
    return b;
}

struct blob *blob_of_text(const struct text *t)
{
    return t->cut ? NULL : blob_create(t->bytes, t->length);
}

struct blob *blob_frame(const struct text *t)
{
    unsigned char head[WEBSOCKET_HEAD_BYTES_MOST];
    if (t->cut)
        return NULL;
    size_t head_bytes = websocket_head(head, WEBSOCKET_TEXT, t->length);
    struct blob *b = blob_allocate(head_bytes + t->length);
    if (b == NULL)
        return NULL;
    memcpy(b->bytes, head, head_bytes);
    memcpy(b->bytes + head_bytes, t->bytes, t->length);
    return b;
}

struct blob *blob_hold(struct blob *b)
{
    if (b != NULL)
        atomic_fetch_add_explicit(&b->holders, 1, memory_order_relaxed);
    return b;
}

void blob_release(struct blob *b)
{
    if (b != NULL && atomic_fetch_sub_explicit(&b->holders, 1, memory_order_acq_rel) == 1)
        free(b);
}
