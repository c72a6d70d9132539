// The tokens that the doors of a lobby ask for (G10). Their file is looked at once a second, on
// another thread, and read again when it has changed.
#ifndef AGON_ARENA_LOBBY_TOKEN_WATCH_H
#define AGON_ARENA_LOBBY_TOKEN_WATCH_H

#include "arena/lobby/parts.h"

// Reads the tokens; from now on they are asked for.
bool token_watch_begin(struct lobby *l, const char *path, struct error *e);
// Looks at the file, if it is time. Tells when the tokens were read again or cannot be read.
void token_watch_look(struct lobby *l);
// While it returns true, the loop has to run on before the lobby may be freed.
bool token_watch_is_busy(const struct lobby *l);
void token_watch_end(struct lobby *l);

#endif
