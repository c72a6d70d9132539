#include "archive/sibling.h"

#include <stdio.h>
#include <string.h>

int sibling_stem_length(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? (int)(dot - path) : (int)strlen(path);
}

bool sibling_path(char *path, size_t size, const char *file, const char *ending, struct error *e)
{
    int written = snprintf(path, size, "%.*s%s", sibling_stem_length(file), file, ending);
    return (written >= 0 && (size_t)written < size) ||
        error_set(e, "the name of the file is too long");
}
