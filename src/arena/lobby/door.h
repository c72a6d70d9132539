// The doors of a lobby: ports at which visitors connect.
#ifndef AGON_ARENA_LOBBY_DOOR_H
#define AGON_ARENA_LOBBY_DOOR_H

#include "arena/lobby/parts.h"

// The door at `port` ("listen:7001") for players that speak `wire`; opened if it is not open yet.
// Returns NULL with `e` when the players there speak a wire that cannot be told apart from it.
struct lobby_door *door_at(struct lobby *l, const char *port, const struct wire *wire,
    int64_t patience_ns, struct error *e);
// Says once where visitors can connect, as soon as they can.
void door_announce(struct lobby_door *d);

#endif
