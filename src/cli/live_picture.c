#include "cli/live_picture.h"

#include "base/columns.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    BAR_COLUMNS_LEAST = 8,
    BAR_COLUMNS_MOST = 40,
    NAME_COLUMNS_LEAST = 6,
    SCORE_COLUMNS_LEAST = 11,
    ERROR_COLUMNS_LEAST = 5,
    OTHER_COLUMNS = 36, // of a row: the columns of a fixed width, and all blanks between columns
    LINE_BYTES = 1024,
    LINES_BELOW = 2,                // notice, help
    LINES_AROUND = 5 + LINES_BELOW, // title, progress, blank, heading, "more"
};

// The columns whose width depends on what stands in them.
struct live_widths {
    int name, score, error, line;
};

// Some terminals wipe the last column together with what follows, so it stays free.
static void live_picture_add_line(struct text *out, const char *line, int columns)
{
    columns_clip(out, line, columns - 1);
    text_char(out, '\n');
}

// --- Above the table ---

static void live_picture_add_title(struct text *out, const struct live_picture *p, int columns)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    const struct standings *s = p->standings;
    text_format(&line, "%s   %s, %s", p->title, p->definition->game->name,
        p->definition->plan.format->name);
    if (s->round > 0)
        text_format(&line, ", round %" PRId64, s->round);
    if (s->round > 0 && s->rounds > 0)
        text_format(&line, " of %" PRId64, s->rounds);
    live_picture_add_line(out, bytes, columns);
}

// "412/728 games   31/s   10 s left   2 faults"
static void live_picture_text_figures(struct text *out, const struct live_picture *p)
{
    const struct standings *s = p->standings;
    double rate = p->games_per_second;
    int64_t planned = standings_planned_games(s);
    text_number(out, s->games);
    if (planned != PAIRS_UNKNOWN)
        text_format(out, "/%" PRId64, planned);
    text_string(out, " games");
    if (rate >= 0.1)
        text_format(out, rate < 10 ? "   %.1f/s" : "   %.0f/s", rate);
    else if (rate > 0)
        text_format(out, "   %.1f/min", rate * 60);
    if (rate > 0 && planned != PAIRS_UNKNOWN && planned > s->games) {
        text_string(out, "   ");
        text_duration(out, (double)(planned - s->games) / rate);
        text_string(out, " left");
    }
    int64_t faults = 0;
    for (size_t i = 0; i < s->players; i++)
        faults += s->faults[i];
    text_format(out, "   %" PRId64 " fault%s", faults, faults == 1 ? "" : "s");
}

// The bar takes the columns that the figures leave.
static void live_picture_add_progress(struct text *out, const struct live_picture *p, int columns)
{
    char bytes[LINE_BYTES], figures_bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes), figures = TEXT_IN(figures_bytes);
    live_picture_text_figures(&figures, p);
    int room = columns - 1 - (int)figures.length - 2;
    int64_t planned = standings_planned_games(p->standings);
    if (planned > 0 && room >= BAR_COLUMNS_LEAST) {
        text_bar(&line, room < BAR_COLUMNS_MOST ? room : BAR_COLUMNS_MOST,
            (uint64_t)p->standings->games, (uint64_t)planned);
        text_string(&line, "  ");
    }
    text_string(&line, figures_bytes);
    live_picture_add_line(out, bytes, columns);
}

// --- The table ---

static const char *live_picture_name(const struct live_picture *p, const struct standing *row)
{
    return p->definition->names[row->player];
}

static const char *live_picture_error_heading(const struct live_picture *p)
{
    return standings_by_glicko(p->standings) ? "deviation" : "+/-";
}

// Returns how many columns it takes.
static int live_picture_text_score(struct text *out, const struct account *l)
{
    size_t before = out->length;
    text_format(out, "%" PRId64 "-%" PRId64 "-%" PRId64, l->wins, l->draws, l->losses);
    return (int)(out->length - before);
}

static void live_picture_add_row(struct text *out, const struct live_picture *p,
    const struct standing *row, const struct live_widths *w)
{
    const struct standings *s = p->standings;
    char bytes[LINE_BYTES], score_bytes[64], rating[32] = "-", error[32] = "-";
    struct text line = TEXT_IN(bytes), score = TEXT_IN(score_bytes);
    live_picture_text_score(&score, &row->line);
    if (standings_by_glicko(s)) {
        snprintf(rating, sizeof rating, "%.0f", row->glicko.rating);
        snprintf(error, sizeof error, "%.0f", row->glicko.deviation);
    } else if (s->has_ratings) {
        snprintf(rating, sizeof rating, "%.0f", s->ratings[row->player].value);
        snprintf(error, sizeof error, "%.0f", s->ratings[row->player].error);
    }
    text_format(&line, "%4d  ", row->rank);
    columns_pad(&line, live_picture_name(p, row), w->name);
    text_format(&line, "  %8.1f  %*s  %6" PRId64 "  %6s  %*s", (double)row->line.half_points / 2,
        w->score, score_bytes, s->faults[row->player], rating, w->error, error);
    if (row->line.out)
        text_string(&line, "  out");
    live_picture_add_line(out, bytes, w->line);
}

static void live_picture_add_heading(
    struct text *out, const struct live_picture *p, const struct live_widths *w)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    text_format(&line, "rank  %-*s  %8s  %*s  %6s  %6s  %*s", w->name, "player", "points", w->score,
        "W-D-L", "faults", standings_by_glicko(p->standings) ? "glicko" : "rating", w->error,
        live_picture_error_heading(p));
    live_picture_add_line(out, bytes, w->line);
}

static struct live_widths live_picture_measure(
    const struct live_picture *p, size_t shown, int columns)
{
    struct live_widths w = {.name = NAME_COLUMNS_LEAST,
        .score = SCORE_COLUMNS_LEAST,
        .error = ERROR_COLUMNS_LEAST,
        .line = columns};
    int error_columns = (int)strlen(live_picture_error_heading(p));
    w.error = error_columns > w.error ? error_columns : w.error;
    for (size_t i = 0; i < shown; i++) {
        const struct standing *row = &p->standings->list[i];
        char bytes[64];
        struct text score = TEXT_IN(bytes);
        int score_columns = live_picture_text_score(&score, &row->line);
        int name_columns = columns_count(live_picture_name(p, row));
        w.score = score_columns > w.score ? score_columns : w.score;
        w.name = name_columns > w.name ? name_columns : w.name;
    }
    int most = columns - 1 - OTHER_COLUMNS - w.score - w.error;
    w.name = w.name > most ? most : w.name;
    w.name = w.name < NAME_COLUMNS_LEAST ? NAME_COLUMNS_LEAST : w.name;
    return w;
}

static void live_picture_add_table(
    struct text *out, const struct live_picture *p, int columns, int rows)
{
    size_t players = p->standings->players;
    size_t room = rows > LINES_AROUND ? (size_t)(rows - LINES_AROUND) : 0;
    // If all but one player fit, the last one takes the line that would say "and 1 more".
    size_t shown = players <= room + 1 ? players : room;
    struct live_widths widths = live_picture_measure(p, shown, columns);
    live_picture_add_line(out, "", columns);
    live_picture_add_heading(out, p, &widths);
    for (size_t i = 0; i < shown; i++)
        live_picture_add_row(out, p, &p->standings->list[i], &widths);
    if (shown < players) {
        char more[64];
        snprintf(more, sizeof more, "      and %zu more", players - shown);
        live_picture_add_line(out, more, columns);
    }
}

// --- All of it ---

static void live_picture_add_help(struct text *out, const struct live_picture *p, int columns)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    if (!p->stopping)
        text_string(&line, "Ctrl-C finishes the running games and stops");
    else
        text_format(&line, "%sfinishing %zu running game%s (Ctrl-C to stop now)",
            p->paused ? "paused: " : "", p->running, p->running == 1 ? "" : "s");
    live_picture_add_line(out, bytes, columns);
}

void live_picture_draw(struct text *out, const struct live_picture *p, int columns, int rows)
{
    if (rows > 2)
        live_picture_add_title(out, p, columns);
    live_picture_add_progress(out, p, columns);
    if (rows >= LINES_AROUND) {
        live_picture_add_table(out, p, columns, rows);
        live_picture_add_line(out, p->notice, columns);
    }
    if (rows > 1)
        live_picture_add_help(out, p, columns);
}

// One of several contests. Its last line is blank.
static void live_picture_add_part(
    struct text *out, const struct live_picture *p, int columns, int rows)
{
    if (rows > 2)
        live_picture_add_title(out, p, columns);
    live_picture_add_progress(out, p, columns);
    if (rows + LINES_BELOW > LINES_AROUND)
        live_picture_add_table(out, p, columns, rows - 1 + LINES_BELOW);
    if (rows > 1)
        live_picture_add_line(out, "", columns);
}

void live_picture_draw_all(struct text *out, const char *head, const struct live_picture *list,
    size_t count, int columns, int rows)
{
    size_t running = 0;
    if (head && rows > 1) {
        live_picture_add_line(out, head, columns);
        rows--;
    }
    if (count == 1) {
        live_picture_draw(out, list, columns, rows);
        return;
    }
    int room = rows > LINES_BELOW ? rows - LINES_BELOW : rows;
    size_t shown = (int)count <= room ? count : (size_t)room;
    int share = room / (int)shown;
    for (size_t i = 0; i < count; i++) {
        if (i < shown)
            live_picture_add_part(out, &list[i], columns, share);
        running += list[i].running;
    }
    if (rows <= LINES_BELOW)
        return;
    struct live_picture all = list[0];
    all.running = running;
    live_picture_add_line(out, all.notice, columns);
    live_picture_add_help(out, &all, columns);
}
