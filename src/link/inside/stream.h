// The bytes of a link: its output, its input, its stderr. Also implements
// link_written_at and link_has_unread of link.h.
#ifndef AGON_LINK_INSIDE_STREAM_H
#define AGON_LINK_INSIDE_STREAM_H

#include "link/inside/state.h"

void stream_listen(struct link *link);       // begins to read its output
void stream_hear(struct link *link);         // begins to read its stderr
void stream_drain(struct link *link);        // reads what is in the pipe of its output now
void stream_drain_stderr(struct link *link); // the same for stderr
// Sends at once. A link that leaves is still sent what its shaper has kept.
enum link_sent stream_send(struct link *link, const char *bytes, size_t length);
// While it is LINK_LEAVING: closes its input as soon as all was sent.
void stream_finish(struct link *link);

#endif
