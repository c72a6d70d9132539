// Commands that are told apart by the next word: those of `agon contest`, of `agon entry`.
#ifndef AGON_CLI_COMMAND_GROUP_H
#define AGON_CLI_COMMAND_GROUP_H

#include "cli/command.h"

// Finds the command that argv[1] names, and runs it. Returns its exit status.
int command_group_run(const struct command_group *group, int argc, char **argv);

#endif
