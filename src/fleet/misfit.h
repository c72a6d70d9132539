// Games that no worker can play, and what the workers lack for them, in words.
#ifndef AGON_FLEET_MISFIT_H
#define AGON_FLEET_MISFIT_H

#include "base/text.h"
#include "store/postgres.h"

// Appends why some leases of the contest that are open will stay open: "no worker is here", or "no
// worker fits some of its games: worker 3: it lacks rustc". Appends nothing if each of them has a
// worker that fits. Machines are told by their numbers, not by their names.
bool misfit_find(struct postgres *p, const char *contest, struct text *out, struct error *e);

#endif
