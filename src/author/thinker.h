// A built-in player that thinks on a thread of its own, tells what it finds while it looks deeper,
// and can be stopped at any moment. For engines that answer to somebody else's commands.
#ifndef AGON_AUTHOR_THINKER_H
#define AGON_AUTHOR_THINKER_H

#include "brains/brain.h"

#include <pthread.h>

// What is to be thought about. The functions are called on the thread of the thinker.
struct thinker_order {
    position position;
    struct limits limits;
    uint64_t seed;
    int lines;     // 0: the best move. Else so many of the best moves are judged, without an end
    bool infinite; // `done` has to wait until the thinker is stopped
    // The best `count` thoughts so far, the best one first. May be called often; may be NULL.
    void (*found)(const struct thought *thoughts, int count, void *user);
    // The end, also after a stop. `best` of the thought is MOVE_NONE if there is no move.
    void (*done)(const struct thought *thought, bool stopped, void *user);
    void *user;
};

struct thinker {
    const struct game *game;
    const struct brain *brain;
    size_t memory_bytes;
    struct mind *mind; // NULL: not needed yet, or the player is instant
    struct thinker_order order;
    pthread_t thread;
    bool runs;          // there is a thread to be joined
    atomic_bool stop;   // the thread is to end,
    atomic_bool silent; // and nobody wants to hear of what it has found
    atomic_bool over;   // the thread has called `done`
};

void thinker_init(
    struct thinker *t, const struct game *game, const struct brain *brain, size_t memory_bytes);
void thinker_destroy(struct thinker *t);
// Makes it as new, for another game. It does not think.
void thinker_forget(struct thinker *t);
// Another player, or another size of its memory. It does not think.
void thinker_change(struct thinker *t, const struct brain *brain, size_t memory_bytes);

// Takes its memory now, so that its first thought need not. Returns false and fills `e` if there is
// not so much.
bool thinker_prepare(struct thinker *t, struct error *e);
// Begins to think. Returns false and fills `e`: there is no memory, or no thread.
bool thinker_start(struct thinker *t, const struct thinker_order *order, struct error *e);
// Stops it and waits for it: milliseconds. `silent`: `done` is not called any more.
void thinker_stop(struct thinker *t, bool silent);
// True if it was started and has not called `done` yet.
bool thinker_is_busy(struct thinker *t);

#endif
