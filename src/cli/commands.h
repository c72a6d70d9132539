// The commands of agon, one file each.
#ifndef AGON_CLI_COMMANDS_H
#define AGON_CLI_COMMANDS_H

#include "cli/options.h"

// What the exit statuses of a command mean that plays a contest.
#define COMMAND_STATUSES_OF_CONTEST                                                                \
    {                                                                                              \
        "the contest is over", "it was stopped, or failed on the way; the same command goes on",   \
            "it did not begin: an argument, a file or a player is wrong"                           \
    }
// Of the option that report, verify, contest run and contest show share.
#define EXPECT_HELP "refuse results with another head than this, printed earlier"

int command_contest_add(const struct command *self, int argc, char **argv);
int command_contest_log(const struct command *self, int argc, char **argv);
int command_contest_pause(const struct command *self, int argc, char **argv);
int command_contest_prune(const struct command *self, int argc, char **argv);
int command_contest_record(const struct command *self, int argc, char **argv);
int command_contest_remove(const struct command *self, int argc, char **argv);
int command_contest_replace(const struct command *self, int argc, char **argv);
int command_contest_resume(const struct command *self, int argc, char **argv);
int command_contest_run(const struct command *self, int argc, char **argv);
int command_contest_show(const struct command *self, int argc, char **argv);
int command_contest_suspend(const struct command *self, int argc, char **argv);
int command_contest_void(const struct command *self, int argc, char **argv);
int command_bench(const struct command *self, int argc, char **argv);
int command_brain(const struct command *self, int argc, char **argv);
int command_contest(const struct command *self, int argc, char **argv);
int command_host(const struct command *self, int argc, char **argv);
int command_perft(const struct command *self, int argc, char **argv);
int command_play(const struct command *self, int argc, char **argv);
int command_report(const struct command *self, int argc, char **argv);
int command_show(const struct command *self, int argc, char **argv);
int command_sprt(const struct command *self, int argc, char **argv);
int command_verify(const struct command *self, int argc, char **argv);

#endif
