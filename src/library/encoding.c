#include "library/encoding.h"

static const struct encoding *const encodings[] = {
    &encoding_santorini,
    &encoding_reversi,
    &encoding_stones,
    NULL,
};

const struct encoding *encoding_of(const struct game *game)
{
    int i = 0;
    while (encodings[i] && encodings[i]->game != game)
        i++;
    return encodings[i];
}

int encoding_planes(const struct encoding *e)
{
    int planes = 0;
    while (e->names[planes])
        planes++;
    return planes;
}
