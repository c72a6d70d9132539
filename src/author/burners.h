// Makes the machine busy: threads that compute nothing, two for each core.
#ifndef AGON_AUTHOR_BURNERS_H
#define AGON_AUTHOR_BURNERS_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>

enum { BURNERS_MOST = 64 };

struct burners {
    pthread_t threads[BURNERS_MOST];
    int count;
    atomic_bool stop;
};

// `b` is zero. Returns false with `e` if there is no thread to be had; then none runs.
bool burners_start(struct burners *b, struct error *e);
void burners_stop(struct burners *b); // harmless if none runs
#endif
