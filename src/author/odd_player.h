// Players that are odd but legal: a bot must play well with all of them. Pure computation.
#ifndef AGON_AUTHOR_ODD_PLAYER_H
#define AGON_AUTHOR_ODD_PLAYER_H

#include "referee/player_spec.h"

enum odd_style {
    ODD_RANDOM,  // any legal move
    ODD_FIRST,   // always the first legal move
    ODD_MIRROR,  // does what the bot has just done, on the other side of the board
    ODD_LONGEST, // leaves the bot as many moves as it can, and does not end the game
    ODD_NARROW,  // leaves it as few as it can
    ODD_STYLES
};

const char *odd_style_name(enum odd_style style); // "mirror"

// The move of such a player in `p`, which is not over. `last` is the move of the other one that led
// to `p`, or MOVE_NONE if it is not known.
move odd_choose(
    enum odd_style style, const struct game *game, const position *p, move last, uint64_t seed);

// Makes `p` a player of that style, without messages.
void odd_player_init(struct player *p, enum odd_style style);

#endif
