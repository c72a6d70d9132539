// Reads a file of Reversi's weights, for tools.
#ifndef AGON_TOOLS_REVERSI_WEIGHTS_H
#define AGON_TOOLS_REVERSI_WEIGHTS_H

#include "brains/reversi/patterns.h"

#include <stdlib.h>

enum { REVERSI_FILE_BYTES_MOST = 64 << 20 };

// False: it cannot be read, as has been said on stderr.
static bool reversi_weights_read(
    const char *path, const struct pattern_tables *tables, struct pattern_weights *weights)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(REVERSI_FILE_BYTES_MOST);
    bool well = false;
    if (!file || !bytes) {
        perror(path);
    } else {
        const size_t size = fread(bytes, 1, REVERSI_FILE_BYTES_MOST, file);
        well = patterns_unpack(tables, bytes, size, weights);
        if (!well)
            fprintf(stderr, "%s: these are no weights of Reversi\n", path);
    }
    if (file)
        fclose(file);
    free(bytes);
    return well;
}

#endif
