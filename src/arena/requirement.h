// Whether the sandbox that is required can be had here: every layer must work on this machine, and
// every bot that we start must get it.
#ifndef AGON_ARENA_REQUIREMENT_H
#define AGON_ARENA_REQUIREMENT_H

#include "contest/file.h"
#include "link/sandbox.h"
#include "referee/player_spec.h"

#include <stddef.h>

// The layers that are missing, in words: one line for each.
struct requirement_gaps {
    struct error list[SANDBOX_LAYER_COUNT];
    size_t count;
};

// The layers that a contest file requires. Returns false with `e` if it names one that does not
// exist.
bool requirement_of_file(const struct contest_file *f, sandbox_layers *required, struct error *e);

// Returns true if nothing is missing. `players` may be NULL: then only this machine is judged. To
// be called between link_process_setup and its end.
bool requirement_check(sandbox_layers required, const struct player *players, size_t count,
    struct requirement_gaps *gaps);

#endif
