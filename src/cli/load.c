#include "cli/load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_BYTES = 1 << 16 };

bool load_file(const char *path, size_t most, struct text *out, struct error *e)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(e, "%.160s cannot be opened: %s", path, strerror(errno));
    char piece[PIECE_BYTES];
    for (size_t got; out->length <= most && (got = fread(piece, 1, sizeof piece, file));)
        text_bytes(out, piece, got);
    int failed = ferror(file) ? errno : out->cut ? ENOMEM : 0;
    fclose(file);
    return failed == 0 || error_set(e, "%.160s cannot be read: %s", path, strerror(failed));
}
