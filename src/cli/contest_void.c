// agon contest void: a game counts for nothing and is played again.
#include "base/number.h"
#include "cli/commands.h"
#include "cli/contest_change.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <inttypes.h>

struct void_command {
    struct change_void wish;
    struct change_voided done;
};

static bool contest_void_game(struct changes *c, void *user, struct error *e)
{
    struct void_command *command = user;
    return changes_void(c, &command->wish, &command->done, e);
}

int command_contest_void(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *number = NULL;
    struct void_command v = {0};
    const struct argument arguments[] = {{"FILE", "the contest file", &file},
        {"NUMBER", "the number of the game, as at the beginning of its line", &number}};
    const struct option options[] = {
        {"why", "the reason, for the log", .text = &v.wish.why, .value = "TEXT"},
        {"later", "also the games of later rounds, which depend on its result",
            .flag = &v.wish.later},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!number_read("NUMBER", number, 1, INT64_MAX, &v.wish.number, &e))
        return wrong_input(&e);
    status = contest_change(file, contest_void_game, &v);
    if (status != EXIT_OK)
        return status;
    print_part(stdout, "%s is void", v.done.game);
    if (v.done.later > 0)
        printf(", and %" PRId64 " later one%s", v.done.later, v.done.later == 1 ? "" : "s");
    print_command("; to go on:  ", "contest run", file);
    return EXIT_OK;
}
