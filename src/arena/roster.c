#include "arena/roster.h"

#include "archive/archive.h"
#include "archive/entry_players.h"
#include "arena/conditions.h"
#include "arena/placement.h"
#include "arena/player_text.h"
#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- Budgets ---

static void roster_set_time(int64_t *target_ns, int64_t ms)
{
    if (ms != CONTEST_UNSET)
        *target_ns = ms * NS_PER_MS;
}

static void roster_set_times(struct budget *b, const struct contest_time *t)
{
    roster_set_time(&b->start_ns, t->start_ms);
    roster_set_time(&b->first_ns, t->first_ms);
    roster_set_time(&b->request_ns, t->request_ms);
    roster_set_time(&b->game_ns, t->game_ms);
    roster_set_time(&b->increment_ns, t->increment_ms);
}

// The player's own times come before those of the contest, and these before those of the wire.
static bool roster_read_budget(
    struct budget *b, const struct contest_file *f, const struct contest_player *p, struct error *e)
{
    const struct wire *wire;
    if (!wire_choose(f->game, p->wire ? p->wire : f->wire, &wire, e) ||
        !conditions_budget(b, wire, NULL, f->wall_clock ? "wall" : NULL, e))
        return false;
    b->frozen = f->frozen;
    placement_budget(b, f->cores);
    roster_set_times(b, &f->time);
    roster_set_times(b, &p->time);
    bool own_first = f->time.first_ms != CONTEST_UNSET || p->time.first_ms != CONTEST_UNSET;
    if (!own_first && b->first_ns < b->request_ns)
        b->first_ns = b->request_ns;
    return true;
}

// --- Players ---

static bool roster_read_environment(
    struct roster *l, size_t i, const struct contest_player *from, struct error *e)
{
    if (from->variables == 0)
        return true;
    char **list = l->environments[i] = calloc(from->variables + 1, sizeof *list);
    for (size_t v = 0; list && v < from->variables; v++) {
        const struct contest_variable *variable = &from->environment[v];
        if (asprintf(&list[v], "%s=%s", variable->name, variable->value) < 0) {
            list[v] = NULL;
            return error_set(e, "out of memory");
        }
    }
    l->players[i].environment = (const char *const *)list;
    return list || error_set(e, "out of memory");
}

// --- Sandboxes ---

// The path from our current folder.
static bool roster_add_path(
    const struct definition *d, const char *path, char **target, struct error *e)
{
    const char *folder = path[0] != '/' ? d->folder.bytes : "";
    if (asprintf(target, "%s%s", folder, path) < 0) {
        *target = NULL;
        return error_set(e, "out of memory");
    }
    return true;
}

static bool roster_has_left(const struct contest_player *p)
{
    return p->until != INT64_MAX && !p->suspended;
}

static bool roster_check_paths(const struct contest_player *p, char *const *paths, struct error *e)
{
    for (; !roster_has_left(p) && *paths; paths++) {
        if (access(*paths, F_OK) != 0)
            return error_set(
                e, "\"read\": %.40s is to read %.120s: %s", p->name, *paths, strerror(errno));
    }
    return true;
}

// What the contest lets every bot read comes first.
static bool roster_read_sandbox(
    struct roster *l, size_t i, const struct contest_player *from, struct error *e)
{
    const struct contest_file *f = &l->definition->file;
    const struct contest_paths *const sources[] = {&f->read, &from->read};
    struct sandbox *sandbox = &l->players[i].sandbox;
    int manner = from->sandbox != CONTEST_UNSET ? from->sandbox : f->sandbox;
    *sandbox = (struct sandbox){.manner = SANDBOX_NONE};
    if (!sandbox_manner_find(contest_sandbox_name(manner), &sandbox->manner))
        return error_set(e, "no sandbox is called \"%s\"", contest_sandbox_name(manner));
    if (l->players[i].wire)
        sandbox->limits = conditions_limits(sandbox->manner, &f->limits, &from->limits);
    size_t count = f->read.count + from->read.count, filled = 0;
    if (count == 0)
        return true;
    char **list = l->reads[i] = calloc(count + 1, sizeof *list);
    if (!list)
        return error_set(e, "out of memory");
    for (size_t s = 0; s < sizeof sources / sizeof *sources; s++) {
        for (size_t p = 0; p < sources[s]->count; p++) {
            if (!roster_add_path(l->definition, sources[s]->list[p], &list[filled++], e))
                return false;
        }
    }
    sandbox->read = (const char *const *)list;
    return roster_check_paths(from, list, e);
}

// --- All of a player ---

static bool roster_read_player(
    struct roster *l, size_t i, const struct contest_file *f, struct error *e)
{
    const struct contest_player *from = &f->players[i];
    struct player *p = &l->players[i];
    const struct wire *wire;
    if (!wire_choose(f->game, from->wire ? from->wire : f->wire, &wire, e) ||
        !player_read(p, from->player, f->game, wire, e))
        return false;
    snprintf(p->name, sizeof p->name, "%s", from->name);
    p->directory = from->directory;
    enum link_kind kind;
    if (p->wire && !entry_text_is(p->text) && link_check(p->text, &kind, NULL))
        l->attendance[i] = kind == LINK_LISTEN ? ATTENDS_AWAITED
            : kind == LINK_TCP                 ? ATTENDS_CALLED
                                               : ATTENDS_ALWAYS;
    return roster_read_budget(&l->budgets[i], f, from, e) &&
        roster_read_environment(l, i, from, e) && roster_read_sandbox(l, i, from, e);
}

static bool roster_init(struct roster *l, const struct definition *definition, struct error *e)
{
    size_t count = definition->count;
    *l = (struct roster){.definition = definition,
        .count = count,
        .players = calloc(count, sizeof *l->players),
        .budgets = calloc(count, sizeof *l->budgets),
        .attendance = calloc(count, sizeof *l->attendance),
        .environments = calloc(count, sizeof *l->environments),
        .reads = calloc(count, sizeof *l->reads),
        .builds = calloc(count, sizeof *l->builds)};
    return (l->players && l->budgets && l->attendance && l->environments && l->reads &&
               l->builds) ||
        error_set(e, "out of memory");
}

bool roster_read(struct roster *l, const struct definition *definition, struct error *e)
{
    if (!roster_init(l, definition, e))
        return false;
    for (size_t i = 0; i < l->count; i++) {
        if (!roster_read_player(l, i, &definition->file, e))
            return false;
    }
    return true;
}

bool roster_read_one(
    struct roster *l, const struct definition *definition, int player, struct error *e)
{
    return roster_init(l, definition, e) &&
        roster_read_player(l, (size_t)player, &definition->file, e);
}

void roster_scale_times(struct roster *l, int64_t speed_percent)
{
    for (size_t i = 0; l->definition->file.scale_time && i < l->count; i++)
        budget_scale(&l->budgets[i], speed_percent);
}

// --- Entries ---

size_t roster_entries(const struct roster *l)
{
    size_t count = 0;
    for (size_t i = 0; i < l->count; i++)
        count += l->definition->file.players[i].player &&
            entry_text_is(l->definition->file.players[i].player);
    return count;
}

static bool roster_overrides(char *const *environment, const char *variable)
{
    size_t length = strcspn(variable, "=") + 1;
    for (; environment && *environment; environment++) {
        if (strncmp(*environment, variable, length) == 0)
            return true;
    }
    return false;
}

// What the contest file says comes before what the entry says.
static bool roster_merge_environment(struct roster *l, size_t i, struct error *e)
{
    char **own = l->environments[i], *const *its = l->builds[i].environment;
    size_t count = 0, more = 0;
    while (own && own[count])
        count++;
    while (its[more])
        more++;
    char **list = realloc(own, (count + more + 1) * sizeof *list);
    if (!list)
        return error_set(e, "out of memory");
    l->environments[i] = list;
    list[count] = NULL;
    for (; *its; its++) {
        if (roster_overrides(list, *its))
            continue;
        list[count] = strdup(*its);
        if (!list[count])
            return error_set(e, "out of memory");
        list[++count] = NULL;
    }
    l->players[i].environment = (const char *const *)list;
    return true;
}

// How an entry is made ready: build_make or build_look.
typedef bool roster_maker(struct build *b, const struct build_order *order, struct error *e);

static bool roster_make_one(struct roster *l, size_t i, roster_maker *make,
    const struct build_order *order, struct error *e)
{
    return make(&l->builds[i], order, e) && build_equip(&l->builds[i], &l->players[i], e) &&
        roster_merge_environment(l, i, e);
}

// `file` is the contest file.
static bool roster_make_beside(struct roster *l, size_t i, roster_maker *make, const char *file,
    struct entry_text *entry, struct error *e)
{
    char place[ARCHIVE_PATH_BYTES], shelf[ARCHIVE_PATH_BYTES];
    return entry_text_read(entry, l->players[i].text, e) &&
        entry_players_place(place, sizeof place, file, entry->path, e) &&
        archive_entries_path(shelf, file, e) &&
        roster_make_one(l, i, make,
            &(struct build_order){.path = place, .hash = entry->hash, .shelf = shelf}, e);
}

static bool roster_needs_build(const struct roster *l, size_t i)
{
    return !roster_has_left(&l->definition->file.players[i]) && l->players[i].text &&
        entry_text_is(l->players[i].text);
}

bool roster_build(
    struct roster *l, const char *file, roster_teller *tell, void *user, struct error *e)
{
    bool well = true;
    for (size_t i = 0; i < l->count; i++) {
        struct entry_text entry;
        struct error why;
        if (!roster_needs_build(l, i))
            continue;
        bool built = roster_make_beside(l, i, build_make, file, &entry, &why);
        const struct roster_build told = {
            l->players[i].name, entry.path, &l->builds[i], built ? NULL : &why};
        if (tell)
            tell(user, &told);
        if (!built && well)
            error_set(e, "%s: %.200s", told.name, why.words);
        well = well && built;
    }
    return well;
}

bool roster_look(struct roster *l, const char *file, struct error *e)
{
    for (size_t i = 0; i < l->count; i++) {
        struct entry_text entry;
        struct error why;
        if (roster_needs_build(l, i) && !roster_make_beside(l, i, build_look, file, &entry, &why))
            return error_set(e, "%s: %.200s", l->players[i].name, why.words);
    }
    return true;
}

bool roster_build_parcel(
    struct roster *l, int player, const char *parcels, const char *shelf, struct error *e)
{
    char place[ARCHIVE_PATH_BYTES];
    struct entry_text entry;
    size_t i = (size_t)player;
    if (!l->players[i].text || !entry_text_is(l->players[i].text))
        return true;
    if (!entry_text_read(&entry, l->players[i].text, e))
        return false;
    if (entry.hash[0] == '\0')
        return error_set(
            e, "the contest does not say which content the entry %.100s has", entry.path);
    if (snprintf(place, sizeof place, "%s/%s.tar", parcels, entry.hash) >= (int)sizeof place)
        return error_set(e, "the path of an entry is too long");
    const struct build_order order = {.path = place, .hash = entry.hash, .shelf = shelf};
    bool well = roster_make_one(l, i, build_make, &order, e);
    if (!well)
        build_destroy(&l->builds[i]); // it may be tried again
    return well;
}

// --- The end ---

static void roster_destroy_lists(char ***lists, size_t count)
{
    for (size_t i = 0; lists && i < count; i++) {
        for (char **text = lists[i]; text && *text; text++)
            free(*text);
        free(lists[i]);
    }
    free(lists);
}

void roster_destroy(struct roster *l)
{
    for (size_t i = 0; l->builds && i < l->count; i++)
        build_destroy(&l->builds[i]);
    free(l->builds);
    roster_destroy_lists(l->environments, l->count);
    roster_destroy_lists(l->reads, l->count);
    free(l->attendance);
    free(l->players);
    free(l->budgets);
}

bool roster_meets_at_ports(const struct roster *l)
{
    size_t others = 0;
    for (size_t i = 0; i < l->count; i++)
        others += l->attendance[i] != ATTENDS_AWAITED;
    return others < SEATS; // two others would meet each other
}
