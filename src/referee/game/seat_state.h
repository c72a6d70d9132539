// One seat of a game as the referee sees it: who plays, its clock, and what it has done so far.
#ifndef AGON_REFEREE_GAME_SEAT_STATE_H
#define AGON_REFEREE_GAME_SEAT_STATE_H

#include "referee/seat_clock.h"
#include "referee/setup.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// See pondering.h.
struct pondering {
    bool resting;
    bool measured;   // this rest is, since the bot had computed for `base_ns`:
    bool whole;      // all its processes, not only the first one
    bool alone;      // it had only one process when all of them were looked at last
    int ticks;       // of this rest
    int64_t base_ns; // see `measured`
    int64_t used_ns; // in all rests of this game that are over
};

struct seat_state {
    struct referee_player player;
    struct seat_clock clock;
    struct pondering pondering;
    bool moved;          // it has chosen a move in this game,
    int64_t took_ns;     // and the last one took so long
    bool open;           // its stream is open
    bool gone;           // its stream has ended: nothing more is sent to it or read from it
    bool named;          // it has its name, which the other may not take
    bool heard;          // a message of it has come, in this game or in an earlier one
    bool begun;          // it was told of this game, so it will be told of its end
    size_t announced;    // so many of the bytes that wait for it have been told as events
    bool asked;          // it was asked for a move in this game,
    int64_t asked_at_ns; // the last time at this moment
};

// Whether the referee waits for no message of it.
bool seat_state_is_idle(const struct seat_state *state);
// Whether it is ready for the game to begin.
bool seat_state_is_ready(const struct seat_state *state);

// Writes the name by which the opponent's wire knows the player: the name of its own wire if it has
// one, else one that is made from the name for people.
void seat_state_wire_name(const struct seat_state *state, char name[WIRE_NAME_BYTES]);

// Lets the wire of `seat` know how much time both have, for engines that are told. `first`: the
// first request of a game comes next.
void seat_state_tell_clock(const struct seat_state seats[SEATS], int seat, bool first);

// How long it may take to acknowledge a new game. A bot that was just started may still be loading,
// and has the time of a start; one that has played before has the time of a request.
int64_t seat_state_begin_limit_ns(const struct seat_state *state);

#endif
