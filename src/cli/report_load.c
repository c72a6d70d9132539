// Gathers what a report needs: one walk over all games that count, besides those of the standings.
#include "cli/report.h"

#include "archive/ledger.h"
#include "base/nearest.h"
#include "cli/contest_problems.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_EVERY = 256 }; // games between two looks at the clock

struct gathering {
    struct report *report;
    struct ledger_pair pair; // of the last row
    struct progress progress;
    int64_t all; // rows
    struct error error;
};

static void count_length(struct report_account *a, const struct store_game *g)
{
    const struct report_game game = {g->play, g->plies};
    if (a->shortest.play == 0 || g->plies < a->shortest.plies)
        a->shortest = game;
    if (a->longest.play == 0 || g->plies > a->longest.plies)
        a->longest = game;
    a->games++;
    a->plies += g->plies;
}

static void count_fault(struct report_account *a, enum verdict v)
{
    a->faults++;
    a->faults_by[v]++;
}

static bool is_plausible(const struct report *r, const struct store_game *g)
{
    int64_t count = (int64_t)r->archive.definition.count;
    return g->first_id >= 0 && g->first_id < count && g->second_id >= 0 && g->second_id < count &&
        g->first_id != g->second_id && g->game >= 0 && g->game < GAMES_PER_PAIR &&
        g->winner >= STORE_NOBODY && g->winner < SEATS && g->blame >= STORE_NOBODY &&
        g->blame < SEATS;
}

// The second game of a pair comes behind the first.
static bool count_pair(struct gathering *to, const struct store_game *g)
{
    struct report *r = to->report;
    if (g->pair != to->pair.index)
        to->pair = ledger_unknown(g->pair);
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
    return crosstable_add(&r->meetings, first, second, &result) ||
        error_set(&to->error, "out of memory");
}

static bool gather_game(void *user, const struct store_game *g)
{
    struct gathering *to = user;
    struct report *r = to->report;
    enum verdict v;
    if (!is_plausible(r, g) || !verdict_find(g->verdict, &v))
        return error_set(
            &to->error, "row %lld makes no sense   (agon verify says more)", (long long)g->id);
    const int64_t players[SEATS] = {g->first_id, g->second_id};
    count_length(&r->whole, g);
    for (int seat = 0; seat < SEATS; seat++)
        count_length(&r->players[players[seat]], g);
    if (g->blame != STORE_NOBODY) {
        count_fault(&r->whole, v);
        count_fault(&r->players[players[g->blame]], v);
    }
    if (r->whole.games % SHOWN_EVERY == 0)
        progress_show(&to->progress, (uint64_t)r->whole.games, (uint64_t)to->all);
    return count_pair(to, g);
}

static bool gather(struct report *r, struct error *e)
{
    size_t count = r->archive.definition.count;
    r->players = calloc(count, sizeof *r->players);
    r->places = calloc(count, sizeof *r->places);
    if (!r->players || !r->places)
        return error_set(e, "out of memory");
    if (!results_load(&r->results, &r->archive.definition.plan, r->archive.reader, e))
        return false;
    for (size_t i = 0; i < count; i++)
        r->places[r->results.standings.list[i].player] = (int)i;
    struct gathering to = {.report = r,
        .pair = ledger_unknown(-1),
        .progress = progress_start(),
        .all = r->results.standings.games};
    bool walked = reader_walk_games(r->archive.reader, READER_BY_PAIR, gather_game, &to, e);
    progress_end(&to.progress);
    if (!walked)
        return false;
    return to.error.words[0] == '\0' || error_set(e, "%s", to.error.words);
}

bool report_load(struct report *r, const char *file, const struct head *expected)
{
    struct error e;
    *r = (struct report){.meetings = crosstable_empty()};
    if (!archive_open(&r->archive, file, &e)) {
        wrong_contest(r->archive.path, &r->archive.definition.problems, &e);
        return false;
    }
    if ((!expected || reader_expect(r->archive.reader, expected, &e)) && gather(r, &e))
        return true;
    wrong_input(&e);
    return false;
}

void report_destroy(struct report *r)
{
    free(r->players);
    free(r->places);
    crosstable_destroy(&r->meetings);
    results_destroy(&r->results);
    archive_close(&r->archive);
}

// --- Players ---

const char *report_name(const struct report *r, int player)
{
    return r->archive.definition.names[player];
}

int report_find(const struct report *r, const char *name, struct error *e)
{
    size_t count = r->archive.definition.count;
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
        error_set(e, "no player \"%.40s\" in %.80s", name, r->archive.name);
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
