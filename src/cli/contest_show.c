// agon contest show: the standings of a contest, also while it runs.
#include "cli/contest_show.h"

#include "archive/archive.h"
#include "archive/results.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/fault_hint.h"
#include "cli/terminal.h"
#include "report/standings_table.h"

static bool contest_show_results(
    const struct archive *a, const char *file, bool json, struct error *e)
{
    struct results results;
    struct text out = text_growing();
    bool well = results_load(&results, &a->definition.plan, a->reader, e);
    if (well && json)
        standings_json(&out, &results, &a->definition);
    else if (well)
        well =
            standings_text(&out, &results, &a->definition, e) && fault_hint_last(&out, a, file, e);
    if (well)
        fwrite(out.bytes, 1, out.length, stdout);
    text_destroy(&out);
    results_destroy(&results);
    return well;
}

int contest_show_print(const char *file, const struct head *expected, bool json)
{
    struct archive a;
    struct error e;
    int status = EXIT_OK;
    if (!archive_open(&a, file, &e))
        status = contest_problems_print(a.path, &a.definition.problems, &e);
    else if ((expected && !reader_expect(a.reader, expected, &e)) ||
        !contest_show_results(&a, file, json, &e))
        status = wrong_input(&e);
    archive_close(&a);
    return status;
}

int command_contest_show(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *expect = NULL;
    bool json = false;
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &file}};
    const struct option options[] = {
        {"expect", EXPECT_HELP, .text = &expect, .value = "HEAD"},
        {"json", "one JSON object", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct head expected;
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (expect && !head_read(&expected, expect, &e))
        return wrong_input(&e);
    return contest_show_print(file, expect ? &expected : NULL, json);
}
