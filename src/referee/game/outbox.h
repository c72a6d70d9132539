// What the referee says: bytes to the seats, events to the world.
#ifndef AGON_REFEREE_GAME_OUTBOX_H
#define AGON_REFEREE_GAME_OUTBOX_H

#include "referee/game/state.h"

#include <stdint.h>

void outbox_happened(struct referee *r, struct referee_event *event);
void outbox_note(struct referee *r, int seat, const char *words);
// Tells the world what a seat is told, in the order of the game, whenever the bytes may leave.
void outbox_announce(struct referee *r, int seat);
// Sends what has been written for a seat; returns when its last byte left.
int64_t outbox_flush(struct referee *r, int seat);

#endif
