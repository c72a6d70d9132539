// How exact the limits of bots are here.
#include "arena/health/parts.h"

#include "link/limit.h"

#include <string.h>

void exactness_examine(struct health *h)
{
    for (int kind = 0; kind < LIMIT_KINDS; kind++) {
        char line[HEALTH_WORDS_BYTES], name[HEALTH_NAME_BYTES];
        struct text words = TEXT_IN(line);
        limit_exactness((enum limit_kind)kind, sandbox_layers_of(SANDBOX_CLOSED), &words);
        // "memory: by the kernel"
        const char *behind_name = strstr(line, ": ");
        struct text title = TEXT_IN(name);
        text_format(&title, "%s limit", limit_name((enum limit_kind)kind));
        health_seen(health_add(h, "limits", name), "%s", behind_name ? behind_name + 2 : line);
    }
}
