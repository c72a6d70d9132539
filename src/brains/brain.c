#include "brains/brain.h"

#include "base/nearest.h"
#include "base/random.h"

#include <string.h>

static move choose_first(const struct game *game, const position *p, uint64_t seed)
{
    (void)seed;
    move moves[MOVES_MAX];
    game->moves(p, moves);
    return moves[0];
}

static move choose_random(const struct game *game, const position *p, uint64_t seed)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    struct random r = random_seeded(seed);
    return moves[random_below(&r, (uint32_t)count)];
}

const struct brain brains[] = {
    {"@random", "any legal move", choose_random},
    {"@first", "the first legal move of the list", choose_first},
    {0},
};

const struct brain *brain_find(const char *name, struct error *e)
{
    const char *names[16];
    size_t count = 0;
    char list[160];
    struct text all = TEXT_IN(list);
    for (; brains[count].name && count < sizeof names / sizeof *names; count++) {
        if (strcmp(brains[count].name, name) == 0)
            return &brains[count];
        names[count] = brains[count].name;
        text_format(&all, "%s%s", count > 0 ? ", " : "", names[count]);
    }
    int near = nearest_word(name, names, count);
    if (near >= 0)
        error_set(e, "no built-in player \"%.40s\". Did you mean \"%s\"?   (%s)", name, names[near],
            list);
    else
        error_set(e, "no built-in player \"%.40s\"   (%s)", name, list);
    return NULL;
}
