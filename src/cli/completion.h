// What shells complete when Tab is pressed: a script for bash, zsh or fish, made of a beginning, a
// part for each command, and an end.
#ifndef AGON_CLI_COMPLETION_H
#define AGON_CLI_COMPLETION_H

#include "cli/help.h"

void completion_begin(const struct command_group *g, enum help_form form);
void completion_bash(const struct syntax *s);
void completion_zsh(const struct syntax *s);
void completion_fish(const struct syntax *s);
void completion_end(const struct command_group *g, enum help_form form);

#endif
