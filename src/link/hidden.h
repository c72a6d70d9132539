// Files and folders that no bot in a sandbox may see: results, records, tokens. What is hidden
// holds for bots that start later.
#ifndef AGON_LINK_HIDDEN_H
#define AGON_LINK_HIDDEN_H

#include <stdbool.h>

// `path` may be relative to our current folder, and need not exist yet: a file is hidden if it
// exists when a bot starts. May be called by every thread, several times for one path. Returns
// false if there is no memory.
bool hidden_add(const char *path);
void hidden_remove(const char *path); // as often as it was added

// The absolute paths, ended by NULL. They stay valid until hidden_release, which must be called
// soon.
const char *const *hidden_take(void);
void hidden_release(void);

#endif
