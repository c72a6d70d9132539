// The libraries that a program in the ELF form loads when it starts.
#ifndef AGON_LINK_INSIDE_NEEDS_LIBRARY_H
#define AGON_LINK_INSIDE_NEEDS_LIBRARY_H

#include "link/inside/needs_search.h"

// Puts the loader and the libraries of the program, and theirs in turn, on the list, where they lie
// outside the system's folders. Returns false if the file is not a program in the ELF form.
bool needs_library_add_all(struct needs_search *s, const char *program);

#endif
