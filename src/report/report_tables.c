// The tables of a report, cell by cell, for people: text and HTML print the same ones.
#include "report/report_tables.h"

#include "base/clock.h"

#include <inttypes.h>
#include <string.h>

enum { CELL_BYTES = 256 };

// --- Pieces ---

void report_text_faults(struct text *out, const struct report_account *a)
{
    const char *comma = "";
    for (int v = 0; v < VERDICTS; v++) {
        if (a->faults_by[v] == 0)
            continue;
        text_format(out, "%s%" PRId64 " %s", comma, a->faults_by[v], verdicts[v].code);
        comma = ", ";
    }
}

static void report_text_estimate(struct text *out, struct estimate x)
{
    if (x.known)
        text_format(out, "%+.1f +/- %.1f", x.value, x.error);
    else
        text_string(out, "not yet");
}

void report_text_game(struct text *out, const struct report_game *g)
{
    text_format(
        out, "game %" PRId64 ", %" PRId64 " move%s", g->play, g->plies, g->plies == 1 ? "" : "s");
}

void report_text_about(struct text *out, const struct report *r)
{
    const struct contest_file *f = &r->definition->file;
    text_format(out, "%s %s, %s, %zu players, seed %" PRId64, f->game->name,
        f->game->variant(&r->definition->start), contest_format_name(f->format),
        r->definition->count, f->seed);
}

static const struct standing *report_standing_of(const struct report *r, int player)
{
    return &r->results.standings.list[r->places[player]];
}

static int64_t report_games_of(const struct standing *s)
{
    return s->line.wins + s->line.draws + s->line.losses;
}

void report_text_summary(struct text *out, const struct report *r, int player)
{
    const struct standing *s = report_standing_of(r, player);
    const struct rating *rating = &r->results.standings.ratings[player];
    int64_t played = report_games_of(s);
    text_format(out, "rank %d of %zu, rating %.0f +/- %.0f, %.1f points of %" PRId64 " game%s",
        s->rank, r->definition->count, rating->value, rating->error,
        (double)s->line.half_points / 2, played, played == 1 ? "" : "s");
}

static void report_cell_estimate(struct text_table *table, struct estimate x)
{
    char array[CELL_BYTES];
    struct text out = TEXT_IN(array);
    report_text_estimate(&out, x);
    text_table_text(table, array);
}

static void report_cell_counts(struct text_table *table, const struct counts *c)
{
    if (c->counted == COUNTED_GAMES)
        text_table_cell(table, "%" PRId64 "-%" PRId64 "-%" PRId64, c->of[2], c->of[1], c->of[0]);
    else
        text_table_cell(table, "%" PRId64 "-%" PRId64 "-%" PRId64 "-%" PRId64 "-%" PRId64, c->of[0],
            c->of[1], c->of[2], c->of[3], c->of[4]);
}

static void report_cell_share(struct text_table *table, double share)
{
    text_table_cell(table, "%.1f %%", 100 * share);
}

static void report_heading(struct text_table *table, const char *const *titles)
{
    for (; *titles; titles++)
        text_table_text(table, *titles);
}

// --- Faults by player ---

void report_table_offenders(const struct report *r, struct text_table *table)
{
    static const char *const titles[] = {"faults", "player", "which", NULL};
    report_heading(table, titles);
    for (size_t i = 0; i < r->definition->count; i++) {
        int player = r->results.standings.list[i].player;
        const struct report_account *a = &r->players[player];
        char array[CELL_BYTES];
        struct text which = TEXT_IN(array);
        report_text_faults(&which, a);
        if (a->faults == 0)
            continue;
        text_table_cell(table, "%" PRId64, a->faults);
        text_table_text(table, report_name(r, player));
        text_table_text(table, array);
    }
}

// --- Computing while not asked ---

void report_table_ponderers(const struct report *r, struct text_table *table)
{
    static const char *const titles[] = {"not asked, CPU s", "a game", "player", NULL};
    report_heading(table, titles);
    for (size_t i = 0; i < r->definition->count; i++) {
        int player = r->results.standings.list[i].player;
        const struct report_account *a = &r->players[player];
        if (a->pondered_games == 0 ||
            a->pondered_ns / a->pondered_games < REPORT_PONDERED_MS * NS_PER_MS)
            continue;
        double seconds = (double)a->pondered_ns / NS_PER_SECOND;
        text_table_cell(table, "%.2f", seconds);
        text_table_cell(table, "%.3f", seconds / (double)a->pondered_games);
        text_table_text(table, report_name(r, player));
    }
}

// --- Crosstable ---

int64_t report_crosstable_games(const struct report *r)
{
    int64_t same = 0;
    for (size_t i = 0; i < r->meetings.count; i++) {
        struct counts played = meeting_games(&r->meetings.meetings[i]);
        int64_t count = counts_total(&played);
        if (same != 0 && count != same)
            return 0;
        same = count;
    }
    return same;
}

void report_table_crosstable(const struct report *r, size_t shown, struct text_table *table)
{
    bool same = report_crosstable_games(r) != 0;
    text_table_text(table, "#");
    text_table_text(table, "player");
    for (size_t i = 0; i < shown; i++)
        text_table_cell(table, "%zu", i + 1);
    for (size_t i = 0; i < shown; i++) {
        int player = r->results.standings.list[i].player;
        text_table_cell(table, "%zu", i + 1);
        text_table_text(table, report_name(r, player));
        for (size_t j = 0; j < shown; j++) {
            struct meeting m =
                crosstable_between(&r->meetings, player, r->results.standings.list[j].player);
            struct counts played = meeting_games(&m);
            int64_t count = counts_total(&played);
            if (i == j)
                text_table_text(table, "-");
            else if (count == 0)
                text_table_text(table, "");
            else if (same)
                text_table_cell(table, "%.1f", counts_points(&played));
            else
                text_table_cell(table, "%.1f/%" PRId64, counts_points(&played), count);
        }
    }
}

// --- Pairs of players ---

static void report_pair_row(
    const struct report *r, const struct meeting *m, bool whole, struct text_table *table)
{
    struct counts played = meeting_games(m), pairs = meeting_pairs(m);
    struct counts first = meeting_first_seat(m);
    text_table_text(table, report_name(r, (int)m->a));
    text_table_text(table, report_name(r, (int)m->b));
    text_table_cell(table, "%" PRId64, counts_total(&played));
    report_cell_counts(table, &played);
    report_cell_estimate(table, statistics_elo(&pairs));
    if (whole)
        report_cell_estimate(table, statistics_normalised_elo(&pairs));
    report_cell_share(table, statistics_los(&pairs));
    if (whole) {
        report_cell_share(table, statistics_draws(&played).value);
        report_cell_estimate(table, statistics_elo(&first));
    }
    report_cell_counts(table, &pairs);
}

void report_table_pairs(const struct report *r, bool whole, size_t most, struct text_table *table)
{
    static const char *const titles[] = {
        "player", "against", "games", "W-D-L", "Elo", "LOS", "LL-LD-=-WD-WW", NULL};
    static const char *const all_titles[] = {"player", "against", "games", "W-D-L", "Elo",
        "normalised Elo", "LOS", "draws", "first seat, Elo", "LL-LD-=-WD-WW", NULL};
    report_heading(table, whole ? all_titles : titles);
    size_t count = r->definition->count, rows = 0;
    // With many players few of all that could meet have met.
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count && rows < most; j++) {
            struct meeting m = crosstable_between(&r->meetings, r->results.standings.list[i].player,
                r->results.standings.list[j].player);
            struct counts played = meeting_games(&m);
            if (counts_total(&played) == 0)
                continue;
            report_pair_row(r, &m, whole, table);
            rows++;
        }
    }
}

// --- The whole ---

// Adds a row and empties `value`.
static void report_whole_row(struct text_table *table, const char *key, struct text *value)
{
    text_table_text(table, key);
    text_table_text(table, value->bytes);
    text_clear(value);
}

static void report_text_share(struct text *out, struct estimate x)
{
    if (x.known)
        text_format(out, "%.1f %% (%.1f to %.1f)", 100 * x.value, 100 * x.low, 100 * x.high);
    else
        text_string(out, "not yet");
}

static void report_text_first_seat(
    struct text *out, const struct report *r, const struct counts *first)
{
    const struct rating *seat = &r->results.standings.summary.first_seat;
    if (counts_total(first) == 0)
        text_string(out, "not yet");
    else
        text_format(out, "%.1f %% of the points; worth %+.1f +/- %.1f Elo",
            100 * counts_score(first), seat->value, seat->error);
}

static void report_text_games(struct text *out, const struct report *r)
{
    const struct standings_pairs *all = &r->results.standings.pairs;
    int64_t count = r->whole.games, pairs = all->counted - all->forfeits;
    text_format(out, "%" PRId64 "; %" PRId64 " whole pair%s", count, pairs, pairs == 1 ? "" : "s");
    if (count > 0)
        text_format(out, "; %.1f moves in the mean", (double)r->whole.plies / (double)count);
}

void report_table_whole(const struct report *r, struct text_table *table)
{
    struct counts first = meeting_first_seat(&r->sum), pairs = meeting_pairs(&r->sum);
    char array[CELL_BYTES];
    struct text out = TEXT_IN(array);
    report_text_games(&out, r);
    report_whole_row(table, "games", &out);
    if (r->whole.games > 0) {
        report_text_game(&out, &r->whole.shortest);
        report_whole_row(table, "shortest", &out);
        report_text_game(&out, &r->whole.longest);
        report_whole_row(table, "longest", &out);
    }
    if (r->results.standings.pairs.forfeits > 0) {
        text_format(&out, "%" PRId64 " games, of those who are out by their faults or have left",
            r->results.standings.pairs.forfeits * GAMES_PER_PAIR);
        report_whole_row(table, "forfeited", &out);
    }
    report_text_share(&out, statistics_draws(&first));
    report_whole_row(table, "drawn games", &out);
    report_text_share(&out, statistics_draws(&pairs));
    report_whole_row(table, "level pairs", &out);
    report_text_first_seat(&out, r, &first);
    report_whole_row(table, "first seat", &out);
    report_text_faults(&out, &r->whole);
    if (out.length == 0)
        text_string(&out, "none");
    report_whole_row(table, "faults", &out);
}

// --- One player ---

void report_table_seats(const struct report *r, int player, struct text_table *table)
{
    static const char *const titles[] = {
        "by seat", "games", "W-D-L", "points", "score", "Elo", NULL};
    static const char *const seats[SEATS] = {"first seat", "second seat"};
    report_heading(table, titles);
    struct meeting total = report_total(r, player);
    for (int seat = 0; seat < SEATS; seat++) {
        struct counts played = meeting_with_seat(&total, seat);
        text_table_text(table, seats[seat]);
        text_table_cell(table, "%" PRId64, counts_total(&played));
        report_cell_counts(table, &played);
        text_table_cell(table, "%.1f", counts_points(&played));
        report_cell_share(table, counts_score(&played));
        report_cell_estimate(table, statistics_elo(&played));
    }
}

size_t report_table_opponents(
    const struct report *r, int player, size_t most, struct text_table *table)
{
    static const char *const titles[] = {
        "#", "opponent", "rating", "games", "W-D-L", "Elo", "LOS", "LL-LD-=-WD-WW", NULL};
    report_heading(table, titles);
    size_t count = 0;
    for (size_t i = 0; i < r->definition->count; i++) {
        int other = r->results.standings.list[i].player;
        struct meeting m = crosstable_between(&r->meetings, player, other);
        struct counts played = meeting_games(&m), pairs = meeting_pairs(&m);
        if (other == player || counts_total(&played) == 0)
            continue;
        if (count++ >= most)
            continue;
        text_table_cell(table, "%d", r->results.standings.list[i].rank);
        text_table_text(table, report_name(r, other));
        text_table_cell(table, "%.0f", r->results.standings.ratings[other].value);
        text_table_cell(table, "%" PRId64, counts_total(&played));
        report_cell_counts(table, &played);
        report_cell_estimate(table, statistics_elo(&pairs));
        report_cell_share(table, statistics_los(&pairs));
        report_cell_counts(table, &pairs);
    }
    return count;
}

struct report_fault_walk {
    struct text_table *table;
    int player;
    size_t left;
};

static bool report_fault_row(void *user, const struct store_game *g)
{
    struct report_fault_walk *walk = user;
    struct text_table *table = walk->table;
    int64_t blamed = g->blame == 0 ? g->first_id : g->second_id;
    if (g->blame == STORE_NOBODY || (walk->player != NO_PLAYER && blamed != walk->player))
        return true;
    if (walk->left-- == 0)
        return false;
    const char *name = g->blame == 0 ? g->first_name : g->second_name;
    const char *other = g->blame == 0 ? g->second_name : g->first_name, *words = g->explanation;
    // The words begin with the name, which stands before them already.
    size_t length = strlen(name);
    if (strncmp(words, name, length) == 0 && strncmp(words + length, ": ", 2) == 0)
        words += length + 2;
    text_table_cell(table, "%" PRId64, g->play);
    text_table_text(table, g->verdict);
    text_table_text(table, name);
    text_table_text(table, other);
    text_table_text(table, words);
    return !table->failed;
}

bool report_table_faults(
    const struct report *r, int player, size_t most, struct text_table *table, struct error *e)
{
    static const char *const titles[] = {
        "game", "fault", "player", "against", "what happened", NULL};
    report_heading(table, titles);
    struct report_fault_walk walk = {table, player, most};
    return reader_walk_games(r->archive->reader, READER_BY_PAIR, report_fault_row, &walk, e);
}
