// The bytes of a link: its output, its input, its stderr. Also implements link_send,
// link_written_at and link_has_unread of link.h.
#ifndef AGON_LINK_INSIDE_STREAM_H
#define AGON_LINK_INSIDE_STREAM_H

#include "link/inside/state.h"

void stream_listen(struct link *link);       // reads its output
void stream_hear(struct link *link);         // reads its stderr
void stream_drain(struct link *link);        // delivers what is in its output's pipe now
void stream_drain_stderr(struct link *link); // the same for stderr
void stream_finish(struct link *link);       // LINK_LEAVING: closes its input when all was sent

#endif
