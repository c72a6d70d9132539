// A player that plays as one did in a recorded game, for as long as the game goes as it went then;
// from the first position that the record does not have, another player takes its seat.
#ifndef AGON_AUTHOR_RECORDED_OPPONENT_H
#define AGON_AUTHOR_RECORDED_OPPONENT_H

#include "referee/player_spec.h"
#include "referee/recorded_game.h"

struct recorded_opponent {
    const struct recorded_game *game;
    int seat;           // whose moves are played
    struct player then; // who takes its seat: a player without a wire
    char text[64];      // the two of them, for the record
};

// The move that was played at this seat in this position; MOVE_NONE if the record does not have it.
move recorded_opponent_move(const struct recorded_game *g, int seat, const position *p);

// Makes `player` that player. It has the name that it has in the record. `o` must live as long.
void recorded_opponent_seat(struct recorded_opponent *o, struct player *player);

#endif
