// Lists as parameters and as results of a statement of PostgreSQL: bigint[], text[], bytea[] and
// boolean[].
#ifndef AGON_STORE_POSTGRES_ARRAY_H
#define AGON_STORE_POSTGRES_ARRAY_H

#include "base/text.h"
#include "store/postgres.h"

enum postgres_array_kind { POSTGRES_NUMBERS, POSTGRES_TEXTS, POSTGRES_BYTE_STRINGS };

// A list that is being built. Items are copied.
struct postgres_array {
    enum postgres_array_kind kind;
    int32_t count;
    struct text bytes; // as the server reads them
};

struct postgres_array postgres_array(enum postgres_array_kind kind);
void postgres_array_destroy(struct postgres_array *a);
void postgres_array_clear(struct postgres_array *a);

void postgres_array_number(struct postgres_array *a, int64_t number);
void postgres_array_text(struct postgres_array *a, const char *text);
void postgres_array_bytes(struct postgres_array *a, const void *bytes, size_t length);

// The next parameter is this list. It must live, unchanged, until the statement has been sent.
// Returns false and fills `e` if memory ran out while it was built.
bool postgres_add_array(struct postgres_parameters *p, struct postgres_array *a, struct error *e);

// Goes over the list in a result: items that are NULL are passed over.
struct postgres_items {
    const unsigned char *at, *end;
    int32_t left;
};

struct postgres_items postgres_items(const PGresult *result, int row, int column);
// Returns false when there are no more. `item` is not ended by a NUL.
bool postgres_items_next(struct postgres_items *items, const void **item, size_t *length);
// The same for numbers and booleans.
bool postgres_items_number(struct postgres_items *items, int64_t *number);

#endif
