// What a contest writes besides its games: games that become void, and entries for the log. They
// wait here until the store has room for them.
#ifndef AGON_ARENA_PENDING_WRITES_H
#define AGON_ARENA_PENDING_WRITES_H

#include "store/store.h"

struct pending_write;

struct pending_writes {
    struct pending_write *first, **end;
};

void pending_writes_init(struct pending_writes *c);
void pending_writes_destroy(struct pending_writes *c);

// Both return false when memory runs out.
bool pending_writes_void(struct pending_writes *c, int64_t pair, int game, const char *words);
bool pending_writes_entry(struct pending_writes *c, const char *kind, const char *words);

// Gives them to the store as long as it has room for more than `reserved` additions. Returns false
// with `e` if the store has failed.
bool pending_writes_do(struct pending_writes *c, struct store *s, size_t reserved, struct error *e);

#endif
