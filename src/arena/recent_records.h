// The records of the games that ended last, kept in memory for whoever watches: between the end of
// a game and the moment when its record is stored, and where no records are stored at all. The
// newest ones stay, within bounds. All functions may be called from any thread.
#ifndef AGON_ARENA_RECENT_RECORDS_H
#define AGON_ARENA_RECENT_RECORDS_H

#include "base/text.h"

#include <pthread.h>

enum {
    RECENT_RECORDS_MOST = 256,
    RECENT_RECORDS_MOST_BYTES = 16 << 20, // of all of them together
};

struct recent_record {
    int64_t game;
    struct text bytes;
};

struct recent_records {
    pthread_mutex_t lock;
    struct recent_record list[RECENT_RECORDS_MOST]; // in a ring
    size_t first, count;
    size_t bytes;
};

void recent_records_init(struct recent_records *r);
void recent_records_destroy(struct recent_records *r);

// Keeps a copy of the record of a game; it takes the place of an older one of the same number. If
// there is no memory for it, it is not kept.
void recent_records_put(struct recent_records *r, int64_t game, const char *bytes, size_t length);
// Appends the record of a game from byte `from` on. Returns false if it is not here, or if `from`
// lies behind its end.
bool recent_records_copy(struct recent_records *r, int64_t game, size_t from, struct text *out);

#endif
