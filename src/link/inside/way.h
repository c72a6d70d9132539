// The way to a file: follows a path from folder to folder and tells every symbolic link on it.
#ifndef AGON_LINK_INSIDE_WAY_H
#define AGON_LINK_INSIDE_WAY_H

#include <limits.h>
#include <stdbool.h>

enum { WAY_LINKS_MOST = 40 }; // as in the kernel

// Called for each link: where it lies (an absolute path without links in it), and what it says.
typedef void way_link(void *user, const char *link, const char *target);

// Follows `path`, which is absolute or relative to the absolute path `base`. Fills `real` with
// where it ends, without links, "." and "..". Returns false if there is nothing, or we may not
// look, or the links go round in a circle; links that were met until then have been told.
bool way_follow(const char *path, const char *base, way_link *met, void *user, char real[PATH_MAX]);

// Takes "." and ".." and double slashes out of an absolute path. Links stay.
void way_tidy(char *path);

#endif
