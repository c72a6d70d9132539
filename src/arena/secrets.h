// Files of a contest that no bot may see: results, records, tokens. They are hidden from all bots
// that are started from now on (link/hidden.h).
#ifndef AGON_ARENA_SECRETS_H
#define AGON_ARENA_SECRETS_H

#include "base/error.h"

// The results in `path`, with the files that the store keeps beside them; if they are in a
// database, the file with its password. Returns false and fills `e` if there is no memory.
bool secrets_hide_results(const char *path, struct error *e);
void secrets_show_results(const char *path);

#endif
