// A process that is started in order to be traced: it waits at a gate before it runs its program,
// until the tracer holds it.
#ifndef AGON_LINK_INSIDE_TRACED_H
#define AGON_LINK_INSIDE_TRACED_H

#include "link/inside/preparation.h"

// The process leads a group of its own. It waits until `*gate` is closed, then runs its program.
// Returns -1 and fills `e` if no process can be started. What fails after that is seen by its exit
// with code 127.
pid_t traced_start(struct preparation *p, struct fork_servers *servers, int *gate, struct error *e);

#endif
