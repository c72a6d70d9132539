#include "web/blob.h"

#include "web/http/websocket.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    PACK_LEVEL = 4,        // 6 packs 5 % better and takes twice as long
    PACK_WINDOW = 15 + 16, // 32 KiB, and gzip's form
    PACK_MEMORY = 8,       // zlib's own default
};

static struct blob *blob_allocate(size_t length)
{
    struct blob *b = malloc(sizeof *b + length);
    if (b == NULL)
        return NULL;
    atomic_init(&b->holders, 1);
    b->packed = NULL;
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

// The room that deflateBound asks for is given back.
static struct blob *blob_pack(const struct blob *b, z_stream *z)
{
    size_t most = deflateBound(z, b->length);
    char *room = malloc(most);
    if (room == NULL)
        return NULL;
    z->next_in = (Bytef *)(uintptr_t)b->bytes;
    z->avail_in = (uInt)b->length;
    z->next_out = (Bytef *)room;
    z->avail_out = (uInt)most;
    struct blob *packed =
        deflate(z, Z_FINISH) == Z_STREAM_END ? blob_create(room, z->total_out) : NULL;
    free(room);
    return packed;
}

struct blob *blob_packed(struct blob *b)
{
    z_stream z = {0};
    if (b->packed != NULL || b->length > UINT32_MAX / 2 ||
        deflateInit2(&z, PACK_LEVEL, Z_DEFLATED, PACK_WINDOW, PACK_MEMORY, Z_DEFAULT_STRATEGY) !=
            Z_OK)
        return b->packed;
    b->packed = blob_pack(b, &z);
    deflateEnd(&z);
    return b->packed;
}

struct blob *blob_hold(struct blob *b)
{
    if (b != NULL)
        atomic_fetch_add_explicit(&b->holders, 1, memory_order_relaxed);
    return b;
}

void blob_release(struct blob *b)
{
    while (b != NULL && atomic_fetch_sub_explicit(&b->holders, 1, memory_order_acq_rel) == 1) {
        struct blob *packed = b->packed;
        free(b);
        b = packed;
    }
}
