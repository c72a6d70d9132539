// Which agon this is, and on what it runs.
#include "arena/health/parts.h"

#include "arena/circumstances.h"

#include <gnu/libc-version.h>

void versions_examine(struct health *h)
{
    char array[HEALTH_WORDS_BYTES];
    struct text words = TEXT_IN(array);
    health_seen(health_add(h, "versions", "agon"), "%s", AGON_VERSION);
    circumstances_machine(&words);
    health_seen(health_add(h, "versions", "kernel"), "%s", array);
    health_seen(health_add(h, "versions", "libc"), "glibc %s", gnu_get_libc_version());
    text_clear(&words);
    circumstances_libraries(&words);
    health_seen(health_add(h, "versions", "libraries"), "%s", array);
}
