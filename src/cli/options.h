// Reads the command line of a command into the targets of its tables.
#ifndef AGON_CLI_OPTIONS_H
#define AGON_CLI_OPTIONS_H

#include "cli/command.h"

// Fills the targets of `s`; argv[0] is skipped. Returns false if the command has nothing more to
// do: its help was asked for and is on stdout, or its arguments are wrong and stderr says why.
// `*status` is then its exit status.
bool options_read(const struct syntax *s, int argc, char **argv, int *status);

#endif
