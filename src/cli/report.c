// agon report: what a contest has come to, for people, for programs, for a browser.
#include "report/report.h"
#include "base/atomic_file.h"
#include "base/nearest.h"
#include "brains/brain.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/notice.h"
#include "cli/progress.h"
#include "cli/report_folder.h"
#include "cli/terminal.h"
#include "report/text_table.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_LEAST = 40, WIDTH_MOST = 400 };

struct report_request {
    const char *file, *player, *csv, *output, *expect;
    int64_t game;
    bool json, html, games;
};

// --- Where it goes ---

static void report_command_print_part(void *user, const struct text *text)
{
    fwrite(text->bytes, 1, text->length, (FILE *)user);
}

static bool report_command_write_to(FILE *file, report_writer *writer, const struct report *r,
    const struct report_options *options, struct error *e)
{
    struct report_output out = report_output_empty();
    out.flow = report_command_print_part;
    out.user = file;
    bool well = writer(r, options, &out, e) && report_output_end(&out, e);
    report_output_destroy(&out);
    return well;
}

// The old file is replaced when the new one is whole: somebody may be looking at it.
static bool report_command_write_file(const char *path, report_writer *writer,
    const struct report *r, const struct report_options *options, struct error *e)
{
    struct atomic_file file;
    if (!atomic_file_open(&file, path, e))
        return false;
    if (report_command_write_to(file.stream, writer, r, options, e))
        return atomic_file_finish(&file, e);
    atomic_file_discard(&file);
    return false;
}

// --- What is asked for ---

static int report_command_find_width(void)
{
    struct winsize size;
    bool known =
        isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    int width = known ? size.ws_col : TEXT_TABLE_WIDTH;
    return width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : width;
}

static bool report_command_check_table(const char *name, struct error *e)
{
    size_t count = 0;
    for (; report_csv_tables[count]; count++) {
        if (strcmp(report_csv_tables[count], name) == 0)
            return true;
    }
    return nearest_refuse(e, "table", name, report_csv_tables, count, NULL);
}

static bool report_command_choose_writer(
    const struct report_request *q, report_writer **writer, struct error *e)
{
    bool moves = q->games || q->game != 0;
    if (q->json + q->html + (q->csv != NULL) > 1)
        return error_set(e, "one format at a time: --json, --csv or --html");
    if (moves && (q->html || q->csv))
        return error_set(e, "games are written as text or with --json   (see also --csv games)");
    if (q->html && q->player)
        return error_set(e, "--html has the pages of all players in it, without --player");
    if (q->csv && !report_command_check_table(q->csv, e))
        return false;
    *writer = moves ? (q->json ? report_games_json : report_games)
        : q->json   ? report_json
        : q->csv    ? report_csv
        : q->html   ? report_html
                    : report_text;
    return true;
}

static bool report_command_is_built_in(const char *name)
{
    struct error ignored;
    return brain_find(name, &ignored) != NULL;
}

// The contest does not fit into the file: a folder takes its place.
static bool report_command_write_instead(const char *file, const struct report *r, struct error *e)
{
    char folder[PATH_MAX];
    struct error why = {0};
    if (!report_folder_in_place_of(folder, file))
        return false;
    if (!report_folder_is_free(folder, &why))
        return error_set(e,
            "the contest is too large for one file, and %s: name a folder, with -o NAME/",
            why.words);
    if (!report_folder_write(folder, r, e))
        return false;
    notice_say(
        "agon: the contest is too large for one file: its pages are in the folder %s/", folder);
    return true;
}

static bool report_command_write(
    const struct report *r, const struct report_request *q, report_writer *writer, struct error *e)
{
    bool too_large = false;
    struct report_options options = {.player = NO_PLAYER,
        .game = q->game,
        .width = report_command_find_width(),
        .table = q->csv,
        .is_built_in = report_command_is_built_in,
        .too_large = &too_large};
    if (q->player)
        options.player = report_find(r, q->player, e);
    if (q->player && options.player == NO_PLAYER)
        return false;
    if (q->output && q->html && report_folder_is_meant(q->output))
        return report_folder_write(q->output, r, e);
    if (!q->output)
        return report_command_write_to(stdout, writer, r, &options, e);
    return report_command_write_file(q->output, writer, r, &options, e) ||
        (too_large && report_command_write_instead(q->output, r, e));
}

static void report_command_show_progress(void *user, int64_t done, int64_t all)
{
    progress_show(user, (uint64_t)done, (uint64_t)all);
}

// `expected` may be NULL.
static int report_command_on_archive(const struct archive *a, const struct report_request *q,
    const struct head *expected, report_writer *writer)
{
    struct error e;
    struct report r;
    if (expected && !reader_expect(a->reader, expected, &e))
        return wrong_input(&e);
    struct progress bar = progress_start();
    bool well =
        report_gather(&r, a, &(struct report_progress){report_command_show_progress, &bar}, &e);
    progress_end(&bar);
    well = well && report_command_write(&r, q, writer, &e);
    report_destroy(&r);
    return well ? EXIT_OK : wrong_input(&e);
}

int command_report(const struct command *self, int argc, char **argv)
{
    static struct report_request q;
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &q.file}};
    const struct option options[] = {
        {"player", "the page of one player", .text = &q.player, .value = "NAME"},
        {"games", "all games, moves included", .flag = &q.games},
        {"game", "the game with this number", .number = &q.game, .least = 1, .most = INT64_MAX,
            .value = "N"},
        {"json", "one JSON object; for games one per line", .flag = &q.json},
        {"csv", "one table: standings, crosstable, pairs or games", .text = &q.csv,
            .value = "TABLE"},
        {"html", "pages for a browser: one file, or a folder (-o NAME/, or a large contest)",
            .flag = &q.html},
        {"output", "write to this file, whole or not at all", .text = &q.output, .value = "FILE",
            .letter = 'o'},
        {"expect", EXPECT_HELP, .text = &q.expect, .value = "HEAD"},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    report_writer *writer = NULL;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct head expected;
    if (!report_command_choose_writer(&q, &writer, &e) ||
        (q.expect && !head_read(&expected, q.expect, &e)))
        return wrong_input(&e);
    struct archive a;
    status = archive_open(&a, q.file, &e)
        ? report_command_on_archive(&a, &q, q.expect ? &expected : NULL, writer)
        : contest_problems_print(a.path, &a.definition.problems, &e);
    archive_close(&a);
    return status;
}
