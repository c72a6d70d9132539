// The table of running bots. It lies in memory that the arena shares with its fork servers, so that
// the start and the exit of a bot cost no system call and wake nobody. When the arena dies,
// whatever the reason, the first fork server kills every process group in it.
//
// PR_SET_PDEATHSIG alone is not enough: it kills the bot, but not the bot's children.
#ifndef AGON_LINK_START_KEEPER_H
#define AGON_LINK_START_KEEPER_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

enum { KEEPER_SLOTS = 16384, KEEPER_NO_SLOT = -1 }; // so many bots can run at once

bool keeper_open(struct error *e); // before the first fork server is forked
void keeper_close(void);

// Returns a free slot of the table, or KEEPER_NO_SLOT if all are taken. The kernel writes the
// number of the new process there before that runs any code: there is no moment in which we could
// die and leave it behind. May be called by every thread.
int keeper_slot_take(void);

// Call it when the group was killed and before its leader is reaped: until then no other process
// can get the same number.
void keeper_slot_release(int slot);

// Takes the slot anew for a process that is still to be started. Returns the number of the process
// that was there; 0: there was none.
pid_t keeper_slot_take_back(int slot);

// --- For fork servers ---

atomic_int *keeper_slot_numbered(int slot);
void keeper_kill_all(void);

#endif
