// The commands of agon, one file each.
#ifndef AGON_CLI_COMMANDS_H
#define AGON_CLI_COMMANDS_H

#include "cli/options.h"

// What the exit statuses of a command that plays a contest mean.
#define COMMAND_STATUSES_OF_CONTEST                                                                \
    {                                                                                              \
        "the contest is over", "it was stopped, or failed on the way; the same command goes on",   \
            "it did not begin: an argument, a file or a player is wrong"                           \
    }
// What --help says of options and arguments that several commands have.
#define CONTEST_JSON_HELP "one JSON object per game, and one for the standings"
#define EXPECT_HELP "refuse results with another head than this, printed earlier"
#define LINES_HELP "one line per game, also on a terminal, instead of the live table"
#define RESULTS_FILE_HELP "the contest file, the file with its results, or their address"
#define CONTEST_FILE_HELP "the contest file, or the address of its results"
#define TIME_HELP                                                                                  \
    "for each request but the first; or start=MS,first=MS,request=MS,game=MS,increment=MS"
#define SANDBOX_HELP "closed, open or none: how much bots are shut off"
#define VARIANT_HELP "a variant of the game, such as 5x5"

int command_contest_add(const struct command *self, int argc, char **argv);
int command_contest_check(const struct command *self, int argc, char **argv);
int command_contest_copy(const struct command *self, int argc, char **argv);
int command_contest_init(const struct command *self, int argc, char **argv);
int command_contest_log(const struct command *self, int argc, char **argv);
int command_contest_migrate(const struct command *self, int argc, char **argv);
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
int command_analyse(const struct command *self, int argc, char **argv);
int command_bench(const struct command *self, int argc, char **argv);
int command_brain(const struct command *self, int argc, char **argv);
int command_check(const struct command *self, int argc, char **argv);
int command_contest(const struct command *self, int argc, char **argv);
int command_doctor(const struct command *self, int argc, char **argv);
int command_entry(const struct command *self, int argc, char **argv);
int command_entry_check(const struct command *self, int argc, char **argv);
int command_fleet(const struct command *self, int argc, char **argv);
int command_fleet_migrate(const struct command *self, int argc, char **argv);
int command_fleet_prune(const struct command *self, int argc, char **argv);
int command_fleet_release(const struct command *self, int argc, char **argv);
int command_fleet_setup(const struct command *self, int argc, char **argv);
int command_fleet_show(const struct command *self, int argc, char **argv);
int command_harden(const struct command *self, int argc, char **argv);
int command_host(const struct command *self, int argc, char **argv);
int command_new(const struct command *self, int argc, char **argv);
int command_perft(const struct command *self, int argc, char **argv);
int command_play(const struct command *self, int argc, char **argv);
int command_refight(const struct command *self, int argc, char **argv);
int command_replay(const struct command *self, int argc, char **argv);
int command_report(const struct command *self, int argc, char **argv);
int command_serve(const struct command *self, int argc, char **argv);
int command_show(const struct command *self, int argc, char **argv);
int command_sprt(const struct command *self, int argc, char **argv);
int command_token(const struct command *self, int argc, char **argv);
int command_verify(const struct command *self, int argc, char **argv);
int command_work(const struct command *self, int argc, char **argv);
int command_wrap(const struct command *self, int argc, char **argv);

#endif
