// What one program needs: itself, what runs it if it is a script, its libraries, its installation.
#ifndef AGON_LINK_INSIDE_NEEDS_PROGRAM_H
#define AGON_LINK_INSIDE_NEEDS_PROGRAM_H

#include "link/inside/needs_search.h"

// `name` is a path, or a name that is looked for in the PATH of the command's environment.
void needs_program_add(struct needs_search *s, const char *name, const char *why);

#endif
