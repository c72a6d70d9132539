// The opponent of a bot that is checked: it knows the rules, plays no message itself, and leads
// the bot into positions that are rare in ordinary games. Pure.
#ifndef AGON_AUTHOR_CHECK_OPPONENT_H
#define AGON_AUTHOR_CHECK_OPPONENT_H

#include "base/random.h"
#include "games/game.h"

enum opponent_style {
    OPPONENT_RANDOM, // any legal move
    OPPONENT_NARROW, // leaves the bot as few moves as possible
    OPPONENT_WIDE,   // leaves it as many as possible, and does not end the game
    OPPONENT_ENDER,  // ends the game as soon as it can
    OPPONENT_MUTE,   // leaves the bot without a move if it can, so that it is skipped
};

struct opponent {
    enum opponent_style style;
    struct random random;
};

// Chooses a legal move in `p`, which is not over.
move opponent_choose(struct opponent *o, const struct game *game, const position *p);

#endif
