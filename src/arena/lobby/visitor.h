// The visitors of a lobby: connections, from the moment at which they come until it is known whose
// they are, and between two games.
#ifndef AGON_ARENA_LOBBY_VISITOR_H
#define AGON_ARENA_LOBBY_VISITOR_H

#include "arena/lobby/parts.h"

// Begins to wait for the next visitor at this door, unless one is awaited already.
void visitor_await(struct lobby_door *d);
// Does something about a visitor that takes too long; to be called every few milliseconds.
void visitor_look(struct lobby_visitor *v);
// Takes its session back from a table.
void visitor_take_back(struct lobby_visitor *v, struct session *session);
// Becomes the visitor of an entrant: now, or when the game is over that the entrant plays.
void visitor_return_to(struct lobby_visitor *v, struct lobby_entrant *p);
// Its entrant, if it has one, is away from now on, and `why` says why in words. While players
// gather the entrant is removed.
void visitor_leave_entrant(struct lobby_visitor *v, const char *why);
// Closes the connection, and tells that.
void visitor_turn_away(struct lobby_visitor *v, const char *why);
// Frees it. Its session must be closed.
void visitor_forget(struct lobby_visitor *v);

#endif
