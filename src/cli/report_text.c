// A report for people at a terminal.
#include "cli/report.h"

#include "base/columns.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS_SHOWN = 66,        // all pairs of twelve players
    PAIRS_WHOLE_WIDTH = 130, // columns that the table of pairs with all its columns needs
    CROSSTABLE_NAME = 16,    // columns that a name may have there before it is cut,
    CROSSTABLE_MOST = 64,    // and how many players it can show at all
    GAP = 2,                 // between columns
};

static void put_table(
    struct text_table *table, const struct report_wish *w, struct report_output *out)
{
    text_table_print(table, w->width, &out->text);
    out->failed = out->failed || table->failed;
    text_table_destroy(table);
    report_flow(out);
}

static void put_title(const struct report *r, struct text *out)
{
    text_visible(out, r->archive.name, strlen(r->archive.name));
    text_string(out, ": ");
    text_about(out, r);
    text_char(out, '\n');
    standings_progress(out, &r->results);
    text_string(out, r->results.standings.over ? "  The contest is over.\n\n" : "\n\n");
}

// --- The crosstable: as many players as there is room for ---

static int widest_name(const struct report *r)
{
    int most = 0;
    for (size_t i = 0; i < r->archive.definition.count; i++) {
        int columns = columns_count(report_name(r, (int)i));
        most = columns > most ? columns : most;
    }
    return most;
}

static int widest_cell(const struct report *r, int64_t same)
{
    int most = snprintf(NULL, 0, "%.1f", (double)same);
    for (size_t i = 0; same == 0 && i < r->meetings.count; i++) {
        struct counts played = meeting_games(&r->meetings.meetings[i]);
        int64_t all = counts_total(&played);
        int columns = snprintf(NULL, 0, "%.1f/%" PRId64, (double)all, all);
        most = columns > most ? columns : most;
    }
    return most;
}

static size_t crosstable_fits(const struct report *r, int width, int64_t same)
{
    int name = widest_name(r), cell = widest_cell(r, same),
        count = (int)r->archive.definition.count;
    name = name < CROSSTABLE_NAME ? name : CROSSTABLE_NAME;
    int number = snprintf(NULL, 0, "%d", count);
    int fits = (width - number - GAP - name) / (cell + GAP);
    fits = fits < 1 ? 1 : fits < CROSSTABLE_MOST ? fits : CROSSTABLE_MOST;
    return (size_t)(count < fits ? count : fits);
}

static void put_crosstable(
    const struct report *r, const struct report_wish *w, struct report_output *out)
{
    int64_t same = crosstable_games(r);
    size_t shown = crosstable_fits(r, w->width, same);
    char columns[2 + CROSSTABLE_MOST + 1] = "rn";
    memset(columns + 2, 'r', shown);
    columns[2 + shown] = '\0';
    struct text_table table = text_table_empty(columns);
    table_crosstable(r, shown, &table);
    text_string(&out->text, "\nPoints against each other");
    if (same != 0)
        text_format(&out->text, ", of %" PRId64 " games", same);
    if (shown < r->archive.definition.count)
        text_format(
            &out->text, "; the first %zu of %zu players", shown, r->archive.definition.count);
    text_string(&out->text, "\n\n");
    put_table(&table, w, out);
}

static void put_pairs(
    const struct report *r, const struct report_wish *w, struct report_output *out)
{
    if (r->meetings.count > PAIRS_SHOWN) {
        text_format(&out->text,
            "\n%zu pairs of players have met: see --player, --csv pairs, --json or --html.\n",
            r->meetings.count);
        return;
    }
    bool whole = w->width >= PAIRS_WHOLE_WIDTH;
    struct text_table table =
        text_table_empty(whole ? TABLE_PAIRS_ALL_COLUMNS : TABLE_PAIRS_COLUMNS);
    table_pairs(r, whole, PAIRS_SHOWN, &table);
    text_char(&out->text, '\n');
    put_table(&table, w, out);
}

// A table after an empty line, if there is anything in it.
static void put_some(
    struct text_table *table, const struct report_wish *w, struct report_output *out)
{
    if (!text_table_has_rows(table)) {
        text_table_destroy(table);
        return;
    }
    text_char(&out->text, '\n');
    put_table(table, w, out);
}

static bool put_all(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    put_title(r, &out->text);
    struct text_table table = standings_table(&r->results.standings, &r->archive.definition);
    put_table(&table, w, out);
    table = text_table_empty(TABLE_OFFENDERS_COLUMNS);
    table_offenders(r, &table);
    put_some(&table, w, out);
    table = text_table_empty(TABLE_CHANGES_COLUMNS);
    bool well = table_changes(r, &table, e);
    put_some(&table, w, out);
    if (r->meetings.count > 0) {
        put_crosstable(r, w, out);
        put_pairs(r, w, out);
    }
    table = text_table_empty(TABLE_WHOLE_COLUMNS);
    table_whole(r, &table);
    text_char(&out->text, '\n');
    put_table(&table, w, out);
    text_format(&out->text, "\nfingerprint %s\nhead %s\n", r->results.fingerprint, r->results.head);
    return well;
}

// --- One player ---

static void put_lengths(const struct report_account *a, struct text *out)
{
    if (a->games == 0)
        return;
    text_string(out, "\nshortest  ");
    text_game(out, &a->shortest);
    text_string(out, "\nlongest   ");
    text_game(out, &a->longest);
    text_string(out, "\n");
}

static bool put_player(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    text_format(&out->text, "%s: ", report_name(r, w->player));
    text_summary(&out->text, r, w->player);
    text_string(&out->text, "\n\n");
    struct text_table table = text_table_empty(TABLE_SEATS_COLUMNS);
    table_seats(r, w->player, &table);
    put_table(&table, w, out);
    table = text_table_empty(TABLE_OPPONENTS_COLUMNS);
    table_opponents(r, w->player, SIZE_MAX, &table);
    if (text_table_has_rows(&table))
        text_char(&out->text, '\n');
    put_table(&table, w, out);
    put_lengths(&r->players[w->player], &out->text);
    if (r->players[w->player].faults == 0)
        return true;
    table = text_table_empty(TABLE_FAULTS_COLUMNS);
    bool well = table_faults(r, w->player, SIZE_MAX, &table, e);
    text_char(&out->text, '\n');
    // Nobody wants half an explanation.
    put_table(&table, &(struct report_wish){.width = TEXT_TABLE_ANY_WIDTH}, out);
    return well;
}

bool report_text(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    return w->player == NO_PLAYER ? put_all(r, w, out, e) : put_player(r, w, out, e);
}
