// A set of layers of the sandbox as people write it: names with commas between them, or "all".
#ifndef AGON_LINK_LAYER_LIST_H
#define AGON_LINK_LAYER_LIST_H

#include "base/text.h"
#include "link/sandbox.h"

enum { LAYER_LIST_BYTES = 128 }; // enough for all names

#define LAYER_LIST_ALL ((sandbox_layers)((1u << SANDBOX_LAYER_COUNT) - 1))

// Reads "limits,seccomp" or "all"; blanks around a name do not count. Returns false and fills `e`
// if a name is missing or unknown; then it names the nearest one.
bool layer_list_read(const char *text, sandbox_layers *layers, struct error *e);

// Appends the names in their order, with `between` between two of them; "" for no layer.
void layer_list_write(struct text *out, sandbox_layers layers, const char *between);

#endif
