// Players as people name them: "@random", "human", "python3 mybot.py", "listen:7001", ...
#ifndef AGON_ARENA_PLAYER_TEXT_H
#define AGON_ARENA_PLAYER_TEXT_H

#include "contest/file.h"
#include "referee/session.h"

// Fills `p` from the text, which must live on. `wire` is what a bot speaks; NULL: the game has
// none. Returns false with `e` if there is no such player.
bool player_read(struct player *p, const char *text, const struct game *game,
    const struct wire *wire, struct error *e);

// For contests that are to be played: wires must be known, and players must exist.
extern const struct contest_words players_words;

// Is one of them a bot that is started here?
bool players_are_started(const struct player *players, size_t count);

// Makes the names of two players differ.
void players_tell_apart(struct player *a, struct player *b);

#endif
