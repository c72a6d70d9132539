#include "cli/guests.h"

#include "base/clock.h"
#include "cli/stop.h"
#include "store/reader.h"

#include <stdlib.h>
#include <string.h>

static bool is_awaited(const struct lineup *l, const bool *left, size_t player)
{
    return l->attendance[player] == ATTENDS_AWAITED && !left[player];
}

bool guests_are_awaited(const struct lineup *l, const bool *left)
{
    for (size_t i = 0; i < l->count; i++) {
        if (is_awaited(l, left, i))
            return true;
    }
    return false;
}

bool guests_gather(
    struct lobby *lobby, const struct lineup *l, const bool *left, int64_t wait_ms, struct error *e)
{
    size_t expected = 0;
    int64_t longest_ns = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (!is_awaited(l, left, i))
            continue;
        int64_t start_ns = l->budgets[i].start_ns;
        if (!lobby_expect(lobby, &l->players[i], (int)i, start_ns, e))
            return false;
        longest_ns = start_ns > longest_ns ? start_ns : longest_ns;
        expected++;
    }
    int64_t patience_ms = wait_ms > 0 ? wait_ms : longest_ns / NS_PER_MS;
    if (!lobby_gather(lobby, expected, patience_ms, false, e))
        return false;
    const char *where;
    const struct player *missing = lobby_missing(lobby, &where);
    return !missing || wait_ms > 0 || stop_asked() ||
        error_set(e, "%s cannot start: it has not come to %s within %.1f s", missing->name, where,
            (double)patience_ms / 1000);
}

// --- The end ---

struct list {
    const struct lobby *lobby;
    const struct lineup *lineup;
    char (*names)[WIRE_NAME_BYTES]; // by player, as in messages
    struct wire_result *results;
    size_t count, capacity;
};

static void name_all(struct list *list)
{
    for (size_t i = 0; i < list->lineup->count; i++) {
        const char *name = lobby_wire_name(list->lobby, (int)i);
        if (name)
            snprintf(list->names[i], sizeof list->names[i], "%s", name);
        else
            wire_name_make(list->names[i], list->lineup->players[i].name, NULL, NULL);
    }
}

static bool is_player(const struct list *list, int64_t id)
{
    return id >= 0 && (size_t)id < list->lineup->count;
}

static bool add_result(void *user, const struct store_game *g)
{
    struct list *list = user;
    if (g->winner < 0 || g->winner >= SEATS || g->void_reason || !is_player(list, g->first_id) ||
        !is_player(list, g->second_id))
        return true;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        struct wire_result *results = realloc(list->results, capacity * sizeof *results);
        if (!results)
            return false; // the list is shorter then, and the games are safe
        list->results = results;
        list->capacity = capacity;
    }
    const char *names[SEATS] = {list->names[g->first_id], list->names[g->second_id]};
    list->results[list->count++] =
        (struct wire_result){names[g->winner], names[1 - g->winner], g->blame != STORE_NOBODY};
    return true;
}

void guests_dismiss(struct lobby *lobby, const struct lineup *l, const char *path)
{
    struct error ignored;
    struct list list = {.lobby = lobby, .lineup = l, .names = calloc(l->count, sizeof *list.names)};
    struct reader *r = list.names ? reader_open(path, &ignored) : NULL;
    if (r) {
        name_all(&list);
        reader_walk_games(r, READER_AS_STORED, add_result, &list, &ignored);
        reader_close(r);
    }
    lobby_farewell(lobby, list.results, list.count, l->budgets);
    free(list.results);
    free(list.names);
}
