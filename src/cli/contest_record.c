// agon contest record: the record of one game of a contest.
#include "archive/archive.h"
#include "base/number.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <stdio.h>

static bool contest_record_print(struct reader *r, int64_t number, struct error *e)
{
    int64_t row;
    struct error why;
    struct text record = text_growing();
    if (!reader_find_game(r, (number - 1) / GAMES_PER_PAIR, (number - 1) % GAMES_PER_PAIR, &row, e))
        return false;
    if (row == 0)
        return error_set(e, "no game %" PRId64 " is stored that counts", number);
    bool found = reader_record(r, row, &record, &why) == STORED_FOUND;
    if (found && record.cut)
        found = error_set(e, "out of memory");
    else if (!found)
        error_set(e, "game %" PRId64 ": %.200s", number, why.words);
    else
        print_bytes(stdout, &record);
    text_destroy(&record);
    return found;
}

int command_contest_record(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *typed = NULL;
    int64_t number;
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &file},
        {"NUMBER", "the number of the game, as at the beginning of its line", &typed}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!number_read("NUMBER", typed, 1, INT64_MAX, &number, &e))
        return wrong_input(&e);
    struct archive a;
    bool well = archive_open(&a, file, &e);
    if (!well) {
        contest_problems_print(a.path, &a.definition.problems, &e);
    } else {
        well = contest_record_print(a.reader, number, &e);
        if (!well)
            wrong_input(&e);
    }
    archive_close(&a);
    return well ? EXIT_OK : EXIT_WRONG_INPUT;
}
