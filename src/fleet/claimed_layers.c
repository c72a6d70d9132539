#include "fleet/claimed_layers.h"

#include <stdio.h>
#include <string.h>

static bool claimed_layers_has(const char *list, const char *end, enum sandbox_layer layer)
{
    char word[64];
    int length = snprintf(word, sizeof word, "\"%s\"", sandbox_layer_name(layer));
    return memmem(list, (size_t)(end - list), word, (size_t)length) != NULL;
}

// Each list of layers in the first line must hold all that are required. A pattern with plain
// quotes cannot stand inside a string.
bool claimed_layers_check(
    const char *record, size_t length, sandbox_layers required, struct error *e)
{
    static const char layers[] = "\"layers\":[";
    const char *end = memchr(record, '\n', length), *at = record;
    while (end && (at = memmem(at, (size_t)(end - at), layers, sizeof layers - 1))) {
        const char *close = memchr(at, ']', (size_t)(end - at));
        for (int i = 0; close && i < SANDBOX_LAYER_COUNT; i++) {
            if ((required & 1u << i) && !claimed_layers_has(at, close, (enum sandbox_layer)i))
                return error_set(e, "a bot was without the layer \"%s\" of the sandbox",
                    sandbox_layer_name((enum sandbox_layer)i));
        }
        at += sizeof layers - 1;
    }
    return true;
}
