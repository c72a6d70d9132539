#include "cli/chores.h"

#include <stdio.h>
#include <stdlib.h>

struct chore {
    struct chore *next;
    const char *kind; // of an entry; NULL: a game becomes void
    int64_t pair;
    int game;
    char words[ERROR_WORDS_BYTES];
};

void chores_init(struct chores *c)
{
    *c = (struct chores){.end = &c->first};
}

static void drop_first(struct chores *c)
{
    struct chore *first = c->first;
    c->first = first->next;
    if (!c->first)
        c->end = &c->first;
    free(first);
}

void chores_destroy(struct chores *c)
{
    while (c->first)
        drop_first(c);
}

static bool add(struct chores *c, const struct chore *chore, const char *words)
{
    struct chore *kept = malloc(sizeof *kept);
    if (!kept)
        return false;
    *kept = *chore;
    snprintf(kept->words, sizeof kept->words, "%s", words);
    *c->end = kept;
    c->end = &kept->next;
    return true;
}

bool chores_void(struct chores *c, int64_t pair, int game, const char *words)
{
    return add(c, &(struct chore){.pair = pair, .game = game}, words);
}

bool chores_entry(struct chores *c, const char *kind, const char *words)
{
    return add(c, &(struct chore){.kind = kind}, words);
}

bool chores_do(struct chores *c, struct store *s, size_t reserved, struct error *e)
{
    while (c->first && store_room(s) > reserved) {
        const struct chore *it = c->first;
        bool added = it->kind ? store_add_entry(s, it->kind, it->words, NULL, e)
                              : store_void_game(s, it->pair, it->game, it->words, NULL, e);
        if (!added)
            return false;
        drop_first(c);
    }
    return true;
}
