#include "contest/tally.h"

#include <stdlib.h>
#include <string.h>

struct tally tally_empty(void)
{
    return (struct tally){0};
}

void tally_destroy(struct tally *t)
{
    free(t->cells);
    pair_index_destroy(&t->index);
    *t = tally_empty();
}

const struct tally_cell *tally_find(const struct tally *t, uint32_t first, uint32_t second)
{
    size_t at = pair_index_find(&t->index, first, second);
    return at == PAIR_INDEX_NONE ? NULL : &t->cells[at];
}

bool tally_copy_cells(struct tally *to, const struct tally *from)
{
    if (from->count > to->index.capacity) {
        size_t capacity = from->count + from->count / 2;
        struct tally_cell *cells = realloc(to->cells, capacity * sizeof *cells);
        if (!cells)
            return false;
        to->cells = cells;
        to->index.capacity = capacity;
    }
    if (from->count > 0)
        memcpy(to->cells, from->cells, from->count * sizeof *from->cells);
    to->count = from->count;
    return true;
}

bool tally_add(struct tally *t, uint32_t first, uint32_t second, int half_points)
{
    return tally_add_games(t, first, second, half_points, 1);
}

bool tally_add_games(
    struct tally *t, uint32_t first, uint32_t second, int half_points, int64_t games)
{
    struct tally_cell *cells = pair_index_reserve(&t->index, t->cells, sizeof *cells);
    if (!cells)
        return false;
    t->cells = cells;
    size_t at = pair_index_add(&t->index, first, second);
    if (at == t->count)
        cells[t->count++] = (struct tally_cell){.first = first, .second = second};
    struct tally_cell *cell = &cells[at];
    cell->wins += half_points == 2 ? games : 0;
    cell->draws += half_points == 1 ? games : 0;
    cell->losses += half_points == 0 ? games : 0;
    return true;
}
