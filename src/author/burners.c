#include "author/burners.h"

#include <unistd.h>

static void *burners_burn(void *user)
{
    const atomic_bool *stop = user;
    while (!atomic_load_explicit(stop, memory_order_relaxed))
        continue;
    return NULL;
}

bool burners_start(struct burners *b, struct error *e)
{
    long wanted = 2 * sysconf(_SC_NPROCESSORS_ONLN);
    while (b->count < BURNERS_MOST && b->count < wanted) {
        if (pthread_create(&b->threads[b->count], NULL, burners_burn, &b->stop) != 0) {
            burners_stop(b);
            return error_set(e, "cannot start the threads that make the machine busy");
        }
        b->count++;
    }
    return true;
}

void burners_stop(struct burners *b)
{
    atomic_store(&b->stop, true);
    while (b->count > 0)
        pthread_join(b->threads[--b->count], NULL);
}
