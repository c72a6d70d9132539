#include "wire/protocols/attempt.h"

void attempt_try(struct attempt *a, enum slip slip, move m)
{
    if (a->count < ATTEMPT_TRIES)
        a->tries[a->count++] = (struct attempt_try){slip, m};
}
