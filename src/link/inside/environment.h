// The environment that a bot gets.
#ifndef AGON_LINK_INSIDE_ENVIRONMENT_H
#define AGON_LINK_INSIDE_ENVIRONMENT_H

#include "link/link.h"
#include "link/start/scratch.h"

struct environment {
    char **list; // "NAME=value", ended by NULL; only the list is a copy
    char home[SCRATCH_PATH_BYTES + 8], temporary[SCRATCH_PATH_BYTES + 8];
};

// Ours with the additions of `spec`, but without passwords of databases; in a closed sandbox only a
// short list of ours. `scratch` is the folder in which a bot in a closed sandbox lives. Returns
// false if there is no memory.
bool environment_make(struct environment *e, const struct link_spec *spec, const char *scratch);
void environment_destroy(struct environment *e);

#endif
