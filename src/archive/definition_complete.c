// What follows from the file of a contest: its plan, who is there when, what everybody speaks, and
// where games begin.
#include "archive/definition.h"

#include "archive/playable_openings.h"
#include "base/bridge_text.h"
#include "base/random.h"

#include <stdlib.h>

// --- Plan ---

static const enum fault_policy fault_policies[] = {[CONTEST_CONTINUE] = FAULTS_CONTINUE,
    [CONTEST_DROP] = FAULTS_DROP,
    [CONTEST_ERASE] = FAULTS_ERASE};

bool definition_is_fixed(const struct definition *d)
{
    return contest_format_is_fixed(d->file.format);
}

bool definition_is_knockout(const struct definition *d)
{
    return d->file.format == CONTEST_KNOCKOUT || d->file.format == CONTEST_DOUBLE_KNOCKOUT;
}

static bool definition_complete_plan(struct definition *d, struct error *e)
{
    const struct contest_file *f = &d->file;
    // The bracket of a knockout is drawn when all have come.
    int added = 0;
    for (size_t i = 0; !definition_is_knockout(d) && i < f->player_count; i++)
        added += f->players[i].added;
    struct plan *p = &d->plan;
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

// --- Who is there ---

static int definition_compare_withdrawals(const void *left, const void *right)
{
    const struct withdrawal *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

static void definition_take_presence(struct definition *d)
{
    size_t absences = 0, withdrawals = 0;
    for (size_t i = 0; i < d->count; i++) {
        const struct contest_player *p = &d->file.players[i];
        d->presence[i] = (struct presence){.from = p->from,
            .until = p->until,
            .absences = d->absences + absences,
            .absence_count = p->absence_count,
            .resting = p->suspended};
        for (size_t k = 0; k < p->absence_count; k++)
            d->absences[absences++] = (struct absence){p->absences[k].from, p->absences[k].until};
        for (size_t k = 0; k < p->withdrawn_count; k++)
            d->withdrawals[withdrawals++] = (struct withdrawal){p->withdrawn[k], (int)i};
    }
    qsort(d->withdrawals, withdrawals, sizeof *d->withdrawals, definition_compare_withdrawals);
    d->plan.presence = d->presence;
    d->plan.withdrawals = d->withdrawals;
    d->plan.withdrawal_count = withdrawals;
}

// Where nobody comes or goes, the plan has no presence.
static bool definition_complete_presence(struct definition *d, struct error *e)
{
    bool changes = false;
    size_t absences = 0, withdrawals = 0;
    for (size_t i = 0; i < d->count; i++) {
        const struct contest_player *p = &d->file.players[i];
        changes = changes || p->from > 0 || p->until < INT64_MAX || p->absence_count > 0 ||
            p->withdrawn_count > 0;
        absences += p->absence_count;
        withdrawals += p->withdrawn_count;
    }
    if (!changes)
        return true;
    d->presence = calloc(d->count, sizeof *d->presence);
    d->absences = calloc(absences + 1, sizeof *d->absences);
    d->withdrawals = calloc(withdrawals + 1, sizeof *d->withdrawals);
    if (!d->presence || !d->absences || !d->withdrawals)
        return error_set(e, "out of memory");
    definition_take_presence(d);
    return true;
}

// --- What the players speak ---

// A built-in player speaks nothing. Whether the player exists does not matter.
static bool definition_find_wire(const struct definition *d, const struct contest_player *p,
    const struct wire **wire, struct error *e)
{
    *wire = NULL;
    struct bridge_text bridge;
    const char *name = p->wire ? p->wire : d->file.wire;
    if (bridge_text_read(&bridge, p->player, NULL) && bridge.protocol)
        name = bridge.protocol;
    return p->player[0] == '@' || wire_choose(d->game, name, wire, e);
}

static bool definition_complete_players(struct definition *d, struct error *e)
{
    size_t versions = 0;
    for (size_t i = 0; i < d->count; i++)
        versions += (size_t)d->file.players[i].version - 1;
    d->names = calloc(d->count + 1, sizeof *d->names);
    d->wires = calloc(d->count + 1, sizeof *d->wires);
    d->versions = calloc(versions + 1, sizeof *d->versions);
    if (!d->names || !d->wires || !d->versions)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < d->count; i++) {
        const struct contest_player *p = &d->file.players[i];
        d->names[i] = p->name;
        if (!definition_find_wire(d, p, &d->wires[i], e))
            return false;
        for (const struct contest_player *old = p->before; old; old = old->before) {
            struct definition_version *version = &d->versions[d->version_count++];
            *version = (struct definition_version){(int)i, old->until_row, NULL};
            if (!definition_find_wire(d, old, &version->wire, e))
                return false;
        }
    }
    return true;
}

// What the player spoke in this row, or NULL.
static const struct wire *definition_wire_in_row(
    const struct definition *d, int player, int64_t row)
{
    const struct wire *wire = d->wires[player];
    for (size_t i = 0; i < d->version_count; i++) {
        if (d->versions[i].player == player && row <= d->versions[i].until_row)
            wire =
                d->versions[i].wire; // the latest version is first, so the oldest that fits counts
    }
    return wire;
}

// --- Where games begin ---

static bool definition_complete_openings(struct definition *d, struct error *e)
{
    const struct contest_file *f = &d->file;
    const struct openings_setting s = {.game = d->game,
        .start = &d->start,
        .wires = d->wires,
        .names = d->names,
        .count = d->count,
        .seed = (uint64_t)f->seed};
    switch (f->openings) {
    case CONTEST_OPENINGS_RANDOM:
        return playable_openings_draw(&d->openings, f->opening_moves, &s, e);
    case CONTEST_OPENINGS_FILE:
        return playable_openings_read(&d->openings, f->opening_file, &d->opening_text, &s, e);
    case CONTEST_OPENINGS_NONE:
        break;
    }
    return playable_openings_check_start(&s, e);
}

position definition_start(
    const struct definition *d, const struct pairing *p, int64_t row, int *coin)
{
    position start = d->start;
    *coin = (int)(random_derive(~p->seed, 0) & 1);
    const struct wire *wire = definition_wire_in_row(d, p->first, row);
    // The protocols of engines leave the start as it is.
    wire = wire && !wire->engine ? wire : definition_wire_in_row(d, p->second, row);
    if (wire)
        wire_turn_start(wire, &start, *coin);
    openings_place(&d->openings, d->game, p->index, p->seed, &start);
    return start;
}

// --- All of it ---

static void definition_forget_completion(struct definition *d)
{
    free(d->names);
    free(d->wires);
    free(d->presence);
    free(d->absences);
    free(d->withdrawals);
    free(d->versions);
    openings_destroy(&d->openings);
    d->names = NULL;
    d->wires = NULL;
    d->presence = NULL;
    d->absences = NULL;
    d->withdrawals = NULL;
    d->versions = NULL;
    d->version_count = 0;
    d->openings = (struct openings){0};
}

bool definition_complete(struct definition *d, struct error *e)
{
    definition_forget_completion(d);
    d->game = d->file.game;
    d->count = d->file.player_count;
    return d->game->start(&d->start, d->file.variant, e) && definition_complete_plan(d, e) &&
        definition_complete_presence(d, e) && definition_complete_players(d, e) &&
        definition_complete_openings(d, e);
}

void definition_destroy(struct definition *d)
{
    definition_forget_completion(d);
    contest_file_destroy(&d->file);
    text_destroy(&d->text);
    text_destroy(&d->opening_text);
    text_destroy(&d->folder);
    text_destroy(&d->late);
}
