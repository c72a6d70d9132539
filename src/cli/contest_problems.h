// How commands tell what is wrong with a contest.
#ifndef AGON_CLI_CONTEST_PROBLEMS_H
#define AGON_CLI_CONTEST_PROBLEMS_H

#include "archive/definition.h"

// Prints to stderr why a contest cannot be read: all that is wrong in its text, a line each, or, if
// there is nothing, `e`. `path` is the file that has the text; NULL: it is not in a file. Returns
// EXIT_WRONG_INPUT.
int contest_problems_print(
    const char *path, const struct contest_problems *p, const struct error *e);

// Prints to stderr which entries came too late and are left out, a line each.
void contest_problems_print_late(const struct definition *d);

#endif
