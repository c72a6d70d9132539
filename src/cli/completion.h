// What shells complete when Tab is pressed: a script for bash, zsh or fish on stdout. It is made of
// a beginning, a part for each command, and an end.
#ifndef AGON_CLI_COMPLETION_H
#define AGON_CLI_COMPLETION_H

#include "cli/command.h"

// The script of one shell.
struct completion {
    void (*group)(const struct command_group *g); // begins it, or a group of commands in it
    void (*command)(const struct syntax *s);
    const char *end;
};

extern const struct completion completion_bash, completion_zsh, completion_fish;

#endif
