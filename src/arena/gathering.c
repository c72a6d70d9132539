#include "arena/gathering.h"

#include "archive/ledger.h"
#include "base/clock.h"
#include "contest/final_results.h"

#include <stdio.h>
#include <stdlib.h>

static bool gathering_is_awaited(const struct roster *l, const bool *left, size_t player)
{
    return l->attendance[player] == ATTENDS_AWAITED && !left[player];
}

bool gathering_is_needed(const struct roster *l, const bool *left)
{
    for (size_t i = 0; i < l->count; i++) {
        if (gathering_is_awaited(l, left, i))
            return true;
    }
    return false;
}

bool gathering_wait(
    struct lobby *lobby, const struct roster *l, const bool *left, int64_t wait_ms, struct error *e)
{
    size_t expected = 0;
    int64_t longest_ns = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (!gathering_is_awaited(l, left, i))
            continue;
        int64_t start_ns = l->budgets[i].start_ns;
        if (!lobby_expect(lobby, &l->players[i], (int)i, start_ns, e))
            return false;
        longest_ns = start_ns > longest_ns ? start_ns : longest_ns;
        expected++;
    }
    int64_t patience_ms = wait_ms > 0 ? wait_ms : longest_ns / NS_PER_MS;
    if (!lobby_gather(lobby, expected, patience_ms, e))
        return false;
    const char *where;
    const struct player *missing = lobby_missing(lobby, &where);
    return !missing || wait_ms > 0 || lobby_is_stopped(lobby) ||
        error_set(e, "%s cannot start: it has not come to %s within %.1f s", missing->name, where,
            (double)patience_ms / 1000);
}

// --- The end ---

struct gathering_list {
    const struct lobby *lobby;
    const struct roster *roster;
    struct final_results told;
    char (*names)[WIRE_NAME_BYTES]; // by player, as in messages
    struct wire_result *results;
    size_t count, capacity;
    bool failed; // out of memory
};

static void gathering_name_all(struct gathering_list *list)
{
    for (size_t i = 0; i < list->roster->count; i++) {
        const char *name = lobby_wire_name(list->lobby, (int)i);
        if (name)
            snprintf(list->names[i], sizeof list->names[i], "%s", name);
        else
            wire_name_make(list->names[i], list->roster->players[i].name, NULL, NULL);
    }
}

static bool gathering_is_player(const struct gathering_list *list, int64_t id)
{
    return id >= 0 && (size_t)id < list->roster->count;
}

static void gathering_add_result(struct gathering_list *list, struct final_result g)
{
    if (!final_results_settle(&list->told, &g) || list->failed)
        return;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        struct wire_result *results = realloc(list->results, capacity * sizeof *results);
        list->failed = !results;
        if (list->failed)
            return;
        list->results = results;
        list->capacity = capacity;
    }
    list->results[list->count++] =
        (struct wire_result){list->names[g.winner], list->names[g.loser], g.by_fault};
}

static bool gathering_add_played(void *user, const struct store_game *g)
{
    struct gathering_list *list = user;
    if (g->winner < 0 || g->winner >= SEATS || g->void_reason ||
        !gathering_is_player(list, g->first_id) || !gathering_is_player(list, g->second_id))
        return true;
    int players[SEATS] = {(int)g->first_id, (int)g->second_id};
    if (!final_results_is_forfeit(&list->told, g->pair, players[0], players[1]))
        gathering_add_result(list,
            (struct final_result){
                g->pair, players[g->winner], players[1 - g->winner], g->blame != STORE_NOBODY});
    return !list->failed;
}

// Lists the results that the table has, from the same file: the games in the order in which they
// were played, and then the forfeits.
static bool gathering_list_results(
    struct gathering_list *list, struct schedule *s, struct reader *r, struct error *e)
{
    struct ledger ledger;
    struct pairing after; // asking for it counts the forfeits behind the last game
    bool well =
        ledger_load(&ledger, r, (int)list->roster->count, e) && ledger_replay(&ledger, s, e);
    if (well)
        schedule_next(s, &after);
    ledger_destroy(&ledger);
    if (!well || !reader_walk_games(r, READER_AS_STORED, gathering_add_played, list, e))
        return false;
    for (size_t i = 0; i < list->told.count; i++)
        gathering_add_result(list, list->told.forfeits[i]);
    return (!list->failed && !list->told.failed) || error_set(e, "out of memory");
}

static bool gathering_make_list(struct gathering_list *list, const char *path, struct error *e)
{
    struct schedule s;
    list->names = calloc(list->roster->count, sizeof *list->names);
    if (!list->names)
        return error_set(e, "out of memory");
    gathering_name_all(list);
    if (!schedule_init(&s, &list->roster->definition->plan, e))
        return false;
    struct reader *r = NULL;
    bool well = (final_results_init(&list->told, &s) || error_set(e, "out of memory")) &&
        (r = reader_open(path, e)) && gathering_list_results(list, &s, r, e);
    if (r)
        reader_close(r);
    final_results_destroy(&list->told);
    schedule_destroy(&s);
    return well;
}

bool gathering_dismiss(
    struct lobby *lobby, const struct roster *l, const char *path, struct error *e)
{
    struct gathering_list list = {.lobby = lobby, .roster = l};
    struct error why;
    bool well = gathering_make_list(&list, path, &why);
    if (well)
        lobby_farewell(lobby, list.results, list.count, l->budgets);
    else
        error_set(e, "the players cannot be told the results: %.160s", why.words);
    free(list.results);
    free(list.names);
    return well;
}
