// All that has to be known before a command is started: its path, its environment, its folder, its
// sandbox. It is written into an order for a fork server.
#ifndef AGON_LINK_INSIDE_PREPARATION_H
#define AGON_LINK_INSIDE_PREPARATION_H

#include "link/inside/environment.h"
#include "link/inside/needs.h"
#include "link/start/fork_server.h"

#include "base/words.h"

#include <limits.h>

// What commands need to be readable, found once for each.
struct needs_memory {
    struct needs_entry *list;
    size_t count, room;
};

void needs_memory_destroy(struct needs_memory *m);

struct preparation {
    struct start_order order;
    struct environment environment;
    char path[PATH_MAX]; // "" if there is no such program
    char directory[PATH_MAX];
    char scratch[SCRATCH_PATH_BYTES]; // that was made for it; "": it has one in its cage, or none
    enum start_step step;             // on failure
    int error;                        // errno; 0: all is ready
};

// Fills it. Descriptors, port, cores and gate of the order are the caller's. On failure `error` is
// set. To be destroyed in both cases; the scratch folder stays, and is the caller's.
bool preparation_make(struct preparation *p, const struct link_spec *spec,
    const struct words *words, struct needs_memory *memory);
void preparation_destroy(struct preparation *p);

// Gives the order, with what is hidden now.
struct started preparation_start(struct preparation *p, struct fork_servers *servers);

#endif
