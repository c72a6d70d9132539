// One game: two seats, one clock each, one verdict. A state machine that is driven from outside:
// bytes, moves, departures and the time come in through the functions below; bytes to send,
// questions and events go out through `struct referee_ops`. It does no I/O and reads no clock, so
// a test can be every bot, every kernel and every time of day.
#ifndef AGON_REFEREE_REFEREE_H
#define AGON_REFEREE_REFEREE_H

#include "referee/game/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void referee_init(struct referee *r, const struct referee_setup *setup, struct moment now);
void referee_destroy(struct referee *r);

// The first step: for players that are there already, the game begins.
void referee_start(struct referee *r, struct moment now);

// Each of these is one step. Calls for a seat that is gone, or after the end, change nothing.
void referee_opened(struct referee *r, int seat, struct moment now);
void referee_received(
    struct referee *r, int seat, const char *bytes, size_t length, struct moment now);
void referee_chose(struct referee *r, int seat, move m, struct moment now);
void referee_resigned(struct referee *r, int seat, struct moment now);
// The seat is lost, and this is how: CRASH, DISCONNECT, NO_START or LIMIT with words.
void referee_lost(struct referee *r, int seat, const struct fault *fault, struct moment now);
// The fault is ours: nobody loses (VOID).
void referee_void(struct referee *r, const char *words, struct moment now);
void referee_note(struct referee *r, int seat, const char *words);
// The time has come that referee_wake_ns named.
void referee_tick(struct referee *r, struct moment now);

// Sends what waits for a bot that is not to move. To be called every few milliseconds.
void referee_flush(struct referee *r);

int64_t referee_wake_ns(const struct referee *r); // INT64_MAX: nothing is waited for
int referee_to_move(const struct referee *r);     // a seat, or NOBODY when nobody is asked

// The name by which the opponent's wire knows a player: its own where it has one.
void referee_wire_name(const struct referee *r, int seat, char name[WIRE_NAME_BYTES]);

#endif
