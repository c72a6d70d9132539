// The pages of text of a game that is replayed: messages, stderr, the verdict, the keys. Pure.
#ifndef AGON_CLI_REPLAY_PAGES_H
#define AGON_CLI_REPLAY_PAGES_H

#include "referee/recorded_game.h"

enum replay_page { REPLAY_BOARD, REPLAY_MESSAGES, REPLAY_STDERR, REPLAY_VERDICT, REPLAY_HELP };

// Where in which game somebody is.
struct replay_place {
    const struct recorded_game *game;
    int64_t number;      // of the game
    const char *without; // why there are only moves; NULL: there is more
    const char *again;   // the command that fights the game again; NULL: none
    int step; // so many moves have been played; the one behind the last move is the verdict
};

// Appends the lines of the page that is shown at this step, none wider than `columns` but for the
// board of a verdict.
void replay_pages_write(const struct replay_place *p, enum replay_page page,
    const struct drawing *style, int columns, struct text *out);

// Appends at most `rows` lines for below the board: the messages and the stderr of this step, each
// line cut to `columns`.
void replay_pages_brief(const struct replay_place *p, int columns, int rows, struct text *out);

#endif
