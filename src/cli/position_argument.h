// The game and the position that a command is about, from its arguments GAME, --variant and
// --position.
#ifndef AGON_CLI_POSITION_ARGUMENT_H
#define AGON_CLI_POSITION_ARGUMENT_H

#include "games/game.h"

struct position_argument {
    const struct game *game;
    position position;
};

// For the help of a command: the games there are, as "a, b or c".
const char *position_argument_games(void);

// `variant` and `text` may be NULL: the game's default, and its start. Returns false if there is no
// such game, variant or position, and `e` says so.
bool position_argument_read(struct position_argument *p, const char *game, const char *variant,
    const char *text, struct error *e);

#endif
