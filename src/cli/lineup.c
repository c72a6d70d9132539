#include "cli/lineup.h"

#include "base/clock.h"
#include "base/random.h"
#include "cli/conditions.h"
#include "cli/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Plan and budget ---

static const enum fault_policy fault_policies[] = {[CONTEST_CONTINUE] = FAULTS_CONTINUE,
    [CONTEST_DROP] = FAULTS_DROP,
    [CONTEST_ERASE] = FAULTS_ERASE};

static bool read_plan(struct plan *p, const struct contest_file *f, struct error *e)
{
    // The bracket of a knockout is drawn when all have come.
    bool knockout = f->format == CONTEST_KNOCKOUT || f->format == CONTEST_DOUBLE_KNOCKOUT;
    int added = 0;
    for (size_t i = 0; !knockout && i < f->player_count; i++)
        added += f->players[i].added;
    *p = (struct plan){.format = format_find(contest_format_name(f->format), e),
        .players = (int)f->player_count,
        .added = added,
        .rounds = f->rounds,
        .seed = (uint64_t)f->seed,
        .lots = f->seeding_by_lot != 0,
        .faults = fault_policies[f->faults],
        .suspend_after = f->suspend_after};
    int64_t rounds = contest_file_rounds(f);
    switch ((enum contest_format)f->format) {
    case CONTEST_MATCH:
        p->rounds = f->pairs;
        break;
    case CONTEST_ROUND_ROBIN:
    case CONTEST_GAUNTLET:
        // Everybody meets so often, whether that is called a round or another pair.
        p->rounds = rounds * f->pairs;
        p->heroes = f->format == CONTEST_GAUNTLET ? (int)f->heroes : 0;
        break;
    case CONTEST_KNOCKOUT:
    case CONTEST_DOUBLE_KNOCKOUT:
        p->tie_breaks = f->tie_break_pairs > 0 ? f->tie_break_pairs : PLAN_NO_TIE_BREAKS;
        p->length = f->pairs;
        break;
    case CONTEST_SWISS:
        p->length = f->pairs;
        break;
    default:
        break;
    }
    return p->format && plan_check(p, e);
}

static int compare_withdrawals(const void *left, const void *right)
{
    const struct withdrawal *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

static void take_presence(struct lineup *l, const struct contest_file *f)
{
    size_t absences = 0, withdrawals = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        const struct contest_player *p = &f->players[i];
        l->presence[i] = (struct presence){.from = p->from,
            .until = p->until,
            .absences = l->absences + absences,
            .absence_count = p->absence_count,
            .resting = p->suspended};
        for (size_t k = 0; k < p->absence_count; k++)
            l->absences[absences++] = (struct absence){p->absences[k].from, p->absences[k].until};
        for (size_t k = 0; k < p->withdrawn_count; k++)
            l->withdrawals[withdrawals++] = (struct withdrawal){p->withdrawn[k], (int)i};
    }
    qsort(l->withdrawals, withdrawals, sizeof *l->withdrawals, compare_withdrawals);
    l->plan.presence = l->presence;
    l->plan.withdrawals = l->withdrawals;
    l->plan.withdrawal_count = withdrawals;
}

// Who comes and goes, where anybody does.
static bool read_presence(struct lineup *l, const struct contest_file *f, struct error *e)
{
    bool changes = false;
    size_t absences = 0, withdrawals = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        const struct contest_player *p = &f->players[i];
        changes = changes || p->from > 0 || p->until < INT64_MAX || p->absence_count > 0 ||
            p->withdrawn_count > 0;
        absences += p->absence_count;
        withdrawals += p->withdrawn_count;
    }
    if (!changes)
        return true;
    l->presence = calloc(f->player_count, sizeof *l->presence);
    l->absences = calloc(absences + 1, sizeof *l->absences);
    l->withdrawals = calloc(withdrawals + 1, sizeof *l->withdrawals);
    if (!l->presence || !l->absences || !l->withdrawals)
        return error_set(e, "out of memory");
    take_presence(l, f);
    return true;
}

static void set_time(int64_t *target_ns, int64_t ms)
{
    if (ms != CONTEST_UNSET)
        *target_ns = ms * NS_PER_MS;
}

static void set_times(struct budget *b, const struct contest_time *t)
{
    set_time(&b->start_ns, t->start_ms);
    set_time(&b->first_ns, t->first_ms);
    set_time(&b->request_ns, t->request_ms);
    set_time(&b->game_ns, t->game_ms);
    set_time(&b->increment_ns, t->increment_ms);
}

// The wire's times, then the contest's, then the player's own: the later word counts.
static bool read_budget(
    struct budget *b, const struct contest_file *f, const struct contest_player *p, struct error *e)
{
    const struct wire *wire;
    if (!wire_choose(f->game, p->wire ? p->wire : f->wire, &wire, e) ||
        !conditions_budget(b, wire, NULL, f->wall_clock ? "wall" : NULL, e))
        return false;
    set_times(b, &f->time);
    set_times(b, &p->time);
    bool own_first = f->time.first_ms != CONTEST_UNSET || p->time.first_ms != CONTEST_UNSET;
    if (!own_first && b->first_ns < b->request_ns)
        b->first_ns = b->request_ns;
    return true;
}

// --- Players ---

static bool read_environment(
    struct lineup *l, size_t i, const struct contest_player *from, struct error *e)
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

static bool read_player(struct lineup *l, size_t i, const struct contest_file *f, struct error *e)
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
    if (p->wire && link_check(p->text, &kind, NULL))
        l->attendance[i] = kind == LINK_LISTEN ? ATTENDS_AWAITED
            : kind == LINK_TCP                 ? ATTENDS_CALLED
                                               : ATTENDS_ALWAYS;
    return read_budget(&l->budgets[i], f, from, e) && read_environment(l, i, from, e);
}

// --- Who was replaced ---

static bool read_version(struct lineup *l, int player, const struct contest_file *f,
    const struct contest_player *old, struct error *e)
{
    const struct wire *wire;
    struct player was;
    if (!wire_choose(f->game, old->wire ? old->wire : f->wire, &wire, e) ||
        !player_read(&was, old->player, f->game, wire, e))
        return false;
    l->versions[l->version_count++] = (struct lineup_version){player, old->until_row, was.wire};
    return true;
}

static bool read_versions(struct lineup *l, const struct contest_file *f, struct error *e)
{
    size_t count = 0;
    for (size_t i = 0; i < f->player_count; i++)
        count += (size_t)f->players[i].version - 1;
    l->versions = calloc(count + 1, sizeof *l->versions);
    if (!l->versions)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < f->player_count; i++) {
        for (const struct contest_player *old = f->players[i].before; old; old = old->before) {
            if (!read_version(l, (int)i, f, old, e))
                return false;
        }
    }
    return true;
}

// What the player of this row speaks, or NULL. The versions of a player stand in the list from the
// latest to the oldest.
static const struct wire *wire_in_row(const struct lineup *l, int player, int64_t row)
{
    const struct wire *wire = l->players[player].wire;
    for (size_t i = 0; i < l->version_count; i++) {
        if (l->versions[i].player == player && row <= l->versions[i].until_row)
            wire = l->versions[i].wire;
    }
    return wire;
}

// --- Openings ---

static bool read_openings(struct lineup *l, const struct contest_input *in, struct error *e)
{
    const struct contest_file *f = &in->file;
    const struct openings_setting s = {.game = l->game,
        .start = &l->start,
        .players = l->players,
        .count = l->count,
        .seed = (uint64_t)f->seed};
    switch (f->openings) {
    case CONTEST_OPENINGS_RANDOM:
        return openings_input_draw(&l->openings, f->opening_moves, &s, e);
    case CONTEST_OPENINGS_FILE:
        return openings_input_take(&l->openings, f->opening_file, &in->openings, &s, e);
    case CONTEST_OPENINGS_NONE:
        break;
    }
    return true;
}

bool lineup_read(struct lineup *l, const struct contest_input *in, struct error *e)
{
    const struct contest_file *f = &in->file;
    *l = (struct lineup){.file = f,
        .game = f->game,
        .changes = in->changes,
        .players = calloc(f->player_count, sizeof *l->players),
        .budgets = calloc(f->player_count, sizeof *l->budgets),
        .count = f->player_count,
        .attendance = calloc(f->player_count, sizeof *l->attendance),
        .environments = calloc(f->player_count, sizeof *l->environments)};
    if (!l->players || !l->budgets || !l->attendance || !l->environments)
        return error_set(e, "out of memory");
    if (!f->game->start(&l->start, f->variant, e) || !read_plan(&l->plan, f, e) ||
        !read_presence(l, f, e))
        return false;
    for (size_t i = 0; i < l->count; i++) {
        if (!read_player(l, i, f, e))
            return false;
    }
    return read_versions(l, f, e) && read_openings(l, in, e);
}

void lineup_destroy(struct lineup *l)
{
    for (size_t i = 0; l->environments && i < l->count; i++) {
        for (char **v = l->environments[i]; v && *v; v++)
            free(*v);
        free(l->environments[i]);
    }
    free(l->environments);
    free(l->presence);
    free(l->absences);
    free(l->withdrawals);
    free(l->versions);
    openings_destroy(&l->openings);
    free(l->attendance);
    free(l->players);
    free(l->budgets);
}

bool lineup_meets_at_ports(const struct lineup *l)
{
    size_t others = 0;
    for (size_t i = 0; i < l->count; i++)
        others += l->attendance[i] != ATTENDS_AWAITED;
    return others < SEATS; // two of them would meet each other
}

position lineup_start(const struct lineup *l, const struct pairing *p, int64_t row, int *first_id)
{
    position start = l->start;
    *first_id = (int)(random_derive(~p->seed, 0) & 1);
    const struct wire *wire = wire_in_row(l, p->first, row);
    wire = wire ? wire : wire_in_row(l, p->second, row);
    if (wire)
        wire_turn_start(wire, &start, *first_id);
    openings_place(&l->openings, l->game, p->index, p->seed, &start);
    return start;
}
