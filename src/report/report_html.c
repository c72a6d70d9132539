// A report as one page for a browser: nothing is loaded from anywhere, and no script runs.
#include "report/report_tables.h"

#include "report/html.h"
#include "report/standings_table.h"

#include <inttypes.h>
#include <math.h>

// Limits keep the page short enough to scroll through; --json and --csv have everything.
enum {
    PLOT_MOST = 100,      // players in the picture
    CROSSTABLE_MOST = 40, // players in the crosstable
    MEETINGS_MOST = 500,  // rows of pairs of players
    PAGES_MOST = 100,     // players with a page of their own
    OPPONENTS_MOST = 100, // in each of them
    FAULTS_MOST = 100
};

static const char style[] =
    ":root{--back:#fcfcfa;--card:#fff;--text:#1f2328;--soft:#656d76;--line:#e4e4df;--blue:#1f6feb;"
    "--stripe:#f6f6f2}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#111417;--card:#181c20;--text:#e6e8ea;"
    "--soft:#9aa4ae;--line:#2c3238;--blue:#6cb2ff;--stripe:#1d2227}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    "main{max-width:1240px;margin:0 auto;padding:2rem 1rem 3rem}\n"
    "h1{margin:0;font-size:2rem;line-height:1.2;overflow-wrap:anywhere}\n"
    "h2{margin:2.2rem 0 .7rem;font-size:1.2rem}\n"
    "header p,footer,.note{margin:.3rem 0;color:var(--soft)}\n"
    ".wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}"
    "\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{padding:.42rem .7rem;text-align:left;white-space:nowrap}\n"
    "th{font-size:.82rem;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line)}\n"
    "tbody tr:nth-child(even){background:var(--stripe)}\n"
    ".r{text-align:right}\n"
    ".name{font-weight:600;max-width:16rem;overflow:hidden;text-overflow:ellipsis}\n"
    ".n{max-width:15rem;overflow:hidden;text-overflow:ellipsis}\n"
    ".soft{color:var(--soft)}\n"
    "a{color:inherit;text-decoration-color:var(--line);text-underline-offset:3px}\n"
    "a:hover{color:var(--blue)}\n"
    ".cross td,.cross th{padding:.42rem .6rem;text-align:center}\n"
    ".cross .name{text-align:left}\n"
    ".cross tbody tr{background:none}\n"
    ".cross .name{position:sticky;left:0;background:var(--card)}\n"
    ".plot{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr;gap:0 1rem;"
    "background:var(--card);border:1px solid var(--line);border-radius:10px;"
    "padding:1rem 1.6rem .4rem .8rem}\n"
    ".names{max-width:32vw}\n"
    ".names div{height:26px;line-height:26px;font-weight:600;text-align:right;white-space:nowrap;"
    "overflow:hidden;text-overflow:ellipsis}\n"
    "svg{overflow:visible;display:block}\n"
    "svg line{stroke:var(--blue);stroke-width:2;stroke-opacity:.6}\n"
    "svg .grid{stroke:var(--line);stroke-width:1;stroke-opacity:1}\n"
    "svg circle{fill:var(--blue)}\n"
    "svg text{fill:var(--soft);font-size:12px;text-anchor:middle}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.2rem;margin:0}\n"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    "details{margin:.5rem 0;border:1px solid var(--line);border-radius:10px;background:var(--card)}"
    "\n"
    "summary{padding:.5rem .9rem;cursor:pointer;overflow-wrap:anywhere}\n"
    "summary b{margin-right:.6rem}\n"
    "details>div{padding:0 .9rem .9rem}\n"
    "details .wide{margin-top:.6rem}\n"
    "footer{margin-top:2.5rem;font-size:.85rem;overflow-wrap:anywhere}\n"
    "@media(max-width:600px){main{padding:1.2rem .7rem}h1{font-size:1.5rem}th,td{padding:.4rem "
    ".55rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}.name{max-width:9rem}.n{max-"
    "width:7rem}}\n"
    "@media(min-width:1800px){body{font-size:20px}main{max-width:1500px}}\n";

static void report_html_table(struct text_table *table, struct report_output *out)
{
    text_table_html(table, &out->text);
    out->failed = out->failed || table->failed;
    text_table_destroy(table);
    report_flow(out);
}

static void report_html_heading(struct text *out, const char *words)
{
    text_format(out, "<h2>%s</h2>\n", words);
}

// What did not fit on the page.
static void report_html_rest(struct text *out, size_t shown, size_t all, const char *what)
{
    if (shown < all)
        text_format(out, "<p class=\"note\">The first %zu of %zu %s.</p>\n", shown, all, what);
}

static size_t report_html_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t report_html_player_count(const struct report *r)
{
    return r->definition->count;
}

// --- Top ---

static void report_html_top(const struct report *r, struct text *out)
{
    text_string(out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html_escape(out, r->archive->name);
    text_format(
        out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<header>\n<h1>", style);
    html_escape(out, r->archive->name);
    text_string(out, "</h1>\n<p>");
    report_text_about(out, r);
    text_string(out, "</p>\n<p>");
    standings_progress(out, &r->results);
    text_format(
        out, "%s</p>\n</header>\n", r->results.standings.over ? " The contest is over." : "");
}

// --- Standings ---

// The name as a cell; with a link where the player has a page.
static void report_html_name(const struct report *r, int player, struct text *out)
{
    bool page = r->places[player] < PAGES_MOST;
    text_string(out, "<td class=\"name\">");
    if (page)
        text_format(out, "<a href=\"#p%d\">", player + 1);
    html_escape(out, report_name(r, player));
    text_string(out, page ? "</a></td>" : "</td>");
}

static void report_html_standing(
    const struct report *r, const struct standing *row, struct text *out)
{
    const struct account *l = &row->line;
    const struct rating *rating = &r->results.standings.ratings[row->player];
    char array[256];
    struct text faults = TEXT_IN(array);
    report_text_faults(&faults, &r->players[row->player]);
    char note_array[STANDINGS_NOTE_BYTES];
    struct text note = TEXT_IN(note_array);
    standings_note(&note, &r->results.standings, r->definition, row);
    if (note.length > 0)
        text_format(&faults, "%s%s", faults.length > 0 ? "; " : "", note_array);
    text_format(out, "<tr><td class=\"r soft\">%d</td>", row->rank);
    report_html_name(r, row->player, out);
    text_format(out,
        "<td class=\"r\">%.0f</td><td class=\"r soft\">%.0f</td><td class=\"r\"><b>%.1f</b></td>"
        "<td class=\"r\">%" PRId64 "</td>",
        rating->value, rating->error, (double)l->half_points / 2, l->wins + l->draws + l->losses);
    text_format(out,
        "<td class=\"r\">%" PRId64 "</td><td class=\"r\">%" PRId64 "</td><td class=\"r\">%" PRId64
        "</td>",
        l->wins, l->draws, l->losses);
    if (standings_by_glicko(&r->results.standings))
        text_format(out, "<td class=\"r\">%.0f</td><td class=\"r soft\">%.0f</td>",
            row->glicko.rating, row->glicko.deviation);
    else if (standings_by_buchholz(&r->results.standings))
        text_format(out, "<td class=\"r\">%.1f</td><td class=\"r soft\">%.2f</td>", row->buchholz,
            row->sonneborn_berger);
    text_format(out, "<td>%s</td></tr>\n", array);
}

static void report_html_standings(const struct report *r, struct report_output *out)
{
    report_html_heading(&out->text, "Standings");
    text_string(&out->text,
        "<div class=\"wide\"><table>\n<thead><tr><th class=\"r\">#</th><th>player</th>"
        "<th class=\"r\">rating</th><th class=\"r\">&plusmn;</th><th class=\"r\">points</th>"
        "<th class=\"r\">games</th><th class=\"r\">W</th><th class=\"r\">D</th>"
        "<th class=\"r\">L</th>");
    if (standings_by_glicko(&r->results.standings))
        text_string(&out->text, "<th class=\"r\">glicko</th><th class=\"r\">deviation</th>");
    else if (standings_by_buchholz(&r->results.standings))
        text_string(&out->text, "<th class=\"r\">buchholz</th><th class=\"r\">s-b</th>");
    text_string(&out->text, "<th>faults</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report_html_player_count(r); i++) {
        report_html_standing(r, &r->results.standings.list[i], &out->text);
        report_flow(out);
    }
    text_string(&out->text, "</tbody></table></div>\n");
}

// --- Crosstable ---

// Green where more than half of the points were won, red where fewer.
static void report_html_cell(
    const struct report *r, int player, int other, bool same, struct text *out)
{
    struct meeting m = crosstable_between(&r->meetings, player, other);
    struct counts played = meeting_games(&m);
    int64_t all = counts_total(&played);
    if (player == other || all == 0) {
        text_string(out, player == other ? "<td class=\"soft\">&ndash;</td>" : "<td></td>");
        return;
    }
    double score = counts_score(&played);
    text_format(out, "<td style=\"background:rgba(%s,%.2f)\" title=\"",
        score > 0.5 ? "46,160,67" : "218,54,51", 0.9 * fabs(score - 0.5));
    html_escape(out, report_name(r, player));
    text_string(out, " against ");
    html_escape(out, report_name(r, other));
    text_format(out, ": %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost\">%.1f", played.of[2],
        played.of[1], played.of[0], counts_points(&played));
    if (!same)
        text_format(out, "<span class=\"soft\">/%" PRId64 "</span>", all);
    text_string(out, "</td>");
}

static void report_html_crosstable(const struct report *r, struct report_output *out)
{
    size_t shown = report_html_least(report_html_player_count(r), CROSSTABLE_MOST);
    int64_t same = report_crosstable_games(r);
    struct text *t = &out->text;
    report_html_heading(t, "Points against each other");
    if (same != 0)
        text_format(t, "<p class=\"note\">Of %" PRId64 " games each.</p>\n", same);
    report_html_rest(t, shown, report_html_player_count(r), "players");
    text_string(t,
        "<div class=\"wide\"><table class=\"cross\">\n<thead><tr><th>#</th>"
        "<th class=\"name\">player</th>");
    for (size_t i = 0; i < shown; i++)
        text_format(t, "<th>%zu</th>", i + 1);
    text_string(t, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < shown; i++) {
        int player = r->results.standings.list[i].player;
        text_format(t, "<tr><td class=\"soft\">%zu</td>", i + 1);
        report_html_name(r, player, t);
        for (size_t j = 0; j < shown; j++)
            report_html_cell(r, player, r->results.standings.list[j].player, same != 0, t);
        text_string(t, "</tr>\n");
        report_flow(out);
    }
    text_string(t, "</tbody></table></div>\n");
}

// --- Pairs, the whole, faults ---

static void report_html_pairs(const struct report *r, struct report_output *out)
{
    report_html_heading(&out->text, "Pairs of players");
    report_html_rest(&out->text, report_html_least(r->meetings.count, MEETINGS_MOST),
        r->meetings.count, "pairs of players");
    struct text_table table = text_table_empty(REPORT_PAIRS_ALL_COLUMNS);
    report_table_pairs(r, true, MEETINGS_MOST, &table);
    report_html_table(&table, out);
}

static void report_html_whole(const struct report *r, struct report_output *out)
{
    struct text_table table = text_table_empty(REPORT_WHOLE_COLUMNS);
    report_table_whole(r, &table);
    report_html_heading(&out->text, "All games");
    text_table_html_list(&table, &out->text);
    out->failed = out->failed || table.failed;
    text_table_destroy(&table);
}

static void report_html_start(void *user, const char *key, const char *value)
{
    struct text_table *table = user;
    text_table_text(table, key);
    text_table_text(table, value);
}

// How the games were played.
static void report_html_starts(const struct report *r, struct report_output *out)
{
    if (r->start_count == 0)
        return;
    struct text_table table = text_table_empty(REPORT_WHOLE_COLUMNS);
    report_starts_each(r, report_html_start, &table);
    report_html_heading(&out->text, "How they were played");
    if (report_starts_differ(r))
        text_string(&out->text, "<p class=\"note\">" REPORT_STARTS_DIFFER "</p>\n");
    text_table_html_list(&table, &out->text);
    out->failed = out->failed || table.failed;
    text_table_destroy(&table);
}

static bool report_html_faults(const struct report *r, struct report_output *out, struct error *e)
{
    if (r->whole.faults == 0)
        return true;
    struct text_table table = text_table_empty(REPORT_FAULTS_COLUMNS);
    bool well = report_table_faults(r, NO_PLAYER, FAULTS_MOST, &table, e);
    report_html_heading(&out->text, "Faults");
    report_html_rest(&out->text, report_html_least((size_t)r->whole.faults, FAULTS_MOST),
        (size_t)r->whole.faults, "faults");
    report_html_table(&table, out);
    return well;
}

static void report_html_ponderers(const struct report *r, struct report_output *out)
{
    struct text_table table = text_table_empty(REPORT_PONDERERS_COLUMNS);
    report_table_ponderers(r, &table);
    if (!text_table_has_rows(&table)) {
        text_table_destroy(&table);
        return;
    }
    report_html_heading(&out->text, "Computing while not asked");
    report_html_table(&table, out);
}

static bool report_html_changes(const struct report *r, struct report_output *out, struct error *e)
{
    if (r->definition->changes == 0)
        return true;
    struct text_table table = text_table_empty(REPORT_CHANGES_COLUMNS);
    bool well = report_table_changes(r, &table, e);
    report_html_heading(&out->text, "Changes of the players");
    report_html_table(&table, out);
    return well;
}

// --- Pages of players ---

static void report_html_lengths(const struct report_account *a, struct text *out)
{
    if (a->games == 0)
        return;
    text_string(out, "<p class=\"note\">Shortest: ");
    report_text_game(out, &a->shortest);
    text_string(out, ". Longest: ");
    report_text_game(out, &a->longest);
    text_string(out, ".</p>\n");
}

static void report_html_page(const struct report *r, int player, struct report_output *out)
{
    struct text *t = &out->text;
    text_string(t, "<details><summary><b>");
    html_escape(t, report_name(r, player));
    text_string(t, "</b><span class=\"soft\">");
    report_text_summary(t, r, player);
    text_format(t, "</span></summary>\n<div id=\"p%d\">\n", player + 1);
    struct text_table table = text_table_empty(REPORT_SEATS_COLUMNS);
    report_table_seats(r, player, &table);
    report_html_table(&table, out);
    table = text_table_empty(REPORT_OPPONENTS_COLUMNS);
    size_t met = report_table_opponents(r, player, OPPONENTS_MOST, &table);
    if (text_table_has_rows(&table))
        report_html_table(&table, out);
    else
        text_table_destroy(&table);
    report_html_rest(t, report_html_least(met, OPPONENTS_MOST), met, "opponents");
    report_html_lengths(&r->players[player], t);
    text_string(t, "</div></details>\n");
}

static void report_html_pages(const struct report *r, struct report_output *out)
{
    size_t shown = report_html_least(report_html_player_count(r), PAGES_MOST);
    report_html_heading(&out->text, "Players");
    report_html_rest(&out->text, shown, report_html_player_count(r), "players");
    for (size_t i = 0; i < shown; i++)
        report_html_page(r, r->results.standings.list[i].player, out);
}

bool report_html(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    (void)options;
    struct text *t = &out->text;
    size_t plotted = report_html_least(report_html_player_count(r), PLOT_MOST);
    report_html_top(r, t);
    report_html_standings(r, out);
    report_html_heading(t, "Ratings with their errors");
    report_html_rest(t, plotted, report_html_player_count(r), "players");
    report_plot(r, plotted, out);
    if (r->meetings.count > 0) {
        report_html_crosstable(r, out);
        report_html_pairs(r, out);
    }
    report_html_whole(r, out);
    report_html_ponderers(r, out);
    report_html_starts(r, out);
    bool well = report_html_faults(r, out, e) && report_html_changes(r, out, e);
    report_html_pages(r, out);
    text_format(t,
        "<footer>fingerprint %s<br>head %s<br>agon %s</footer>\n</main>\n</body>\n</html>\n",
        r->results.fingerprint, r->results.head, AGON_VERSION);
    return well;
}
