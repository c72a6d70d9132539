#include "fleet/encounters.h"

#include "base/random.h"

#include <stdlib.h>

enum { ENCOUNTERS_FIRST = 64 }; // a power of two

// Where the encounter is, or would be: one slot is always free.
static size_t encounters_place(const struct encounters *m, const struct encounter *like)
{
    uint64_t both = (uint64_t)like->players[0] << 32 | (uint64_t)like->players[1];
    size_t at = (size_t)random_derive(both, like->opening) & (m->capacity - 1);
    for (const struct encounter *s; (s = &m->slots[at])->used; at = (at + 1) & (m->capacity - 1)) {
        if (s->players[0] == like->players[0] && s->players[1] == like->players[1] &&
            s->opening == like->opening)
            break;
    }
    return at;
}

bool encounters_reserve(struct encounters *m)
{
    if (2 * (m->count + 1) <= m->capacity)
        return true;
    struct encounters grown = {
        .count = m->count, .capacity = m->capacity == 0 ? ENCOUNTERS_FIRST : 2 * m->capacity};
    grown.slots = calloc(grown.capacity, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    for (size_t i = 0; i < m->capacity; i++) {
        if (m->slots[i].used)
            grown.slots[encounters_place(&grown, &m->slots[i])] = m->slots[i];
    }
    free(m->slots);
    *m = grown;
    return true;
}

struct encounter *encounters_get(struct encounters *m, const struct encounter *like)
{
    struct encounter *slot = &m->slots[encounters_place(m, like)];
    if (slot->used)
        return slot;
    *slot = (struct encounter){
        .players = {like->players[0], like->players[1]}, .opening = like->opening, .used = true};
    m->count++;
    return slot;
}

const struct encounter *encounters_find(const struct encounters *m, const struct encounter *like)
{
    const struct encounter *slot = m->capacity > 0 ? &m->slots[encounters_place(m, like)] : NULL;
    return slot && slot->used ? slot : NULL;
}

void encounter_add(struct encounter *m, const struct encounter *more, int times)
{
    m->pairs += times * more->pairs;
    for (int i = 0; i < SEATS; i++)
        m->lost[i] += times * more->lost[i];
}

void encounters_destroy(struct encounters *m)
{
    free(m->slots);
    *m = (struct encounters){0};
}
