// Sends what the referee has to say: bytes to the bots, events to the world.
#ifndef AGON_REFEREE_GAME_OUTBOX_H
#define AGON_REFEREE_GAME_OUTBOX_H

#include "referee/game/state.h"

#include <stdint.h>

// Tells the world an event; sets its time.
void outbox_happened(struct referee *r, struct referee_event *event);
// The same for a remark about a seat.
void outbox_note(struct referee *r, int seat, const char *words);
// Tells the world what waits to be sent to a seat. So events come in the order of the game, though
// the bytes may be sent later.
void outbox_announce(struct referee *r, int seat);
// Sends what waits for a seat. Returns when its last byte was sent.
int64_t outbox_flush(struct referee *r, int seat);

#endif
