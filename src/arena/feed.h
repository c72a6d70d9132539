// How watchers get the events of an arena: each has a queue of its own, and takes from it when it
// likes. Publishing never waits. A watcher that does not take events misses frames; its facts are
// kept up to a limit, and beyond that limit no further game should begin (feeds_are_full) until the
// watcher goes on. Games that are under way are delayed by nothing.
#ifndef AGON_ARENA_FEED_H
#define AGON_ARENA_FEED_H

#include "arena/event.h"
#include "base/error.h"

#include <pthread.h>

enum {
    FEED_FRAME_BYTES_MOST = 16 << 20, // frames wait in so much memory; those beyond it are dropped
    FEED_BYTES_MOST = 64 << 20,       // if more than that waits, no further game should begin
};

struct feed; // one watcher's

// All watchers of one arena.
struct feeds {
    pthread_mutex_t lock; // of the list
    struct feed *first;
    atomic_uint wanted;       // by any of them
    struct arena_event ended; // ready for feeds_end, which must not want for memory
    // A queue that was full has room again; called from the watcher's thread. May be NULL.
    void (*has_room)(void *user);
    void *user;
};

void feeds_init(struct feeds *f, void (*has_room)(void *user), void *user);
void feeds_destroy(struct feeds *f); // when all watchers have left

// --- Publishing, from any thread ---

// Does anybody want events of this kind? Cheap: ask before an event is made.
bool feeds_want(const struct feeds *f, enum arena_event_kind kind);
// Gives the event to all watchers that want it, and releases it. `event` may be NULL: there was no
// memory for it. Then they have missed a frame.
void feeds_publish(struct feeds *f, struct arena_event *event);
// Publishes ARENA_ENDED. Nothing may be published afterwards.
void feeds_end(struct feeds *f);
bool feeds_are_full(struct feeds *f);

// --- Watching, from one thread ---

// `wants` is a set of ARENA_WANTS bits. Returns NULL with `e` if the host lacks something.
struct feed *feed_open(struct feeds *f, unsigned wants, struct error *e);
void feed_close(struct feed *feed);
// Becomes readable (for poll) when there are events; feed_take empties it.
int feed_fd(const struct feed *feed);
// The next event, to be released; NULL: there is none now.
struct arena_event *feed_take(struct feed *feed);
// How many frames were dropped so far.
int64_t feed_missed(struct feed *feed);

#endif
