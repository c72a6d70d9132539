// The games that can be searched. A fourth one is one more row here.
#include "brains/search.h"

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
