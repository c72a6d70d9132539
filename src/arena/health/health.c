#include "arena/health/parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const state_names[] = {
    [HEALTH_OK] = "ok",
    [HEALTH_WEAK] = "weak",
    [HEALTH_MISSING] = "missing",
};

const char *health_state_name(enum health_state state)
{
    return state_names[state];
}

struct health_finding *health_add(struct health *h, const char *part, const char *name)
{
    assert(h->count < HEALTH_FINDINGS_MOST);
    struct health_finding *f = &h->list[h->count++];
    *f = (struct health_finding){.part = part};
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

void health_seen(struct health_finding *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->seen, sizeof f->seen, format, arguments);
    va_end(arguments);
}

void health_mend(struct health_finding *f, enum health_state state, const char *format, ...)
{
    va_list arguments;
    f->state = state;
    va_start(arguments, format);
    vsnprintf(f->mend, sizeof f->mend, format, arguments);
    va_end(arguments);
}

bool health_read_number(const char *path, int64_t *number)
{
    FILE *file = fopen(path, "re");
    bool well = file && fscanf(file, "%" SCNd64, number) == 1;
    if (file)
        fclose(file);
    return well;
}

void health_examine(struct health *h, const char *folder)
{
    h->count = 0;
    protection_examine(h);
    exactness_examine(h);
    clocks_examine(h);
    capacity_examine(h);
    disk_examine(h, folder);
    connections_examine(h);
    versions_examine(h);
}

bool health_is_good(const struct health *h)
{
    for (size_t i = 0; i < h->count; i++) {
        if (h->list[i].state == HEALTH_MISSING)
            return false;
    }
    return true;
}
