#include "arena/secrets.h"

#include "link/hidden.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const beside[] = {"", "-wal", "-shm", "-journal", "-owner", "-games"};

static bool secrets_each(const char *path, bool hide)
{
    bool good = true;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0] && good; i++) {
        char *name;
        if (asprintf(&name, "%s%s", path, beside[i]) < 0)
            return false;
        if (hide)
            good = hidden_add(name);
        else
            hidden_remove(name);
        free(name);
    }
    return good;
}

bool secrets_hide_results(const char *path, struct error *e)
{
    return secrets_each(path, true) || error_set(e, "out of memory");
}

void secrets_show_results(const char *path)
{
    secrets_each(path, false);
}
