// What a contest writes besides its games: games that become void, and entries for the log. They
// wait here until the store has room for them.
#ifndef AGON_CLI_CHORES_H
#define AGON_CLI_CHORES_H

#include "store/store.h"

struct chore;

struct chores {
    struct chore *first, **end;
};

void chores_init(struct chores *c);
void chores_destroy(struct chores *c);

// False: out of memory.
bool chores_void(struct chores *c, int64_t pair, int game, const char *words);
bool chores_entry(struct chores *c, const char *kind, const char *words);

// Hands them to the store as long as it has room for more than `reserved` additions. False and
// words: the store has failed.
bool chores_do(struct chores *c, struct store *s, size_t reserved, struct error *e);

#endif
