// What happens in the game of a slot, told to whoever watches, and kept for snapshots.
#ifndef AGON_ARENA_POOL_TELLING_H
#define AGON_ARENA_POOL_TELLING_H

#include "arena/pool/parts.h"

// The game of the slot begins.
void telling_begin(struct pool_slot *slot);
// Bots that come by themselves (listen:) are awaited at a port: they must know at which.
void telling_port(struct pool_slot *slot);

// Tells the source in which processes the bots of the game run.
void telling_processes(struct pool_slot *slot);

// For struct table_events; `user` is the slot.
void telling_happened(void *user, struct table *t, const struct referee_event *happened);
void telling_asked(void *user, struct table *t, const struct table_question *question);

#endif
