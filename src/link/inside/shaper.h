// Sends what a link is given, in other pieces than it came if its shape asks for that: see struct
// link_shape. Also implements link_send of link.h.
#ifndef AGON_LINK_INSIDE_SHAPER_H
#define AGON_LINK_INSIDE_SHAPER_H

#include "link/inside/state.h"

void shaper_init(struct link *link, const struct link_shape *shape);
void shaper_flush(struct link *link); // hands over all that waits
void shaper_shut(struct link *link);  // closes its timer

#endif
