#include "store/pack.h"

#include "store/contents.h"

#include <stdlib.h>

#include <zstd.h>

enum { LEVEL = 1 }; // level 3 takes twice the time and saves nothing (docs/performance.md)

static bool pack_make_room(void **bytes, size_t *capacity, size_t needed)
{
    if (needed <= *capacity)
        return true;
    void *larger = realloc(*bytes, needed);
    if (larger == NULL)
        return false;
    *bytes = larger;
    *capacity = needed;
    return true;
}

// --- Packing ---

struct packer {
    ZSTD_CCtx *context;
    ZSTD_CDict *dictionary; // NULL: none yet
    size_t dictionary_bytes;
    void *frame;
    size_t capacity;
};

struct packer *packer_create(void)
{
    struct packer *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->context = ZSTD_createCCtx();
    if (p->context != NULL)
        return p;
    free(p);
    return NULL;
}

void packer_destroy(struct packer *p)
{
    if (p == NULL)
        return;
    ZSTD_freeCCtx(p->context);
    ZSTD_freeCDict(p->dictionary);
    free(p->frame);
    free(p);
}

bool packer_wants(const struct packer *p, size_t length)
{
    return length >= PACK_DICTIONARY_LEAST_BYTES &&
        p->dictionary_bytes < PACK_DICTIONARY_MOST_BYTES && length >= 2 * p->dictionary_bytes;
}

static struct packed packer_result(const struct packer *p, size_t length)
{
    return ZSTD_isError(length) ? (struct packed){0} : (struct packed){p->frame, length};
}

struct packed packer_set_dictionary(struct packer *p, const char *record, size_t length)
{
    size_t bytes = length < PACK_DICTIONARY_MOST_BYTES ? length : PACK_DICTIONARY_MOST_BYTES;
    if (!pack_make_room(&p->frame, &p->capacity, ZSTD_compressBound(bytes)))
        return (struct packed){0};
    ZSTD_CDict *dictionary = ZSTD_createCDict(record, bytes, LEVEL);
    if (dictionary == NULL)
        return (struct packed){0};
    ZSTD_freeCDict(p->dictionary);
    p->dictionary = dictionary;
    p->dictionary_bytes = bytes;
    return packer_result(
        p, ZSTD_compressCCtx(p->context, p->frame, p->capacity, record, bytes, LEVEL));
}

struct packed packer_pack(struct packer *p, const char *record, size_t length)
{
    if (!pack_make_room(&p->frame, &p->capacity, ZSTD_compressBound(length)))
        return (struct packed){0};
    return packer_result(p,
        p->dictionary != NULL
            ? ZSTD_compress_usingCDict(
                  p->context, p->frame, p->capacity, record, length, p->dictionary)
            : ZSTD_compressCCtx(p->context, p->frame, p->capacity, record, length, LEVEL));
}

// --- Unpacking ---

struct unpacker {
    ZSTD_DCtx *context;
    ZSTD_DDict *dictionary; // NULL: none
    void *bytes;
    size_t capacity;
};

struct unpacker *unpacker_create(void)
{
    struct unpacker *u = calloc(1, sizeof *u);
    if (u == NULL)
        return NULL;
    u->context = ZSTD_createDCtx();
    if (u->context != NULL)
        return u;
    free(u);
    return NULL;
}

void unpacker_destroy(struct unpacker *u)
{
    if (u == NULL)
        return;
    ZSTD_freeDCtx(u->context);
    ZSTD_freeDDict(u->dictionary);
    free(u->bytes);
    free(u);
}

// Whatever a frame claims, no more than `most` bytes are allocated and written.
static bool unpacker_read(struct unpacker *u, const struct packed *packed, size_t most,
    const ZSTD_DDict *dictionary, struct unpacked *unpacked, struct error *e)
{
    unsigned long long claimed = ZSTD_getFrameContentSize(packed->frame, packed->length);
    if (claimed == ZSTD_CONTENTSIZE_ERROR || claimed == ZSTD_CONTENTSIZE_UNKNOWN)
        return error_set(e, "its record is damaged: agon has not packed it");
    if (claimed > most)
        return error_set(e, "its record is damaged: it claims to have %llu bytes", claimed);
    unpacked->out_of_memory = !pack_make_room(&u->bytes, &u->capacity, (size_t)claimed + 1);
    if (unpacked->out_of_memory)
        return error_set(e, "there is no memory for its record");
    size_t got = ZSTD_decompress_usingDDict(
        u->context, u->bytes, (size_t)claimed, packed->frame, packed->length, dictionary);
    if (ZSTD_isError(got) || got != claimed)
        return error_set(e, "its record is damaged: it cannot be unpacked");
    *unpacked = (struct unpacked){.bytes = u->bytes, .length = got};
    return true;
}

bool unpacker_set_dictionary(struct unpacker *u, const struct packed *packed)
{
    struct unpacked unpacked = {0};
    struct error ignored;
    ZSTD_freeDDict(u->dictionary);
    u->dictionary = NULL;
    if (unpacker_read(u, packed, PACK_DICTIONARY_MOST_BYTES, NULL, &unpacked, &ignored))
        u->dictionary = ZSTD_createDDict(unpacked.bytes, unpacked.length);
    return u->dictionary != NULL;
}

bool unpacker_unpack(struct unpacker *u, const struct packed *packed, bool with_dictionary,
    struct unpacked *unpacked, struct error *e)
{
    if (with_dictionary && u->dictionary == NULL)
        return error_set(e, "its record cannot be unpacked: its dictionary is missing or damaged");
    return unpacker_read(
        u, packed, STORE_RECORD_MOST_BYTES, with_dictionary ? u->dictionary : NULL, unpacked, e);
}

void pack_library(struct text *out)
{
    text_format(out, "zstd %s", ZSTD_versionString());
}
