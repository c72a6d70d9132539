// What the referee says: bytes to the seats, events to the world. Used inside the referee only.
#ifndef AGON_REFEREE_VOICE_H
#define AGON_REFEREE_VOICE_H

#include "referee/referee.h"

#include <stdint.h>

void voice_happened(struct referee *r, struct referee_event *event);
void voice_note(struct referee *r, int seat, const char *words);
// Tells the world what a seat is told, in the order of the game, whenever the bytes may leave.
void voice_announce(struct referee *r, int seat);
// Sends what has been written for a seat; returns when its last byte left.
int64_t voice_flush(struct referee *r, int seat);

#endif
