// The birth of a bot: what happens in the new process before it runs its program.
#ifndef AGON_LINK_START_BIRTH_H
#define AGON_LINK_START_BIRTH_H

#include "link/start/order.h"

#include <sys/types.h>

struct birth {
    const struct order *order;
    struct answer *answer;
    const char *path, *directory;
    char *const *arguments, *const *environment;
    int fds[3];                    // become its 0, 1 and 2
    int groups[ORDER_GROUPS_MOST]; // of cgroups; those behind order->groups are not used
    int gate;                      // it waits for the end of this one; -1: it does not wait
    pid_t arena;                   // its parent
    int cage;                      // a pidfd of the cage's first process; -1: none
    int spaces;       // of the cage, to be entered; the one of processes is entered by being born
    int ruleset;      // -1: none
    uid_t user;       // that it becomes; 0: it stays what we are
    uint64_t pass;    // see filter.h
    atomic_int *slot; // of the keeper: the kernel writes its number there; NULL: none
};

// Starts it as a child of the arena. Returns when the new process runs its program, or when that
// has failed and the process is about to end. Fills the answer.
void birth_begin(const struct birth *birth);

#endif
