// The process of a link. Also implements link_check_program of link.h.
#ifndef AGON_LINK_INSIDE_CHILD_H
#define AGON_LINK_INSIDE_CHILD_H

#include "link/inside/state.h"

// Starts the command of `target`; `port` is put in place of {port}. False: the link has failed.
bool child_start(struct link *link, const struct link_spec *spec, struct target *target, int port);
bool child_look(struct link *link);             // has it ended?
void child_push(struct link *link, int signal); // sends a signal to its group
// After its exit: kills what is left of its group and reaps it. True when all is done.
bool child_bury(struct link *link);

#endif
