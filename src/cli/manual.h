// Pages of the manual, in the language of man(7), on stdout.
#ifndef AGON_CLI_MANUAL_H
#define AGON_CLI_MANUAL_H

#include "cli/command.h"

void manual_print(const struct syntax *s);
void manual_print_group(const struct command_group *g);

#endif
