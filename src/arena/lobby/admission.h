// Who is let in: the limits on connections, and tokens (G10). Whoever is refused here is not told
// why; the organiser is.
#ifndef AGON_ARENA_LOBBY_ADMISSION_H
#define AGON_ARENA_LOBBY_ADMISSION_H

#include "arena/lobby/parts.h"

// The visitor has connected. If there are more connections now than the limits allow, one that has
// been here longer and whose player is still not known has to go; entrants never have to. If there
// is no such one, the visitor itself has to go: then `gone` is set.
void admission_make_room(struct lobby_visitor *v);

// Reads the token, if it has come: then `token_due` is false. If it is wrong, the visitor is
// refused.
void admission_read_token(struct lobby_visitor *v);
// Nothing more is read from the visitor, and its connection is closed after a while.
void admission_refuse(struct lobby_visitor *v, const char *why);
// Closes the connection of a refused visitor when it is time.
void admission_look(struct lobby_visitor *v);

#endif
