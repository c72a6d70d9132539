#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool folder_sync(const char *path, struct error *e)
{
    char *copy = strdup(path);
    if (copy == NULL)
        return error_set(e, "no memory for the name of a folder");
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = folder >= 0 && fsync(folder) == 0;
    if (!synced)
        error_set(e, "the folder of %s cannot be written: %s", path, strerror(errno));
    if (folder >= 0)
        close(folder);
    free(copy);
    return synced;
}
