#include "arena/secrets.h"

#include "link/hidden.h"
#include "store/postgres.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const beside[] = {"", "-wal", "-shm", "-journal", "-owner", "-games"};

// The file in which libpq finds passwords of databases.
static bool secrets_password(bool hide)
{
    const char *named = getenv("PGPASSFILE"), *home = getenv("HOME");
    char *file;
    if (asprintf(&file, "%s%s", named ? named : home ? home : "", named ? "" : "/.pgpass") < 0)
        return false;
    bool good = true;
    if (hide)
        good = hidden_add(file);
    else
        hidden_remove(file);
    free(file);
    return good;
}

static bool secrets_each(const char *path, bool hide)
{
    bool good = true;
    if (postgres_is_place(path))
        return secrets_password(hide);
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
