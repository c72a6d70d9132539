#include "contest/crosstable.h"

#include <stdlib.h>

enum { LOSS = 0, DRAW = 1, WIN = 2 };

struct crosstable crosstable_empty(void)
{
    return (struct crosstable){0};
}

void crosstable_destroy(struct crosstable *t)
{
    free(t->meetings);
    pair_index_destroy(&t->index);
    *t = crosstable_empty();
}

// --- Finding ---

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
    size_t at = pair_index_find(&t->index, a, b);
    if (at == PAIR_INDEX_NONE)
        return (struct meeting){.a = (uint32_t)x, .b = (uint32_t)y};
    const struct meeting *m = &t->meetings[at];
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
    struct meeting *meetings = pair_index_reserve(&t->index, t->meetings, sizeof *meetings);
    if (!meetings)
        return false;
    t->meetings = meetings;
    size_t at = pair_index_add(&t->index, m.a, m.b);
    if (at == t->count)
        meetings[t->count++] = (struct meeting){.a = m.a, .b = m.b};
    meeting_add(&meetings[at], &m);
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
