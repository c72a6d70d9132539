// agon contest log: what was done to a contest besides playing it.
#include "archive/archive.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/fault_hint.h"
#include "cli/terminal.h"
#include "report/log_line.h"

#include <string.h>

typedef void log_writer(struct text *out, const struct store_entry *entry);

struct contest_log {
    log_writer *write;
    bool out; // a player was put out for its faults
};

static bool contest_log_print_entry(void *user, const struct store_entry *entry)
{
    struct contest_log *log = user;
    struct text out = text_growing();
    log->write(&out, entry);
    log->out = log->out || strcmp(entry->kind, "out") == 0;
    fwrite(out.bytes, 1, out.length, stdout);
    text_destroy(&out);
    return true;
}

// The head comes last, but is read first: nothing is shown of a file that was changed.
static bool contest_log_print_text(const struct archive *a, const char *file, struct error *e)
{
    struct contest_log log = {.write = log_line_text};
    struct text hint = text_growing();
    struct head head;
    char text[HEAD_TEXT_BYTES];
    bool well = reader_head(a->reader, &head, e) &&
        reader_walk_log(a->reader, contest_log_print_entry, &log, e) &&
        (!log.out || fault_hint_last(&hint, a, file, e));
    fwrite(hint.bytes, 1, hint.length, stdout);
    text_destroy(&hint);
    if (!well)
        return false;
    head_print(&head, text);
    printf("head %s\n", text);
    return true;
}

static bool contest_log_print_json(struct reader *r, struct error *e)
{
    struct contest_log log = {.write = log_line_json};
    return reader_walk_log(r, contest_log_print_entry, &log, e);
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
        well = json ? contest_log_print_json(a.reader, &e) : contest_log_print_text(&a, file, &e);
        if (!well)
            wrong_input(&e);
    }
    archive_close(&a);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}
