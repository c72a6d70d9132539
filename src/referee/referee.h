// One game: two seats, one clock each, one verdict. The referee is a state machine that is driven
// from outside. Bytes, moves, ends of streams and the time come in through the functions below;
// bytes to send, questions and events go out through struct referee_ops. It does no I/O and reads
// no clock, so that a test can play every bot, every kernel and every time of day.
#ifndef AGON_REFEREE_REFEREE_H
#define AGON_REFEREE_REFEREE_H

#include "referee/event.h"
#include "referee/game/state.h"
#include "referee/setup.h"

#include <stddef.h>
#include <stdint.h>

void referee_init(struct referee *r, const struct referee_setup *setup, struct moment now);
void referee_destroy(struct referee *r);

// The first step. If both players are ready already, the game begins.
void referee_start(struct referee *r, struct moment now);

// Each of these is one step. A call for a seat whose stream has ended, or after the end of the
// game, changes nothing.

// The stream of a seat is open.
void referee_opened(struct referee *r, int seat, struct moment now);
// Bytes have come from a seat with a wire.
void referee_received(
    struct referee *r, int seat, const char *bytes, size_t length, struct moment now);
// A seat without a wire has chosen its move, or gives up.
void referee_chose(struct referee *r, int seat, move m, struct moment now);
void referee_resigned(struct referee *r, int seat, struct moment now);
// The stream of a seat has ended. `fault` is CRASH, DISCONNECT, NO_START or LIMIT, with words.
void referee_lost(struct referee *r, int seat, const struct fault *fault, struct moment now);
// The request that is held (see struct player) is sent now.
void referee_release(struct referee *r, struct moment now);
// Something failed on our side: nobody loses (VOID).
void referee_void(struct referee *r, const char *words, struct moment now);
// Tells the world a remark about a seat, which changes nothing in the game.
void referee_note(struct referee *r, int seat, const char *words);
// The time that referee_wake_ns named has come.
void referee_tick(struct referee *r, struct moment now);

// Sends what waits for a bot that is not asked anything, and looks at what it does meanwhile. Call
// it every few milliseconds.
void referee_flush(struct referee *r);

// When to call referee_tick; INT64_MAX if no clock runs.
int64_t referee_wake_ns(const struct referee *r);
// The seat that is to move, or NOBODY.
int referee_to_move(const struct referee *r);

// Writes the name by which the opponent's wire knows a player, see seat_state_wire_name.
void referee_wire_name(const struct referee *r, int seat, char name[WIRE_NAME_BYTES]);

#endif
