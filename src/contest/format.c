#include "contest/format.h"

#include "base/nearest.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { WAVE_LEAST = 16, MIX_ROUNDS = 4 };

const struct format *const formats[] = {&format_match, &format_round_robin, &format_gauntlet,
    &format_swiss, &format_knockout, &format_double_knockout, &format_ladder, NULL};

enum { FORMATS = sizeof formats / sizeof *formats - 1 };

const struct format *format_find(const char *name, struct error *e)
{
    const char *names[FORMATS];
    for (int i = 0; i < FORMATS; i++) {
        names[i] = formats[i]->name;
        if (strcmp(names[i], name) == 0)
            return formats[i];
    }
    int near = nearest_word(name, names, FORMATS);
    if (near >= 0)
        error_set(e, "no format \"%.40s\". Did you mean \"%s\"?", name, names[near]);
    else
        error_set(e, "no format \"%.40s\"", name);
    return NULL;
}

bool plan_check(struct plan *p, struct error *e)
{
    if (p->players < 2 || p->players > PLAN_PLAYERS_MOST)
        return error_set(e, "a contest has 2 to %d players, not %d", PLAN_PLAYERS_MOST, p->players);
    if (p->added < 0 || p->players - p->added < 2)
        return error_set(e, "a contest begins with 2 players or more");
    if (p->rounds < 0 || p->rounds > PLAN_ROUNDS_MOST)
        return error_set(e, "rounds go from 1 to %d", PLAN_ROUNDS_MOST);
    p->length = p->length == 0 ? 1 : p->length;
    if (p->length < 1 || p->length > PLAN_LENGTH_MOST)
        return error_set(e, "a meeting has 1 to %d pairs", PLAN_LENGTH_MOST);
    if (p->suspend_after < 0)
        return error_set(e, "a player is suspended after 1 or more faults in a row");
    for (int i = 0; p->presence && i < p->players; i++) {
        if (p->presence[i].from < 0 || p->presence[i].until < p->presence[i].from)
            return error_set(e, "player %d leaves before it comes", i + 1);
    }
    return p->format->check(p, e);
}

// Numbers from 0 to 2^(2 half) - 1 are shuffled by a Feistel network, which is one to one whatever
// its mixing function; those that come out too large go through it again until they fit.
int plan_seeded(const struct plan *p, int place)
{
    int players = p->players - p->added;
    if (!p->lots || place >= players)
        return place;
    int half = 1;
    while (UINT64_C(1) << (2 * half) < (uint64_t)players)
        half++;
    uint64_t mask = (UINT64_C(1) << half) - 1, x = (uint64_t)place;
    do {
        for (uint64_t round = 0; round < MIX_ROUNDS; round++) {
            uint64_t left = x >> half, right = x & mask;
            x = right << half | (left ^ (plan_lot(p, round, right) & mask));
        }
    } while (x >= (uint64_t)players);
    return (int)x;
}

uint64_t plan_lot(const struct plan *p, uint64_t what, uint64_t which)
{
    struct random r = random_seeded(p->seed);
    r.state = random_next(&r) ^ what;
    r.state = random_next(&r) ^ which;
    return random_next(&r);
}

bool wave_reserve(struct wave *w, size_t capacity)
{
    void *pairings = realloc(w->pairings, capacity * sizeof *w->pairings);
    w->pairings = pairings ? pairings : w->pairings;
    void *results = realloc(w->results, capacity * sizeof *w->results);
    w->results = results ? results : w->results;
    void *states = realloc(w->states, capacity * sizeof *w->states);
    w->states = states ? states : w->states;
    if (!pairings || !results || !states)
        return false;
    w->capacity = capacity;
    return true;
}

void wave_destroy(struct wave *w)
{
    free(w->pairings);
    free(w->results);
    free(w->states);
}

bool wave_add(struct wave *w, int64_t round, int first, int second)
{
    if (w->count == w->capacity && !wave_reserve(w, w->capacity ? 2 * w->capacity : WAVE_LEAST))
        return false;
    w->states[w->count] = PAIR_OPEN;
    w->pairings[w->count++] = (struct pairing){.round = round, .first = first, .second = second};
    return true;
}

bool wave_add_meeting(struct wave *w, int64_t round, int first, int second, int64_t pairs)
{
    for (int64_t i = 0; i < pairs; i++) {
        if (!wave_add(w, round, i % 2 ? second : first, i % 2 ? first : second))
            return false;
    }
    return true;
}

int64_t field_begun_more(const struct field *f, int player)
{
    return 2 * f->lines[player].firsts - f->lines[player].pairs;
}

bool field_swaps(const struct field *f, int first, int second, uint64_t lot)
{
    int64_t difference = field_begun_more(f, first) - field_begun_more(f, second);
    return difference != 0 ? difference > 0 : (lot & 1) != 0;
}
