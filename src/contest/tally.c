#include "contest/tally.h"

#include "base/random.h"

#include <stdlib.h>

enum { CELLS_LEAST = 64 };

struct tally tally_empty(void)
{
    return (struct tally){0};
}

void tally_destroy(struct tally *t)
{
    free(t->cells);
    free(t->slots);
    *t = tally_empty();
}

// The slot of this meeting, or the free one where it belongs. There are free ones.
static uint32_t *tally_slot(const struct tally *t, uint32_t first, uint32_t second)
{
    size_t at = random_mix((uint64_t)first << 32 | second) & (t->slot_count - 1);
    while (t->slots[at] != 0) {
        const struct tally_cell *cell = &t->cells[t->slots[at] - 1];
        if (cell->first == first && cell->second == second)
            break;
        at = (at + 1) & (t->slot_count - 1);
    }
    return &t->slots[at];
}

// Twice the cells, and twice as many slots as cells.
static bool tally_grow(struct tally *t)
{
    size_t capacity = t->capacity ? 2 * t->capacity : CELLS_LEAST;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    struct tally_cell *cells = slots ? realloc(t->cells, capacity * sizeof *cells) : NULL;
    if (!cells) {
        free(slots);
        return false;
    }
    free(t->slots);
    t->cells = cells;
    t->capacity = capacity;
    t->slots = slots;
    t->slot_count = 2 * capacity;
    for (size_t i = 0; i < t->count; i++)
        *tally_slot(t, cells[i].first, cells[i].second) = (uint32_t)i + 1;
    return true;
}

const struct tally_cell *tally_find(const struct tally *t, uint32_t first, uint32_t second)
{
    if (t->count == 0)
        return NULL;
    uint32_t number = *tally_slot(t, first, second);
    return number == 0 ? NULL : &t->cells[number - 1];
}

bool tally_add(struct tally *t, uint32_t first, uint32_t second, int half_points)
{
    return tally_add_games(t, first, second, half_points, 1);
}

bool tally_add_games(
    struct tally *t, uint32_t first, uint32_t second, int half_points, int64_t games)
{
    if (t->count == t->capacity && !tally_grow(t))
        return false;
    uint32_t *slot = tally_slot(t, first, second);
    if (*slot == 0) {
        t->cells[t->count] = (struct tally_cell){.first = first, .second = second};
        *slot = (uint32_t)++t->count;
    }
    struct tally_cell *cell = &t->cells[*slot - 1];
    cell->wins += half_points == 2 ? games : 0;
    cell->draws += half_points == 1 ? games : 0;
    cell->losses += half_points == 0 ? games : 0;
    return true;
}
