// Names of entrants who left while players gather. For a time such a name can only be taken again
// from where its entrant came. (While games are played, the entrant itself remembers that.)
#ifndef AGON_ARENA_LOBBY_KEPT_NAME_H
#define AGON_ARENA_LOBBY_KEPT_NAME_H

#include "arena/lobby/parts.h"

// If too many names are kept, the one that has been kept longest is forgotten.
void kept_name_add(struct lobby *l, const char *name, const struct lobby_address *address);
// Whether the name is kept for others than those who come from `from`. Then `left_ns` is how long
// still; it may be NULL.
bool kept_name_is_for_others(
    const struct lobby *l, const char *name, const struct lobby_address *from, int64_t *left_ns);

#endif
