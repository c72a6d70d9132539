// Dialling out: the addresses of a host are looked up, and tried one after the other.
#ifndef AGON_LINK_INSIDE_DIAL_H
#define AGON_LINK_INSIDE_DIAL_H

#include "link/inside/state.h"

// LINK_TCP: connects to `target`.
void dial_begin(struct link *link, const struct target *target);
// The link does not wait for a connection any more.
void dial_give_up(struct link *link);

#endif
