// What the parts of the pool share.
#ifndef AGON_ARENA_POOL_PARTS_H
#define AGON_ARENA_POOL_PARTS_H

#include "arena/placement.h"
#include "arena/pool.h"

struct pool_runner;

// What somebody wants of a game, on its way to the loop: a person's answer, or that it stops.
struct pool_order {
    struct pool_order *next;
    int64_t game, question;
    move move;
    bool stops;
};

// Where one game after the other is played.
struct pool_slot {
    struct pool_runner *runner;
    struct table table;
    const struct player *players[SEATS]; // of the table
    int who[SEATS];                      // their numbers
    bool awaited[SEATS];                 // they came by themselves
    int64_t series;                      // of the table
    cpu_set_t cores[SEATS];              // of its bots, if they have cores of their own
    bool busy;                           // the table is open

    pthread_mutex_t lock;   // of what follows, which other threads look at
    struct pool_game *game; // NULL: over, its bots may still be leaving
    struct pool_view view;  // without its setup
};

// One runner with its slots. Games of another series start from `bell` only, so that a table is
// never used again from inside itself, and bots are heard between two built-in games.
struct pool_runner {
    struct pool *pool;
    pthread_t thread;
    int number;
    struct runner *runner; // its own, or that of those who come by themselves
    struct runner own;
    uv_async_t bell;
    bool has_bell; // under the pool's lock
    struct pool_slot *slots;
    int64_t slot_count, busy;
    struct pool_order *orders; // under the pool's lock
};

struct pool {
    struct pool_options options;
    atomic_int stopping;  // 0: no; else 1 + enum pool_stop
    pthread_mutex_t lock; // of bells, orders and the crowd
    struct crowd crowd;
    struct placement placement;
    cpu_set_t allowed; // the cores that this process may use
    int64_t runner_count, started;
    atomic_int alive; // runners, and whoever starts them
    struct pool_runner runners[PLACEMENT_RUNNERS_MOST];
};

#endif
