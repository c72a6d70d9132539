// What a command is about: a game and a position of it, from GAME, --variant and --position.
#ifndef AGON_CLI_SUBJECT_H
#define AGON_CLI_SUBJECT_H

#include "games/game.h"

struct subject {
    const struct game *game;
    position position;
};

// For the help of a command: the games there are, as "a, b or c".
const char *subject_games(void);

// Prints what is wrong and returns false when there is no such game, variant or position.
bool subject_read(struct subject *s, const char *game, const char *variant, const char *text);

#endif
