// A command whose next word says which command is meant: agon contest, agon token.
#ifndef AGON_CLI_COMMAND_GROUP_H
#define AGON_CLI_COMMAND_GROUP_H

#include "cli/command.h"

enum { COMMAND_GROUP_MOST = 32 };

// Runs the command that argv[1] names, or explains the group. Returns an exit status.
int command_group_run(const struct command_group *group, int argc, char **argv);

#endif
