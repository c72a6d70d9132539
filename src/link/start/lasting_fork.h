// A fork by a thread that lasts. To the kernel the parent of a process is the thread that forked
// it: when that thread ends, PR_SET_PDEATHSIG strikes its children, and those that they made with
// CLONE_PARENT, although the arena goes on. A runner ends with its pool, so it must not fork what
// others use.
#ifndef AGON_LINK_START_LASTING_FORK_H
#define AGON_LINK_START_LASTING_FORK_H

#include <sys/types.h>

// Forks a process that runs forker_run with `socket`. Returns its number, or -1 with errno. Not to
// be called by two threads at once.
pid_t lasting_fork(int socket);
// Ends the thread, if there is one. All that it has forked must have ended.
void lasting_fork_close(void);

#endif
