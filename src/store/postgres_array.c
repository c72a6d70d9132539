#include "store/postgres_array.h"

#include <arpa/inet.h>
#include <endian.h>
#include <string.h>

// The form of an array that travels as bytes: the number of dimensions, whether it has NULLs, the
// type of its items; then for the one dimension its length and its first index; then each item with
// its length before it.
enum { HEADER_BYTES = 20, AT_LENGTH = 12, ITEM_IS_NULL = -1, BINARY = 1 };

// From the catalogue of PostgreSQL (pg_type), which never changes them.
static const struct {
    Oid item, array;
} postgres_array_types[] = {
    [POSTGRES_NUMBERS] = {20, 1016},
    [POSTGRES_TEXTS] = {25, 1009},
    [POSTGRES_BYTE_STRINGS] = {17, 1001},
};

static void postgres_array_put(struct postgres_array *a, uint32_t number)
{
    uint32_t big = htonl(number);
    text_bytes(&a->bytes, (const char *)&big, sizeof big);
}

static void postgres_array_begin(struct postgres_array *a)
{
    text_clear(&a->bytes);
    a->count = 0;
    postgres_array_put(a, 1);
    postgres_array_put(a, 0);
    postgres_array_put(a, postgres_array_types[a->kind].item);
    postgres_array_put(a, 0);
    postgres_array_put(a, 1);
}

struct postgres_array postgres_array(enum postgres_array_kind kind)
{
    struct postgres_array a = {.kind = kind, .bytes = text_growing()};
    postgres_array_begin(&a);
    return a;
}

void postgres_array_destroy(struct postgres_array *a)
{
    text_destroy(&a->bytes);
}

void postgres_array_clear(struct postgres_array *a)
{
    postgres_array_begin(a);
}

void postgres_array_bytes(struct postgres_array *a, const void *bytes, size_t length)
{
    postgres_array_put(a, (uint32_t)length);
    text_bytes(&a->bytes, bytes, length);
    a->count++;
}

void postgres_array_number(struct postgres_array *a, int64_t number)
{
    uint64_t big = htobe64((uint64_t)number);
    postgres_array_bytes(a, &big, sizeof big);
}

void postgres_array_text(struct postgres_array *a, const char *text)
{
    postgres_array_bytes(a, text, strlen(text));
}

bool postgres_add_array(struct postgres_parameters *p, struct postgres_array *a, struct error *e)
{
    if (a->bytes.cut || a->bytes.length < HEADER_BYTES)
        return error_set(e, "out of memory");
    uint32_t count = htonl((uint32_t)a->count);
    memcpy(a->bytes.bytes + AT_LENGTH, &count, sizeof count);
    postgres_add_value(
        p, postgres_array_types[a->kind].array, a->bytes.bytes, a->bytes.length, BINARY);
    return true;
}

// --- Results ---

static int32_t postgres_items_take(struct postgres_items *items)
{
    uint32_t number = 0;
    if ((size_t)(items->end - items->at) < sizeof number) {
        items->left = 0;
        return 0;
    }
    memcpy(&number, items->at, sizeof number);
    items->at += sizeof number;
    return (int32_t)ntohl(number);
}

struct postgres_items postgres_items(const PGresult *result, int row, int column)
{
    size_t length;
    const unsigned char *bytes = postgres_bytes(result, row, column, &length);
    struct postgres_items items = {.at = bytes, .end = bytes + length};
    if (length < HEADER_BYTES) // an empty list has no dimension
        return items;
    items.at += AT_LENGTH;
    items.left = postgres_items_take(&items);
    postgres_items_take(&items);
    return items;
}

bool postgres_items_next(struct postgres_items *items, const void **item, size_t *length)
{
    while (items->left > 0) {
        int32_t bytes = postgres_items_take(items);
        items->left--;
        if (bytes == ITEM_IS_NULL)
            continue;
        if (bytes < 0 || bytes > items->end - items->at)
            return false;
        *item = items->at;
        *length = (size_t)bytes;
        items->at += bytes;
        return true;
    }
    return false;
}

bool postgres_items_number(struct postgres_items *items, int64_t *number)
{
    const void *item;
    size_t length;
    uint64_t big;
    if (!postgres_items_next(items, &item, &length))
        return false;
    if (length == sizeof big) {
        memcpy(&big, item, sizeof big);
        *number = (int64_t)be64toh(big);
    } else {
        *number = length == 1 && *(const unsigned char *)item != 0;
    }
    return true;
}
