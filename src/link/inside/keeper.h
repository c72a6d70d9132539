// The keeper: a tiny process that outlives us for a moment. It sleeps on a pipe whose other end is
// ours; when we die in any way the pipe ends, and the keeper kills every process group that
// is still written in the table that we share with it. The table is plain memory, so that neither a
// start nor an exit of a bot costs a system call or wakes anybody.
//
// PR_SET_PDEATHSIG alone would not do: it reaches the bot, not the bot's children.
#ifndef AGON_LINK_INSIDE_KEEPER_H
#define AGON_LINK_INSIDE_KEEPER_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { KEEPER_SLOTS = 16384 }; // bots that can run at once

// Before any thread is started: it forks.
bool keeper_start(struct error *e);
void keeper_stop(void); // kills what is still in the table, waits for the keeper

// A free place in the table, NULL when all are taken. The process group is stored into it by the
// new process itself, before it runs any code of the bot's: there is no moment in which
// we can die and leave it unguarded. Safe from every thread.
atomic_int *keeper_slot_take(void);

// When the group was killed and its leader not yet waited for, so that its number is still its own.
void keeper_slot_release(atomic_int *slot);

#endif
