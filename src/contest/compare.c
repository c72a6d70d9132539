#include "contest/compare.h"

#include "base/text.h"
#include "contest/entry_text.h"

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

static bool same_paths(const struct contest_paths *a, const struct contest_paths *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = same_text(a->list[i], b->list[i]);
    return same;
}

bool contest_compare_players(const struct contest_player *a, const struct contest_player *b)
{
    return same_text(a->name, b->name) && same_text(a->player, b->player) &&
        same_text(a->wire, b->wire) && same_text(a->directory, b->directory) &&
        same_environment(a, b) && same_time(&a->time, &b->time) &&
        contest_limits_same(&a->limits, &b->limits) && a->sandbox == b->sandbox &&
        same_paths(&a->read, &b->read);
}

bool contest_compare_content(const struct contest_player *was, const struct contest_player *is)
{
    struct entry_text before, after;
    return entry_text_read(&before, was->player, NULL) &&
        entry_text_read(&after, is->player, NULL) && strcmp(before.path, after.path) == 0 &&
        strcmp(before.hash, after.hash) != 0;
}

// --- Players ---

static const struct contest_player *compare_find(const struct contest_file *f, const char *name)
{
    for (size_t i = 0; i < f->player_count; i++) {
        if (strcmp(f->players[i].name, name) == 0)
            return &f->players[i];
    }
    return NULL;
}

struct editing {
    struct contest_edit *edits;
    size_t count, most;
};

static void compare_note(
    struct editing *to, enum contest_edit_kind kind, const struct contest_player *p)
{
    if (to->count < to->most)
        to->edits[to->count] = (struct contest_edit){kind, p};
    to->count++;
}

size_t contest_compare_edits(const struct contest_file *a, const struct contest_file *b,
    struct contest_edit *edits, size_t most)
{
    struct editing to = {.edits = edits, .most = most};
    for (size_t i = 0; i < b->player_count; i++) {
        const struct contest_player *was = compare_find(a, b->players[i].name);
        if (!was)
            compare_note(&to, EDIT_ADD, &b->players[i]);
        else if (!contest_compare_players(was, &b->players[i]))
            compare_note(&to, EDIT_REPLACE, &b->players[i]);
    }
    for (size_t i = 0; i < a->player_count; i++) {
        if (!compare_find(b, a->players[i].name))
            compare_note(&to, EDIT_REMOVE, &a->players[i]);
    }
    for (size_t i = 0; to.count == 0 && i < b->player_count; i++) {
        if (strcmp(a->players[i].name, b->players[i].name) != 0)
            compare_note(&to, EDIT_MOVE, &b->players[i]);
    }
    return to.count;
}

static bool same_players(
    const struct contest_file *a, const struct contest_file *b, struct error *e)
{
    static const char *const words[] = {
        [EDIT_ADD] = "%s was not in it",
        [EDIT_REMOVE] = "%s is missing",
        [EDIT_REPLACE] = "%s has other settings",
        [EDIT_MOVE] = "the players stand in another order, from %s on",
    };
    struct contest_edit first;
    if (contest_compare_edits(a, b, &first, 1) == 0)
        return true;
    if (first.kind == EDIT_REPLACE &&
        contest_compare_content(compare_find(a, first.player->name), first.player))
        return error_set(e, "the entry of %s has other content", first.player->name);
    struct text out = TEXT_IN(e->words);
    const char *format = words[first.kind], *name = strstr(format, "%s");
    text_bytes(&out, format, (size_t)(name - format));
    text_format(&out, "%s%s", first.player->name, name + strlen("%s"));
    return false;
}

bool contest_compare(const struct contest_file *a, const struct contest_file *b, struct error *e)
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
        {"limits", contest_limits_same(&a->limits, &b->limits)},
        {"pondering", a->frozen == b->frozen},
        {"cores", a->cores == b->cores},
        {"scale_time", a->scale_time == b->scale_time},
        {"faults", a->faults == b->faults},
        {"suspend_after", a->suspend_after == b->suspend_after},
        {"sandbox", a->sandbox == b->sandbox},
        {"read", same_paths(&a->read, &b->read)},
        {"require", same_text(a->require, b->require)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!keys[i].same)
            return error_set(e, "\"%s\" has changed", keys[i].key);
    }
    return same_players(a, b, e);
}
