// The entrants of a lobby: who takes part, under which name, and whether it is here.
#ifndef AGON_ARENA_LOBBY_ENTRANT_H
#define AGON_ARENA_LOBBY_ENTRANT_H

#include "arena/lobby/parts.h"

// `player` is copied. Returns NULL when there is no room or no memory.
struct lobby_entrant *entrant_add(struct lobby_door *d, const struct player *player);
void entrant_remove(struct lobby_entrant *p);
size_t entrant_count_at(const struct lobby_door *d);
// NULL: there is no such number.
struct lobby_entrant *entrant_numbered(const struct lobby *l, int number);

bool entrant_is_away(const struct lobby_entrant *p);  // neither here nor at a table
bool entrant_is_ready(const struct lobby_entrant *p); // for a game
// Tells what has become of it while games are played, if that is news.
void entrant_update(struct lobby_entrant *p);
// Its visitor is not there any more. `why`, in words, may be "".
void entrant_leave(struct lobby_entrant *p, const char *why);

// The name for a visitor that calls itself `wanted`. Where the protocol has names (S1) it is
// another one if that is taken, or looks like a name that is taken, or is kept for others than
// those who come from `from`. Returns false with `e` where nobody can be called so.
bool entrant_make_name(struct lobby_door *d, const struct lobby_address *from, const char *wanted,
    char name[WIRE_NAME_BYTES], struct error *e);
// The entrant whose name looks the same, here or away; NULL: there is none.
const struct lobby_entrant *entrant_looking_like(const struct lobby *l, const char *name);
// The entrant of a visitor that speaks `wire` and calls itself `wanted`. One that is away comes
// before one that is not. An entrant that has the door for itself may call itself anything. NULL:
// there is none.
struct lobby_entrant *entrant_find(struct lobby_door *d, const struct wire *wire,
    const struct lobby_address *from, const char *wanted);
// The entrant of this door whose player has this name, by which its token knows it; NULL: there is
// none.
struct lobby_entrant *entrant_named(struct lobby_door *d, const char *name);
// Whether its name waits for another address than `from`, although the entrant is away. Then
// `left_ns` is how long still.
bool entrant_is_for_others(
    const struct lobby_entrant *p, const struct lobby_address *from, int64_t *left_ns);
size_t entrant_count_from(const struct lobby *l, const struct lobby_address *from);

#endif
