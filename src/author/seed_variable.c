#include "author/seed_variable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_VARIABLE_SEEDS = 1000 * 1000 }; // that a bot may be given
static const char seed_variable_begin[] = "SEED=";

static bool seed_variable_is_one(const char *variable)
{
    return strncmp(variable, seed_variable_begin, strlen(seed_variable_begin)) == 0;
}

bool seed_variable_add(struct seed_variable *v, struct player *p, uint64_t seed)
{
    *v = (struct seed_variable){.text = text_growing()};
    size_t count = 0;
    for (const char *const *own = p->environment; own && *own; own++, count++) {
        if (seed_variable_is_one(*own))
            return true;
    }
    const char *given = getenv("SEED"); // which a closed sandbox would not let through
    v->environment = calloc(count + 2, sizeof *v->environment);
    if (!v->environment)
        return false;
    for (size_t i = 0; i < count; i++)
        v->environment[i] = p->environment[i];
    text_string(&v->text, seed_variable_begin);
    if (given)
        text_string(&v->text, given);
    else
        text_format(&v->text, "%" PRIu64, seed % SEED_VARIABLE_SEEDS);
    v->environment[count] = v->text.bytes;
    p->environment = v->environment;
    return true;
}

void seed_variable_destroy(struct seed_variable *v)
{
    text_destroy(&v->text);
    free(v->environment);
    v->environment = NULL;
}
