// The process of a link: its start, its exit, its end. Also implements link_check_program of
// link.h.
#ifndef AGON_LINK_INSIDE_CHILD_H
#define AGON_LINK_INSIDE_CHILD_H

#include "link/inside/state.h"

// Our environment and the additions in one list. The caller frees the list; the texts are not
// copied. Returns NULL if there is no memory.
char **child_make_environment(const char *const *additions);

// Starts the command of `target`, with `port` in place of {port}. Returns false after link_fail.
bool child_start(struct link *link, const struct link_spec *spec, struct target *target, int port);
// Looks whether the process has ended, and then fills link->exit.
bool child_look(struct link *link);
// Sends a signal to its process group.
void child_push(struct link *link, int signal);
// After its exit: kills what is left of its group and reaps all of it. Returns false if processes
// are left: call it again soon.
bool child_bury(struct link *link);

#endif
