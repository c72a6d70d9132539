// agon report: what a contest has come to, for people, for programs, for a browser.
#include "cli/report.h"

#include "base/atomic_file.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { FLOW_BYTES = 1 << 16, WIDTH_LEAST = 40, WIDTH_MOST = 400 };

struct request {
    const char *file, *player, *csv, *output, *expect;
    int64_t game;
    bool json, html, games;
};

// --- Where it goes ---

static void drain(struct report_output *out)
{
    out->failed = out->failed || out->text.cut;
    if (out->text.length > 0)
        fwrite(out->text.bytes, 1, out->text.length, out->file);
    text_clear(&out->text);
}

void report_flow(struct report_output *out)
{
    if (out->text.length >= FLOW_BYTES)
        drain(out);
}

static bool write_to(FILE *file, report_writer *writer, struct report *r,
    const struct report_wish *w, struct error *e)
{
    struct report_output out = {.file = file, .text = text_growing()};
    bool well = writer(r, w, &out, e);
    if (well || out.file != stdout)
        drain(&out);
    text_destroy(&out.text);
    return well && (!out.failed || error_set(e, "out of memory"));
}

// The old file stands until the new one is whole: somebody may be looking at it.
static bool write_file(const char *path, report_writer *writer, struct report *r,
    const struct report_wish *w, struct error *e)
{
    struct atomic_file file;
    if (!atomic_file_open(&file, path, e))
        return false;
    if (write_to(file.stream, writer, r, w, e))
        return atomic_file_finish(&file, e);
    atomic_file_discard(&file);
    return false;
}

// --- What is asked for ---

static int find_width(void)
{
    struct winsize size;
    bool known =
        isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    int width = known ? size.ws_col : TEXT_TABLE_WIDTH;
    return width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : width;
}

static bool check_table(const char *name, struct error *e)
{
    size_t count = 0;
    for (; report_csv_tables[count]; count++) {
        if (strcmp(report_csv_tables[count], name) == 0)
            return true;
    }
    return nearest_refuse(e, "table", name, report_csv_tables, count, NULL);
}

static bool choose(const struct request *q, report_writer **writer, struct error *e)
{
    bool moves = q->games || q->game != 0;
    if (q->json + q->html + (q->csv != NULL) > 1)
        return error_set(e, "one format at a time: --json, --csv or --html");
    if (moves && (q->html || q->csv))
        return error_set(e, "games are written as text or with --json   (see also --csv games)");
    if (q->html && q->player)
        return error_set(e, "--html has the pages of all players in it, without --player");
    if (q->csv && !check_table(q->csv, e))
        return false;
    *writer = moves ? (q->json ? report_games_json : report_games)
        : q->json   ? report_json
        : q->csv    ? report_csv
        : q->html   ? report_html
                    : report_text;
    return true;
}

static int write_report(struct report *r, const struct request *q, report_writer *writer)
{
    struct error e;
    struct report_wish wish = {
        .player = NO_PLAYER, .game = q->game, .width = find_width(), .table = q->csv};
    if (q->player)
        wish.player = report_find(r, q->player, &e);
    if (q->player && wish.player == NO_PLAYER)
        return wrong_input(&e);
    bool well = q->output ? write_file(q->output, writer, r, &wish, &e)
                          : write_to(stdout, writer, r, &wish, &e);
    return well ? EXIT_OK : wrong_input(&e);
}

int command_report(const struct command *self, int argc, char **argv)
{
    static struct request q;
    static struct report r;
    const struct argument arguments[] = {
        {"FILE", "the contest file, or the file with its results", &q.file}};
    const struct option options[] = {
        {"player", "the page of one player", .text = &q.player, .value = "NAME"},
        {"games", "all games, moves included", .flag = &q.games},
        {"game", "the game with this number", .number = &q.game, .least = 1, .most = INT64_MAX,
            .value = "N"},
        {"json", "one JSON object; for games one per line", .flag = &q.json},
        {"csv", "one table: standings, crosstable, pairs or games", .text = &q.csv,
            .value = "TABLE"},
        {"html", "one page for a browser, everything in it", .flag = &q.html},
        {"output", "write to this file, whole or not at all", .text = &q.output, .value = "FILE",
            .letter = 'o'},
        {"expect", EXPECT_HELP, .text = &q.expect, .value = "HEAD"},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    report_writer *writer = NULL;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct head expected;
    if (!choose(&q, &writer, &e) || (q.expect && !head_read(&expected, q.expect, &e)))
        return wrong_input(&e);
    int status = report_load(&r, q.file, q.expect ? &expected : NULL) ? write_report(&r, &q, writer)
                                                                      : EXIT_WRONG_INPUT;
    report_destroy(&r);
    return status;
}
