// What the commands that change a contest share: they open it, do one change, and tell what is
// wrong.
#ifndef AGON_CLI_CONTEST_CHANGE_H
#define AGON_CLI_CONTEST_CHANGE_H

#include "archive/changes.h"

// One change. `user` is the command's own.
typedef bool contest_change_do(struct changes *c, void *user, struct error *e);

// Does a change to the contest of this file. Returns an exit status; if it is not EXIT_OK, the
// reason has been printed.
int contest_change(const char *file, contest_change_do *change, void *user);

// Appends "game 37" or "round 4": from where on the change counts.
void contest_change_text_place(struct text *out, const struct change_done *done);

#endif
