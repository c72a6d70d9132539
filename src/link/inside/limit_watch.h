// Watches the limits of the bots of one hub, as far as the kernel does not. One timer serves all
// bots of a hub, and it runs only while there are some with limits. The members of struct
// link_limits in state.h are its own.
#ifndef AGON_LINK_INSIDE_LIMIT_WATCH_H
#define AGON_LINK_INSIDE_LIMIT_WATCH_H

#include "link/inside/state.h"

// Begins to watch a link whose process was started. Does nothing if it has no limits to be watched.
void limit_watch_add(struct link *link);
// Ends that. Harmless if it is not watched.
void limit_watch_remove(struct link *link);
void limit_watch_close(struct link_hub *hub);

// The bot has written `length` bytes more. Returns false if it is more than it may write in a game:
// then the bytes must not be delivered.
bool limit_watch_output(struct link *link, size_t length);

// A process has ended. Finds out whether one of the kernel's limits has ended it, and notes that.
void limit_watch_explain_exit(struct link *link);
// The bot has closed its stream, and its process is still there. Finds out whether it has passed a
// limit since the last look, and notes that.
void limit_watch_explain_close(struct link *link);

#endif
