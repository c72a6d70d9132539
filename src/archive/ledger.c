#include "archive/ledger.h"

#include <stdlib.h>

struct ledger_loading {
    struct ledger *ledger;
    struct error *error;
    bool failed;
};

struct ledger_pair ledger_unknown(int64_t index)
{
    return (struct ledger_pair){index, {LEDGER_UNKNOWN, LEDGER_UNKNOWN}, {FAULT_NOBODY}};
}

// The pair's first player has seat 0 in game 0 and seat 1 in game 1.
void ledger_note(struct ledger_pair *pair, int game, int64_t winner, int64_t blame)
{
    pair->half_points[game] = winner == STORE_NOBODY ? 1 : winner == game ? 2 : 0;
    pair->faults[game] = blame == STORE_NOBODY ? FAULT_NOBODY
        : blame == game                        ? FAULT_FIRST
                                               : FAULT_SECOND;
}

bool ledger_is_whole(const struct ledger_pair *pair)
{
    return pair->half_points[0] != LEDGER_UNKNOWN && pair->half_points[1] != LEDGER_UNKNOWN;
}

struct pair_result ledger_result(const struct ledger_pair *pair)
{
    struct pair_result result;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        result.half_points[game] = pair->half_points[game];
        result.faults[game] = (enum pair_fault)pair->faults[game];
    }
    return result;
}

static struct ledger_pair *ledger_last_pair(struct ledger *l, int64_t index)
{
    if (l->count > 0 && l->pairs[l->count - 1].index == index)
        return &l->pairs[l->count - 1];
    if (l->count == l->capacity) {
        size_t capacity = l->capacity > 0 ? 2 * l->capacity : 256;
        struct ledger_pair *pairs = realloc(l->pairs, capacity * sizeof *pairs);
        if (!pairs)
            return NULL;
        l->pairs = pairs;
        l->capacity = capacity;
    }
    l->pairs[l->count] = ledger_unknown(index);
    return &l->pairs[l->count++];
}

static bool ledger_is_plausible(const struct ledger *l, const struct store_game *g)
{
    return g->pair >= 0 && g->game >= 0 && g->game < GAMES_PER_PAIR && g->first_id >= 0 &&
        g->first_id < l->players && g->second_id >= 0 && g->second_id < l->players;
}

static bool ledger_take_game(void *user, const struct store_game *g)
{
    struct ledger_loading *loading = user;
    struct ledger *l = loading->ledger;
    struct ledger_pair *pair = ledger_is_plausible(l, g) ? ledger_last_pair(l, g->pair) : NULL;
    if (!pair) {
        loading->failed = true;
        return error_set(loading->error, "game %lld of pair %lld cannot be taken in",
            (long long)g->game, (long long)g->pair);
    }
    ledger_note(pair, (int)g->game, g->winner, g->blame);
    if (g->blame != STORE_NOBODY)
        l->faults[g->blame == 0 ? g->first_id : g->second_id]++;
    l->games++;
    return true;
}

bool ledger_load(struct ledger *l, struct reader *r, int players, struct error *e)
{
    *l = (struct ledger){.faults = calloc((size_t)players, sizeof *l->faults), .players = players};
    if (!l->faults)
        return error_set(e, "out of memory");
    struct ledger_loading loading = {.ledger = l, .error = e};
    return reader_walk_games(r, READER_BY_PAIR, ledger_take_game, &loading, e) && !loading.failed;
}

void ledger_destroy(struct ledger *l)
{
    free(l->pairs);
    free(l->faults);
}

const struct ledger_pair *ledger_find(struct ledger *l, int64_t index)
{
    while (l->next < l->count && l->pairs[l->next].index < index)
        l->next++;
    return l->next < l->count && l->pairs[l->next].index == index ? &l->pairs[l->next] : NULL;
}

bool ledger_replay(struct ledger *l, struct schedule *s, struct error *e)
{
    struct pairing pairing;
    // Beyond the last pair there is nothing to be found, and a ladder has no end.
    while (l->count > 0 && s->next <= l->pairs[l->count - 1].index &&
        schedule_next(s, &pairing) == NEXT_PAIR) {
        const struct ledger_pair *pair = ledger_find(l, pairing.index);
        if (!pair || !ledger_is_whole(pair))
            continue;
        const struct pair_result result = ledger_result(pair);
        if (!schedule_result(s, pairing.index, &result, e))
            return false;
    }
    return true;
}
