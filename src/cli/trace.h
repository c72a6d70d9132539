// Prints the messages of a game while it is played (--verbose), a line each on stderr.
#ifndef AGON_CLI_TRACE_H
#define AGON_CLI_TRACE_H

#include "arena/event.h"

// Prints a message or a note; other events print nothing. `name` is that of the seat's player.
void trace_event(const struct arena_event *event, const char *name);

#endif
