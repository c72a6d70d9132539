// The table of a stored contest, for the commands that print it.
#ifndef AGON_CLI_CONTEST_SHOW_H
#define AGON_CLI_CONTEST_SHOW_H

#include "store/head.h"

// Prints the table of what is stored to stdout. `file` is the contest file, or the file with its
// results. `expected` is the head that the results must have; NULL: any will do. Returns an exit
// status; if it is not EXIT_OK, the reason has been printed.
int contest_show_print(const char *file, const struct head *expected, bool json);

#endif
