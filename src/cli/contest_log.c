// agon contest log: what was done to a contest besides playing it.
#include "archive/archive.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/terminal.h"
#include "report/log_line.h"

typedef void log_writer(struct text *out, const struct store_entry *entry);

static bool contest_log_print_entry(void *user, const struct store_entry *entry)
{
    log_writer *const *writer = user;
    struct text out = text_growing();
    (*writer)(&out, entry);
    fwrite(out.bytes, 1, out.length, stdout);
    text_destroy(&out);
    return true;
}

// The head comes last, but is read first: nothing is shown of a file that was changed.
static bool contest_log_print_text(struct reader *r, struct error *e)
{
    log_writer *writer = log_line_text;
    struct head head;
    char text[HEAD_TEXT_BYTES];
    if (!reader_head(r, &head, e) || !reader_walk_log(r, contest_log_print_entry, &writer, e))
        return false;
    head_print(&head, text);
    printf("head %s\n", text);
    return true;
}

static bool contest_log_print_json(struct reader *r, struct error *e)
{
    log_writer *writer = log_line_json;
    return reader_walk_log(r, contest_log_print_entry, &writer, e);
}

int command_contest_log(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    bool json = false;
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &file}};
    const struct option options[] = {{"json", "one JSON object for each entry", .flag = &json}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct archive a;
    bool well = archive_open(&a, file, &e);
    if (!well) {
        contest_problems_print(a.path, &a.definition.problems, &e);
    } else {
        well = json ? contest_log_print_json(a.reader, &e) : contest_log_print_text(a.reader, &e);
        if (!well)
            wrong_input(&e);
    }
    archive_close(&a);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}
