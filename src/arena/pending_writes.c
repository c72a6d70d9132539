#include "arena/pending_writes.h"

#include <stdio.h>
#include <stdlib.h>

struct pending_write {
    struct pending_write *next;
    const char *kind; // of an entry; NULL: a game becomes void
    int64_t pair;
    int game;
    char words[ERROR_WORDS_BYTES];
};

void pending_writes_init(struct pending_writes *c)
{
    *c = (struct pending_writes){.end = &c->first};
}

static void pending_writes_drop_first(struct pending_writes *c)
{
    struct pending_write *first = c->first;
    c->first = first->next;
    if (!c->first)
        c->end = &c->first;
    free(first);
}

void pending_writes_destroy(struct pending_writes *c)
{
    while (c->first)
        pending_writes_drop_first(c);
}

static bool pending_writes_add(
    struct pending_writes *c, const struct pending_write *write, const char *words)
{
    struct pending_write *kept = malloc(sizeof *kept);
    if (!kept)
        return false;
    *kept = *write;
    snprintf(kept->words, sizeof kept->words, "%s", words);
    *c->end = kept;
    c->end = &kept->next;
    return true;
}

bool pending_writes_void(struct pending_writes *c, int64_t pair, int game, const char *words)
{
    return pending_writes_add(c, &(struct pending_write){.pair = pair, .game = game}, words);
}

bool pending_writes_entry(struct pending_writes *c, const char *kind, const char *words)
{
    return pending_writes_add(c, &(struct pending_write){.kind = kind}, words);
}

bool pending_writes_do(struct pending_writes *c, struct store *s, size_t reserved, struct error *e)
{
    while (c->first && store_room(s) > reserved) {
        const struct pending_write *it = c->first;
        bool added = it->kind ? store_add_entry(s, it->kind, it->words, NULL, e)
                              : store_void_game(s, it->pair, it->game, it->words, NULL, e);
        if (!added)
            return false;
        pending_writes_drop_first(c);
    }
    return true;
}
