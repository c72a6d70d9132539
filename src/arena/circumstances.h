// What games are played with here: the machine, the versions of agon and its libraries, and the
// sandboxes of bots that are started.
#ifndef AGON_ARENA_CIRCUMSTANCES_H
#define AGON_ARENA_CIRCUMSTANCES_H

#include "archive/start_entry.h"
#include "arena/roster.h"

// Fills in all but the row. To be called between link_process_setup and its end.
void circumstances_find(struct start_entry *s, const struct roster *roster);

// "Linux 6.1.0 x86_64"
void circumstances_machine(struct text *out);
// "libuv 1.44.2, jansson 2.14, ..."
void circumstances_libraries(struct text *out);

#endif
