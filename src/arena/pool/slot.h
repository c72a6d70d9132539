// A slot of the pool: where one game after the other is played. On the thread of its runner.
#ifndef AGON_ARENA_POOL_SLOT_H
#define AGON_ARENA_POOL_SLOT_H

#include "arena/pool/parts.h"

bool pool_is_stopping(const struct pool *p);
// Asks the source of the pool, if games may begin now.
enum pool_next slot_next_game(struct pool_runner *r, int64_t series, struct pool_game **g);

// Begins a game in a slot that is not busy.
void slot_begin(struct pool_slot *slot, struct pool_game *g);
// The slot is busy and has no game, but bots wait in it: plays another game of the series, lets the
// bots go, or leaves them there.
void slot_go_on(struct pool_slot *slot);

#endif
