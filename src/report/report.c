// Gathers what a report needs: one walk over all games that count, besides those of the standings.
#include "report/report.h"

#include "archive/ledger.h"
#include "base/nearest.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_EVERY = 256, // games between two calls of the progress
    FLOW_BYTES = 1 << 16
};

struct report_gathering {
    struct report *report;
    struct ledger_pair pair;                // of the last row
    int64_t pair_row;                       // the later one of its rows
    const struct report_progress *progress; // may be NULL
    int64_t all;                            // rows
    struct error error;
};

static void report_count_length(struct report_account *a, const struct store_game *g)
{
    const struct report_game game = {g->play, g->plies};
    if (a->shortest.play == 0 || g->plies < a->shortest.plies)
        a->shortest = game;
    if (a->longest.play == 0 || g->plies > a->longest.plies)
        a->longest = game;
    a->games++;
    a->plies += g->plies;
}

static void report_count_pondering(struct report_account *a, int64_t ns)
{
    if (ns == STORE_NOT_MEASURED)
        return;
    a->pondered_ns += ns;
    a->pondered_games++;
}

static void report_count_fault(struct report_account *a, enum verdict v)
{
    a->faults++;
    a->faults_by[v]++;
}

static bool report_is_plausible(const struct report *r, const struct store_game *g)
{
    int64_t count = (int64_t)r->definition->count;
    return g->first_id >= 0 && g->first_id < count && g->second_id >= 0 && g->second_id < count &&
        g->first_id != g->second_id && g->game >= 0 && g->game < GAMES_PER_PAIR &&
        g->winner >= STORE_NOBODY && g->winner < SEATS && g->blame >= STORE_NOBODY &&
        g->blame < SEATS;
}

static bool report_keep_pair(
    struct report *r, int64_t row, int first, int second, const struct pair_result *result)
{
    if (r->pair_count == r->pair_room) {
        size_t room = r->pair_room > 0 ? 2 * r->pair_room : 256;
        struct report_pair *pairs = realloc(r->pairs, room * sizeof *pairs);
        if (!pairs)
            return false;
        r->pairs = pairs;
        r->pair_room = room;
    }
    r->pairs[r->pair_count++] = (struct report_pair){row,
        {(uint32_t)first, (uint32_t)second,
            {(int8_t)result->half_points[0], (int8_t)result->half_points[1]}}};
    return true;
}

static int report_compare_pairs(const void *left, const void *right)
{
    const struct report_pair *a = left, *b = right;
    return (a->row > b->row) - (a->row < b->row);
}

// The second game of a pair comes behind the first.
static bool report_count_pair(struct report_gathering *to, const struct store_game *g)
{
    struct report *r = to->report;
    if (g->pair != to->pair.index) {
        to->pair = ledger_unknown(g->pair);
        to->pair_row = 0;
    }
    to->pair_row = number_larger(to->pair_row, g->id);
    int first = (int)(g->game == 0 ? g->first_id : g->second_id);
    int second = (int)(g->game == 0 ? g->second_id : g->first_id);
    ledger_note(&to->pair, (int)g->game, g->winner, g->blame);
    if (!ledger_is_whole(&to->pair) || !results_counts(&r->results, g->pair, first, second))
        return true;
    const struct pair_result result = ledger_result(&to->pair);
    struct meeting m = {0};
    m.pairs[result.half_points[0] + result.half_points[1]]++;
    for (int game = 0; game < GAMES_PER_PAIR; game++)
        m.games[game][result.half_points[game]]++;
    meeting_add(&r->sum, &m);
    return (crosstable_add(&r->meetings, first, second, &result) &&
               report_keep_pair(r, to->pair_row, first, second, &result)) ||
        error_set(&to->error, "out of memory");
}

static bool report_gather_game(void *user, const struct store_game *g)
{
    struct report_gathering *to = user;
    struct report *r = to->report;
    enum verdict v;
    if (!report_is_plausible(r, g) || !verdict_find(g->verdict, &v))
        return error_set(
            &to->error, "row %lld makes no sense   (agon verify says more)", (long long)g->id);
    const int64_t players[SEATS] = {g->first_id, g->second_id};
    report_count_length(&r->whole, g);
    const int64_t pondered[SEATS] = {g->first_pondered_ns, g->second_pondered_ns};
    for (int seat = 0; seat < SEATS; seat++) {
        report_count_length(&r->players[players[seat]], g);
        report_count_pondering(&r->players[players[seat]], pondered[seat]);
    }
    if (g->blame != STORE_NOBODY) {
        report_count_fault(&r->whole, v);
        report_count_fault(&r->players[players[g->blame]], v);
    }
    if (to->progress && r->whole.games % SHOWN_EVERY == 0)
        to->progress->show(to->progress->user, r->whole.games, to->all);
    return report_count_pair(to, g);
}

static bool report_allocate(struct report *r, const struct archive *a, struct error *e)
{
    size_t count = a->definition.count;
    *r = (struct report){.archive = a,
        .definition = &a->definition,
        .meetings = crosstable_empty(),
        .players = calloc(count, sizeof *r->players),
        .places = calloc(count, sizeof *r->places)};
    return (r->players && r->places) || error_set(e, "out of memory");
}

bool report_gather(struct report *r, const struct archive *a,
    const struct report_progress *progress, struct error *e)
{
    if (!report_allocate(r, a, e) || !results_load(&r->results, &a->definition.plan, a->reader, e))
        return false;
    for (size_t i = 0; i < a->definition.count; i++)
        r->places[r->results.standings.list[i].player] = (int)i;
    struct report_gathering to = {.report = r,
        .pair = ledger_unknown(-1),
        .progress = progress,
        .all = r->results.standings.games};
    if (!reader_walk_games(a->reader, READER_BY_PAIR, report_gather_game, &to, e))
        return false;
    if (to.error.words[0] != '\0')
        return error_set(e, "%s", to.error.words);
    if (r->pair_count > 0)
        qsort(r->pairs, r->pair_count, sizeof *r->pairs, report_compare_pairs);
    return report_starts_gather(r, e);
}

void report_destroy(struct report *r)
{
    free(r->players);
    free(r->places);
    free(r->starts);
    free(r->pairs);
    crosstable_destroy(&r->meetings);
    results_destroy(&r->results);
}

// --- Where it goes ---

struct report_output report_output_empty(void)
{
    return (struct report_output){.text = text_growing()};
}

void report_output_destroy(struct report_output *out)
{
    text_destroy(&out->text);
}

static void report_drain(struct report_output *out)
{
    out->failed = out->failed || out->text.cut;
    if (out->flow && out->text.length > 0) {
        out->flow(out->user, &out->text);
        text_clear(&out->text);
    }
}

void report_flow(struct report_output *out)
{
    if (out->text.length >= FLOW_BYTES)
        report_drain(out);
}

bool report_output_end(struct report_output *out, struct error *e)
{
    report_drain(out);
    return !out->failed || error_set(e, "out of memory");
}

// --- Players ---

const char *report_name(const struct report *r, int player)
{
    return r->definition->names[player];
}

int report_find(const struct report *r, const char *name, struct error *e)
{
    size_t count = r->definition->count;
    const char **names = calloc(count, sizeof *names);
    int found = NO_PLAYER;
    for (size_t i = 0; names && i < count; i++) {
        names[i] = report_name(r, (int)i);
        if (strcmp(names[i], name) == 0)
            found = (int)i;
    }
    int near = names && found == NO_PLAYER ? nearest_word(name, names, count) : -1;
    if (near >= 0)
        error_set(e, "no player \"%.40s\". Did you mean \"%s\"?", name, names[near]);
    else if (found == NO_PLAYER)
        error_set(e, "no player \"%.40s\" in %.80s", name, r->archive->name);
    free(names);
    return found;
}

struct meeting report_total(const struct report *r, int player)
{
    struct meeting total = {.a = (uint32_t)player};
    for (size_t i = 0; i < r->meetings.count; i++) {
        const struct meeting *m = &r->meetings.meetings[i];
        if ((int)m->a == player) {
            meeting_add(&total, m);
        } else if ((int)m->b == player) {
            struct meeting turned = meeting_turned(m);
            meeting_add(&total, &turned);
        }
    }
    return total;
}
