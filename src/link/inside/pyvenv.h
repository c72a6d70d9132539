// pyvenv.cfg: the file that makes a folder a virtual environment of Python, and names the folder of
// the Python that it was made from.
#ifndef AGON_LINK_INSIDE_PYVENV_H
#define AGON_LINK_INSIDE_PYVENV_H

#include <stdbool.h>
#include <stddef.h>

// Copies the value of the line "home = /usr/bin". Returns false if there is none that fits. The
// bytes are foreign.
bool pyvenv_home(const char *bytes, size_t length, char *home, size_t capacity);

#endif
