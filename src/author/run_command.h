// Runs a program that is not a bot (git, a build) and waits for it.
#ifndef AGON_AUTHOR_RUN_COMMAND_H
#define AGON_AUTHOR_RUN_COMMAND_H

#include "base/error.h"
#include "base/text.h"

// Runs `arguments`, which are ended by NULL, in `folder` (NULL: the current one). Appends what it
// prints to `out`, its stderr too if `with_stderr`; else its stderr goes nowhere. Its stdin is
// empty. Returns false and fills `e` if it cannot be started or does not end with exit status 0.
bool run_command(const char *const *arguments, const char *folder, bool with_stderr,
    struct text *out, struct error *e);
// The same, but any exit status will do: it is put into `status` (128 and the signal, if it was
// ended by one).
bool run_command_status(const char *const *arguments, const char *folder, bool with_stderr,
    struct text *out, int *status, struct error *e);

#endif
