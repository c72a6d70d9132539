#include "link/inside/environment.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a closed sandbox lets through: what a program needs to find its parts, and how its user
// writes and counts. All that begins with LC_ passes, too.
static const char *const passing[] = {"PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH",
    "VIRTUAL_ENV", "CONDA_PREFIX", "PYENV_ROOT", "PYENV_VERSION", "NVM_DIR", "NVM_BIN", "JAVA_HOME",
    "GOROOT"};

static size_t environment_name_length(const char *variable)
{
    return strcspn(variable, "=");
}

static bool environment_same_name(const char *a, const char *b)
{
    size_t length = environment_name_length(a);
    return environment_name_length(b) == length && memcmp(a, b, length) == 0;
}

static bool environment_overrides(const char *const *additions, const char *variable)
{
    for (; additions != NULL && *additions != NULL; additions++) {
        if (environment_same_name(*additions, variable))
            return true;
    }
    return false;
}

// A bot must not be able to write to the database of its own contest.
static const char *const secret[] = {"PGPASSWORD", "PGPASSFILE"};

static bool environment_is_secret(const char *variable)
{
    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        if (environment_same_name(secret[i], variable))
            return true;
    }
    return false;
}

static bool environment_passes(enum sandbox_manner manner, const char *variable)
{
    if (environment_is_secret(variable))
        return false;
    if (manner != SANDBOX_CLOSED || strncmp(variable, "LC_", 3) == 0)
        return true;
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++) {
        if (environment_same_name(passing[i], variable))
            return true;
    }
    return false;
}

bool environment_make(struct environment *e, const struct link_spec *spec, const char *scratch)
{
    static char user[] = "USER=bot", name[] = "LOGNAME=bot";
    enum sandbox_manner manner = spec->sandbox.manner;
    const char *const *additions = spec->environment;
    snprintf(e->home, sizeof e->home, "HOME=%s", scratch);
    snprintf(e->temporary, sizeof e->temporary, "TMPDIR=%s", scratch);
    char *const closed[] = {e->home, e->temporary, user, name, NULL};
    size_t count = 1 + sizeof closed / sizeof closed[0], filled = 0;
    for (char **ours = environ; *ours != NULL; ours++)
        count++;
    for (const char *const *more = additions; more != NULL && *more != NULL; more++)
        count++;
    e->list = malloc(count * sizeof *e->list);
    if (e->list == NULL)
        return false;
    for (char **ours = environ; *ours != NULL; ours++) {
        if (!environment_overrides(additions, *ours) && environment_passes(manner, *ours))
            e->list[filled++] = *ours;
    }
    for (char *const *more = closed; manner == SANDBOX_CLOSED && *more != NULL; more++) {
        if (!environment_overrides(additions, *more))
            e->list[filled++] = *more;
    }
    for (; additions != NULL && *additions != NULL; additions++)
        e->list[filled++] = (char *)(uintptr_t)*additions;
    e->list[filled] = NULL;
    return true;
}

void environment_destroy(struct environment *e)
{
    free(e->list);
    e->list = NULL;
}
