#include "arena/lobby/kept_name.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

void kept_name_add(struct lobby *l, const char *name, const struct lobby_address *address)
{
    struct kept_name *place = &l->kept_names[0];
    for (size_t i = 0; i < KEPT_NAMES_MOST; i++) {
        struct kept_name *k = &l->kept_names[i];
        if (strcmp(k->name, name) == 0) {
            place = k;
            break;
        }
        if (k->since_ns < place->since_ns) // one that was never used has 0
            place = k;
    }
    place->address = *address;
    place->since_ns = clock_now_ns();
    snprintf(place->name, sizeof place->name, "%s", name);
}

bool kept_name_is_for_others(
    const struct lobby *l, const char *name, const struct lobby_address *from, int64_t *left_ns)
{
    for (size_t i = 0; i < KEPT_NAMES_MOST; i++) {
        const struct kept_name *k = &l->kept_names[i];
        if (strcmp(k->name, name) != 0)
            continue;
        int64_t left = k->since_ns + l->limits.name_kept_ns - clock_now_ns();
        if (left_ns)
            *left_ns = left;
        return left > 0 && !address_is_same(&k->address, from);
    }
    return false;
}
