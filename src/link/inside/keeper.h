// The keeper: a tiny process that lives a moment longer than we do. It sleeps on a pipe whose other
// end is ours. When we die, whatever the reason, the pipe ends, and the keeper kills every process
// group in a table that we share with it. The table is plain memory, so that the start and the exit
// of a bot cost no system call and wake nobody.
//
// PR_SET_PDEATHSIG alone is not enough: it kills the bot, but not the bot's children.
#ifndef AGON_LINK_INSIDE_KEEPER_H
#define AGON_LINK_INSIDE_KEEPER_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { KEEPER_SLOTS = 16384 }; // so many bots can run at once

// Forks, so call it before any thread is started. Returns false and fills `e` on failure.
bool keeper_start(struct error *e);
void keeper_stop(void); // kills what is still in the table and waits for the keeper's end

// Returns a free slot of the table, or NULL if all are taken. The new process itself writes its
// process group there before it runs any code of the bot: there is no moment in which we could die
// and leave it behind. May be called by every thread.
atomic_int *keeper_slot_take(void);

// Call it when the group was killed and before its leader is reaped: until then no other process
// can get the same number.
void keeper_slot_release(atomic_int *slot);

#endif
