#include "contest/crosstable.h"

#include "base/random.h"

#include <stdlib.h>

enum { MEETINGS_LEAST = 64, LOSS = 0, DRAW = 1, WIN = 2 };

struct crosstable crosstable_empty(void)
{
    return (struct crosstable){0};
}

void crosstable_destroy(struct crosstable *t)
{
    free(t->meetings);
    free(t->slots);
    *t = crosstable_empty();
}

// --- Finding ---

// The slot of this meeting, or the free one where it belongs. There are free ones.
static uint32_t *crosstable_slot(const struct crosstable *t, uint32_t a, uint32_t b)
{
    size_t at = random_mix((uint64_t)a << 32 | b) & (t->slot_count - 1);
    while (t->slots[at] != 0) {
        const struct meeting *m = &t->meetings[t->slots[at] - 1];
        if (m->a == a && m->b == b)
            break;
        at = (at + 1) & (t->slot_count - 1);
    }
    return &t->slots[at];
}

// Twice the meetings, and twice as many slots as meetings.
static bool crosstable_grow(struct crosstable *t)
{
    size_t capacity = t->capacity ? 2 * t->capacity : MEETINGS_LEAST;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    struct meeting *meetings = slots ? realloc(t->meetings, capacity * sizeof *meetings) : NULL;
    if (!meetings) {
        free(slots);
        return false;
    }
    free(t->slots);
    t->meetings = meetings;
    t->capacity = capacity;
    t->slots = slots;
    t->slot_count = 2 * capacity;
    for (size_t i = 0; i < t->count; i++)
        *crosstable_slot(t, meetings[i].a, meetings[i].b) = (uint32_t)i + 1;
    return true;
}

struct meeting meeting_turned(const struct meeting *m)
{
    struct meeting turned = {.a = m->b, .b = m->a};
    for (int kind = 0; kind < COUNTED_PAIRS; kind++)
        turned.pairs[kind] = m->pairs[COUNTED_PAIRS - 1 - kind];
    for (int seat = 0; seat < SEATS; seat++) {
        for (int kind = 0; kind < COUNTED_GAMES; kind++)
            turned.games[seat][kind] = m->games[1 - seat][COUNTED_GAMES - 1 - kind];
    }
    return turned;
}

struct meeting crosstable_between(const struct crosstable *t, int x, int y)
{
    uint32_t a = (uint32_t)(x < y ? x : y), b = (uint32_t)(x < y ? y : x);
    uint32_t number = t->count > 0 ? *crosstable_slot(t, a, b) : 0;
    if (number == 0)
        return (struct meeting){.a = (uint32_t)x, .b = (uint32_t)y};
    const struct meeting *m = &t->meetings[number - 1];
    return x < y ? *m : meeting_turned(m);
}

// --- Adding ---

void meeting_add(struct meeting *sum, const struct meeting *m)
{
    for (int kind = 0; kind < COUNTED_PAIRS; kind++)
        sum->pairs[kind] += m->pairs[kind];
    for (int seat = 0; seat < SEATS; seat++) {
        for (int kind = 0; kind < COUNTED_GAMES; kind++)
            sum->games[seat][kind] += m->games[seat][kind];
    }
}

bool crosstable_add(struct crosstable *t, int first, int second, const struct pair_result *result)
{
    struct meeting m = {.a = (uint32_t)first, .b = (uint32_t)second};
    int points = 0;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        points += result->half_points[game];
        m.games[game][result->half_points[game]]++; // it has seat 0, then seat 1
    }
    m.pairs[points]++;
    if (first > second)
        m = meeting_turned(&m);
    if (t->count == t->capacity && !crosstable_grow(t))
        return false;
    uint32_t *slot = crosstable_slot(t, m.a, m.b);
    if (*slot == 0) {
        t->meetings[t->count] = (struct meeting){.a = m.a, .b = m.b};
        *slot = (uint32_t)++t->count;
    }
    meeting_add(&t->meetings[*slot - 1], &m);
    return true;
}

// --- Counts ---

struct counts meeting_pairs(const struct meeting *m)
{
    return counts_pairs(m->pairs);
}

struct counts meeting_with_seat(const struct meeting *m, int seat)
{
    const int64_t *of = m->games[seat];
    return counts_games(of[WIN], of[DRAW], of[LOSS]);
}

struct counts meeting_games(const struct meeting *m)
{
    const int64_t *with_first = m->games[0], *with_second = m->games[1];
    return counts_games(with_first[WIN] + with_second[WIN], with_first[DRAW] + with_second[DRAW],
        with_first[LOSS] + with_second[LOSS]);
}

struct counts meeting_first_seat(const struct meeting *m)
{
    const int64_t *with_first = m->games[0], *with_second = m->games[1];
    return counts_games(with_first[WIN] + with_second[LOSS], with_first[DRAW] + with_second[DRAW],
        with_first[LOSS] + with_second[WIN]);
}

double counts_points(const struct counts *c)
{
    return (double)c->of[WIN] + (double)c->of[DRAW] / 2;
}
