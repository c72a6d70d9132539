// The games that can be searched. A fourth one is one more row here.
#include "brains/search.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_ALIGNMENT_BYTES = 64 }; // of vectors and cache lines

const struct engine *const engines[] = {
    &engine_santorini,
    &engine_reversi,
    &engine_stones,
    NULL,
};

const struct engine *engine_of(const struct game *game)
{
    for (int i = 0; engines[i]; i++) {
        if (engines[i]->game == game)
            return engines[i];
    }
    return NULL;
}

// Whole multiples of the alignment, as aligned_alloc wants them.
static size_t engine_state_bytes(const struct engine *engine)
{
    const size_t parts = (engine->bytes + STATE_ALIGNMENT_BYTES - 1) / STATE_ALIGNMENT_BYTES;
    return parts * STATE_ALIGNMENT_BYTES;
}

void *engine_state_create(const struct engine *engine)
{
    void *state = aligned_alloc(STATE_ALIGNMENT_BYTES, engine_state_bytes(engine));
    if (state)
        engine_state_clear(engine, state);
    return state;
}

void engine_state_clear(const struct engine *engine, void *state)
{
    memset(state, 0, engine_state_bytes(engine));
}
