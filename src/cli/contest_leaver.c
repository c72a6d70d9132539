// agon contest remove, suspend and resume: a player leaves a contest that has begun, for ever or
// for a while.
#include "cli/commands.h"
#include "cli/contest_change.h"
#include "cli/program.h"
#include "cli/terminal.h"

#include <inttypes.h>

typedef bool change_player(
    struct changes *c, const char *name, struct change_done *done, struct error *e);

struct leaver_command {
    const char *file, *name;
    change_player *change;
    struct change_done done;
};

static bool leaver_change(struct changes *c, void *user, struct error *e)
{
    struct leaver_command *command = user;
    return command->change(c, command->name, &command->done, e);
}

// "bob is removed: 12 games fall away"
static void leaver_text(struct text *out, const struct change_done *done)
{
    static const char *const states[CHANGE_KINDS] = {[CHANGE_REMOVE] = "is removed",
        [CHANGE_SUSPEND] = "is suspended",
        [CHANGE_RESUME] = "plays again"};
    text_format(out, "%s %s", done->name, states[done->kind]);
    if (!done->is_fixed) {
        text_string(out, done->kind == CHANGE_RESUME ? " from " : ", from ");
        contest_change_text_place(out, done);
        text_string(out, " on");
    }
    if (done->games == 0)
        return;
    text_string(out, done->is_fixed ? ": " : "; ");
    const char *what = done->kind == CHANGE_RESUME       ? "are to be played"
        : done->kind == CHANGE_SUSPEND && done->is_fixed ? "wait"
        : done->walkover                                 ? "are won by the other one"
                                                         : "fall away";
    text_format(out, "%" PRId64 " games %s", done->games, what);
}

static int leaver_run(const struct command *self, int argc, char **argv, change_player *change)
{
    struct leaver_command l = {.change = change};
    const struct argument arguments[] = {
        {"FILE", CONTEST_FILE_HELP, &l.file}, {"NAME", "what the player is called", &l.name}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    status = contest_change(l.file, leaver_change, &l);
    if (status != EXIT_OK)
        return status;
    struct text words = text_growing();
    leaver_text(&words, &l.done);
    print_part(stdout, "%s", words.bytes);
    print_go_on(l.file);
    text_destroy(&words);
    return EXIT_OK;
}

int command_contest_remove(const struct command *self, int argc, char **argv)
{
    return leaver_run(self, argc, argv, changes_remove);
}

int command_contest_suspend(const struct command *self, int argc, char **argv)
{
    return leaver_run(self, argc, argv, changes_suspend);
}

int command_contest_resume(const struct command *self, int argc, char **argv)
{
    return leaver_run(self, argc, argv, changes_resume);
}
