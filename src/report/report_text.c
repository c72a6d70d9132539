// A report for people at a terminal.
#include "base/words.h"
#include "report/report_parts.h"
#include "report/report_tables.h"

#include "base/columns.h"
#include "report/standings_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    PAIRS_SHOWN = 66,        // all pairs of twelve players
    PAIRS_WHOLE_WIDTH = 130, // columns that the table of pairs with all its columns needs
    CROSSTABLE_NAME = 16,    // columns that a name may have there before it is cut,
    CROSSTABLE_MOST = 64,    // and how many players it can show at all
    GAP = 2,                 // between columns
    EXPLAINED = 5,           // opponents whose results are told to have moved a rating
    STARTS_KEY = 13,         // columns of a key and a gap; as in the table before it,
    STARTS_KEY_WIDE = 18,    // or "rows 1234 to 5678"
};

static void report_text_table(
    struct text_table *table, const struct report_options *options, struct report_output *out)
{
    text_table_print(table, options->width, &out->text);
    out->failed = out->failed || table->failed;
    text_table_destroy(table);
    report_flow(out);
}

static void report_text_title(const struct report *r, struct text *out)
{
    text_visible(out, r->archive->name, strlen(r->archive->name));
    text_string(out, ": ");
    report_text_about(out, r);
    text_char(out, '\n');
    standings_progress(out, &r->results);
    text_string(out, r->results.standings.over ? "  The contest is over.\n\n" : "\n\n");
}

// --- The crosstable: as many players as there is room for ---

static int report_text_widest_name(const struct report *r)
{
    int most = 0;
    for (size_t i = 0; i < r->definition->count; i++) {
        int columns = columns_count(report_name(r, (int)i));
        most = columns > most ? columns : most;
    }
    return most;
}

static int report_text_widest_cell(const struct report *r, int64_t same)
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

static size_t report_text_crosstable_fits(const struct report *r, int width, int64_t same)
{
    int name = report_text_widest_name(r), cell = report_text_widest_cell(r, same),
        count = (int)r->definition->count;
    name = name < CROSSTABLE_NAME ? name : CROSSTABLE_NAME;
    int number = snprintf(NULL, 0, "%d", count);
    int fits = (width - number - GAP - name) / (cell + GAP);
    fits = fits < 1 ? 1 : fits < CROSSTABLE_MOST ? fits : CROSSTABLE_MOST;
    return (size_t)(count < fits ? count : fits);
}

static void report_text_crosstable(
    const struct report *r, const struct report_options *options, struct report_output *out)
{
    int64_t same = report_crosstable_games(r);
    size_t shown = report_text_crosstable_fits(r, options->width, same);
    char columns[2 + CROSSTABLE_MOST + 1] = "rn";
    memset(columns + 2, 'r', shown);
    columns[2 + shown] = '\0';
    struct text_table table = text_table_empty(columns);
    report_table_crosstable(r, shown, &table);
    text_string(&out->text, "\nPoints against each other");
    if (same != 0)
        text_format(&out->text, ", of %" PRId64 " games", same);
    if (shown < r->definition->count)
        text_format(&out->text, "; the first %zu of %zu players", shown, r->definition->count);
    text_string(&out->text, "\n\n");
    report_text_table(&table, options, out);
}

static void report_text_pairs(
    const struct report *r, const struct report_options *options, struct report_output *out)
{
    if (r->meetings.count > PAIRS_SHOWN) {
        text_format(&out->text,
            "\n%zu pairs of players have met: see --player, --csv pairs, --json or --html.\n",
            r->meetings.count);
        return;
    }
    bool whole = options->width >= PAIRS_WHOLE_WIDTH;
    struct text_table table =
        text_table_empty(whole ? REPORT_PAIRS_ALL_COLUMNS : REPORT_PAIRS_COLUMNS);
    report_table_pairs(r, whole, PAIRS_SHOWN, &table);
    text_char(&out->text, '\n');
    report_text_table(&table, options, out);
}

// A table after an empty line, if there is anything in it.
static void report_text_some(
    struct text_table *table, const struct report_options *options, struct report_output *out)
{
    if (!text_table_has_rows(table)) {
        text_table_destroy(table);
        return;
    }
    text_char(&out->text, '\n');
    report_text_table(table, options, out);
}

// --- How the games were played ---

struct report_text_lines {
    struct text *out;
    int key, width; // in columns
};

static void report_text_start(void *user, const char *key, const char *value)
{
    const struct report_text_lines *lines = user;
    columns_pad(lines->out, key, lines->key);
    columns_wrap(lines->out, value, lines->key, lines->width);
    text_char(lines->out, '\n');
}

static void report_text_starts(
    const struct report *r, const struct report_options *options, struct text *out)
{
    struct report_text_lines lines = {
        out, report_starts_differ(r) ? STARTS_KEY_WIDE : STARTS_KEY, options->width};
    if (report_starts_differ(r))
        text_string(out, "\n" REPORT_STARTS_DIFFER "\n");
    if (r->start_count > 0)
        text_char(out, '\n');
    report_starts_each(r, report_text_start, &lines);
}

static bool report_text_all(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    report_text_title(r, &out->text);
    struct text_table table = standings_table(&r->results.standings, r->definition);
    report_text_table(&table, options, out);
    table = text_table_empty(REPORT_OFFENDERS_COLUMNS);
    report_table_offenders(r, &table);
    report_text_some(&table, options, out);
    table = text_table_empty(REPORT_PONDERERS_COLUMNS);
    report_table_ponderers(r, &table);
    report_text_some(&table, options, out);
    table = text_table_empty(REPORT_CHANGES_COLUMNS);
    bool well = report_table_changes(r, &table, e);
    report_text_some(&table, options, out);
    table = text_table_empty(REPORT_ENTRIES_COLUMNS);
    report_table_entries(r, &table);
    // A hash is not cut.
    report_text_some(&table, &(struct report_options){.width = TEXT_TABLE_ANY_WIDTH}, out);
    if (r->meetings.count > 0) {
        report_text_crosstable(r, options, out);
        report_text_pairs(r, options, out);
    }
    table = text_table_empty(REPORT_WHOLE_COLUMNS);
    report_table_whole(r, &table);
    text_char(&out->text, '\n');
    report_text_table(&table, options, out);
    report_text_starts(r, options, &out->text);
    text_format(&out->text, "\nfingerprint %s\nhead %s\n", r->results.fingerprint, r->results.head);
    return well;
}

// --- One player ---

static void report_text_lengths(const struct report_account *a, struct text *out)
{
    if (a->games == 0)
        return;
    text_string(out, "\nshortest  ");
    report_text_game(out, &a->shortest);
    text_string(out, "\nlongest   ");
    report_text_game(out, &a->longest);
    text_string(out, "\n");
}

// What moved the rating, and what the next game would do.
static bool report_text_explanation(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    struct text_table moved = text_table_empty(REPORT_MOVED_COLUMNS);
    struct text_table next = text_table_empty(REPORT_NEXT_COLUMNS);
    bool well = report_explanation_tables(r, options->player, EXPLAINED, &moved, &next, e);
    report_text_some(&moved, options, out);
    report_text_some(&next, options, out);
    return well;
}

static bool report_text_player(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    text_format(&out->text, "%s: ", report_name(r, options->player));
    report_text_summary(&out->text, r, options->player);
    text_string(&out->text, "\n\n");
    struct text_table table = text_table_empty(REPORT_SEATS_COLUMNS);
    report_table_seats(r, options->player, &table);
    report_text_table(&table, options, out);
    table = text_table_empty(REPORT_OPPONENTS_COLUMNS);
    report_table_opponents(r, options->player, SIZE_MAX, &table);
    if (text_table_has_rows(&table))
        text_char(&out->text, '\n');
    report_text_table(&table, options, out);
    if (!report_text_explanation(r, options, out, e))
        return false;
    report_text_lengths(&r->players[options->player], &out->text);
    if (r->players[options->player].faults == 0)
        return true;
    table = text_table_empty(REPORT_FAULTS_COLUMNS);
    bool well = report_table_faults(r, options->player, SIZE_MAX, &table, e);
    text_char(&out->text, '\n');
    // An explanation is not cut.
    report_text_table(&table, &(struct report_options){.width = TEXT_TABLE_ANY_WIDTH}, out);
    text_string(&out->text, "see one:  agon replay ");
    text_word(&out->text, r->archive->path);
    text_string(&out->text, " GAME --verdict\n");
    return well;
}

bool report_text(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    return options->player == NO_PLAYER ? report_text_all(r, options, out, e)
                                        : report_text_player(r, options, out, e);
}
