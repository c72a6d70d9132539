// One side of a game, as the referee knows it: who plays, its clock, and how far its stream has
// come.
#ifndef AGON_REFEREE_GAME_SEAT_STATE_H
#define AGON_REFEREE_GAME_SEAT_STATE_H

#include "referee/player_spec.h"
#include "referee/seat_clock.h"
#include "wire/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct referee_player {
    char name[REFEREE_NAME_BYTES]; // as people know it
    struct wire_seat *wire;        // NULL: plays without messages (a built-in player, a person)
    bool timed;                    // false: may think as long as it likes (a person)
    bool opened;                   // since an earlier game: its wire has been opened already
    const struct budget *budget;
};

struct seat_state {
    struct referee_player player;
    struct seat_clock clock;
    bool open;           // its stream is up
    bool gone;           // its stream is down for good
    bool named;          // its name is its own, and taken
    bool heard;          // a message of it has come, in this game or an earlier one
    bool begun;          // has been told of this game, and so will be told of its end
    size_t announced;    // bytes of what waits for it that the world knows of
    bool asked;          // has had a request in this game,
    int64_t asked_at_ns; // the last one then
};

bool seat_state_is_idle(const struct seat_state *state);  // no message of it is waited for
bool seat_state_is_ready(const struct seat_state *state); // for the game to begin

// The name by which the opponent's wire knows the player: its own where it has one.
void seat_state_wire_name(const struct seat_state *state, char name[WIRE_NAME_BYTES]);

// How long it may take to acknowledge a new game: a bot that was just started may still be
// loading; one that has played before is awake.
int64_t seat_state_begin_limit_ns(const struct seat_state *state);

#endif
