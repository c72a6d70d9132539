// What the files of this room share: an arena from inside.
#ifndef AGON_ARENA_ARENA_STATE_H
#define AGON_ARENA_ARENA_STATE_H

#include "arena/arena.h"
#include "arena/conditions.h"

enum { PAUSE_WORDS_BYTES = 128 };

struct arena {
    struct arena_options options;
    const struct arena_ground *ground;
    pthread_t thread;
    struct feeds feeds;
    struct dispatch dispatch;
    char host[CONDITIONS_HOST_BYTES];
    struct recent_records recent;

    // How it ended.
    enum arena_end end;
    struct arena_ended ended;
    struct error error;

    // Whoever looks into the dispatch holds it. Taken before all other locks.
    pthread_mutex_t looking;
    bool playing; // the dispatch is open; under `looking`

    pthread_mutex_t lock; // guards everything below
    struct lobby *lobby;  // NULL: nobody comes by itself
    void *played;         // by the ground; NULL: not yet, or not any more
    bool stopped;
    enum pool_stop how;
    char pause_words[PAUSE_WORDS_BYTES]; // "": nobody asked for a pause
};

#endif
