// agon contest log: what was done to a contest besides playing it.
#include "archive/archive.h"
#include "base/columns.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/terminal.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { WORDS_COLUMNS = 200 };

static bool print_entry(void *user, const struct store_entry *entry)
{
    (void)user;
    char at[32] = "", array[4 * WORDS_COLUMNS + 1], first_line[4 * WORDS_COLUMNS + 1];
    struct tm parts;
    time_t seconds = (time_t)entry->at;
    if (localtime_r(&seconds, &parts))
        strftime(at, sizeof at, "%Y-%m-%d %H:%M:%S", &parts);
    struct text words = TEXT_IN(array), line = TEXT_IN(first_line);
    text_bytes(&line, entry->words, strcspn(entry->words, "\n"));
    columns_clip(&words, first_line, WORDS_COLUMNS);
    print_line(stdout, "%s  %-8s  %s", at, entry->kind, array);
    return true;
}

static bool print_entry_json(void *user, const struct store_entry *entry)
{
    (void)user;
    struct text out = text_growing();
    text_format(&out, "{\"at\":%" PRId64 ",\"kind\":", entry->at);
    text_json(&out, entry->kind);
    text_string(&out, ",\"words\":");
    text_json(&out, entry->words);
    json_schema(&out, "log/1");
    text_char(&out, '}');
    puts(out.bytes);
    text_destroy(&out);
    return true;
}

static bool print_head(struct reader *r, struct error *e)
{
    struct head head;
    char text[HEAD_TEXT_BYTES];
    if (!reader_head(r, &head, e))
        return false;
    head_print(&head, text);
    printf("head %s\n", text);
    return true;
}

int contest_log(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    bool json = false;
    const struct argument arguments[] = {
        {"FILE", "the contest file, or the file with its results", &file}};
    const struct option options[] = {{"json", "one JSON object for each entry", .flag = &json}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    struct error e;
    enum parsed parsed = options_parse(&syntax, argc, argv, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    struct archive a;
    bool well = archive_open(&a, file, &e);
    if (!well) {
        wrong_contest(a.path, &a.definition.problems, &e);
    } else {
        well = reader_walk_log(a.reader, json ? print_entry_json : print_entry, NULL, &e) &&
            (json || print_head(a.reader, &e));
        if (!well)
            wrong_input(&e);
    }
    archive_close(&a);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}
