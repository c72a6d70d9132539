// A file of openings against any bytes, for every game (the first byte says which): it is read, and
// every opening is a position in which a game can begin; or the words name a line of the file and
// can be shown on a terminal.
#include "fuzz.h"

#include "contest/openings.h"
#include "games/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_list(const struct openings *o, const struct game *game, const position *start)
{
    require(o->count >= 1 && o->count <= OPENINGS_MOST);
    for (size_t i = 0; i < o->count; i++) {
        position p = *start;
        openings_place(o, game, (int64_t)i, 1, &p);
        require(position_equal(&p, &o->list[i]));
        require(!game->outcome(&p).over && game->variant(&p) == game->variant(start));
        (void)opening_is_balanced(game, &p);
    }
}

static void check_words(const struct error *e, const char *bytes, size_t size)
{
    long long line, lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    require(e->words[0] != '\0');
    if (sscanf(e->words, "line %lld", &line) == 1)
        require(line >= 1 && line <= lines);
    for (const char *c = e->words; *c != '\0'; c++)
        require((unsigned char)*c >= ' ' && *c != 0x7F);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    int count = 0;
    while (games[count])
        count++;
    const struct game *game = games[size > 0 ? bytes[0] % count : 0];
    const char *text = (const char *)bytes + (size > 0);
    size -= size > 0;
    position start;
    struct openings o;
    struct error e;
    require(game->start(&start, NULL, &e));
    if (openings_read(&o, game, &start, text, size, &e))
        check_list(&o, game, &start);
    else
        check_words(&e, text, size);
    openings_destroy(&o);
    return 0;
}
