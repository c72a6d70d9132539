#include "contest/same.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_time(const struct contest_time *a, const struct contest_time *b)
{
    return a->start_ms == b->start_ms && a->first_ms == b->first_ms &&
        a->request_ms == b->request_ms && a->game_ms == b->game_ms &&
        a->increment_ms == b->increment_ms;
}

static bool same_environment(const struct contest_player *a, const struct contest_player *b)
{
    bool same = a->variables == b->variables;
    for (size_t i = 0; same && i < a->variables; i++)
        same = same_text(a->environment[i].name, b->environment[i].name) &&
            same_text(a->environment[i].value, b->environment[i].value);
    return same;
}

static bool same_player(const struct contest_player *a, const struct contest_player *b)
{
    return same_text(a->name, b->name) && same_text(a->player, b->player) &&
        same_text(a->wire, b->wire) && same_text(a->directory, b->directory) &&
        same_environment(a, b) && same_time(&a->time, &b->time);
}

static bool same_players(
    const struct contest_file *a, const struct contest_file *b, struct error *e)
{
    size_t count = 0;
    for (size_t i = 0; i < a->player_count; i++)
        count += !a->players[i].added; // they stand behind the others
    if (count != b->player_count)
        return error_set(e, "it had %zu players, and now there are %zu%s", count, b->player_count,
            a->format == CONTEST_LADDER ? " (agon contest add and remove)" : "");
    for (size_t i = 0; i < count; i++) {
        if (!same_player(&a->players[i], &b->players[i]))
            return error_set(e,
                "player %zu is another one or has other settings: \"%s\" was \"%s\"", i + 1,
                b->players[i].name, a->players[i].name);
    }
    return true;
}

bool contest_same(const struct contest_file *a, const struct contest_file *b, struct error *e)
{
    const struct {
        const char *key;
        bool same;
    } keys[] = {
        {"game", a->game == b->game},
        {"variant", same_text(a->variant, b->variant)},
        {"wire", same_text(a->wire, b->wire)},
        {"format", a->format == b->format},
        {"rounds", a->rounds == b->rounds},
        {"games", a->pairs == b->pairs},
        {"heroes", a->heroes == b->heroes},
        {"tie_break_games", a->tie_break_pairs == b->tie_break_pairs},
        {"seeding", a->seeding_by_lot == b->seeding_by_lot},
        {"openings",
            a->openings == b->openings && a->opening_moves == b->opening_moves &&
                same_text(a->opening_file, b->opening_file)},
        {"seed", a->seed == b->seed},
        {"time", same_time(&a->time, &b->time)},
        {"clock", a->wall_clock == b->wall_clock},
        {"faults", a->faults == b->faults},
        {"suspend_after", a->suspend_after == b->suspend_after},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!keys[i].same)
            return error_set(e, "\"%s\" has changed", keys[i].key);
    }
    return same_players(a, b, e);
}
