// Where the games of an arena are played: on this machine, by a pool, or elsewhere. The functions
// are those of arena/pool.h; whoever plays elsewhere has the same ones, and asks the same source.
#ifndef AGON_ARENA_GROUND_H
#define AGON_ARENA_GROUND_H

#include "arena/pool.h"

struct arena_ground {
    const void *user; // for `start`
    void *(*start)(const void *user, const struct pool_options *options, struct error *e);
    void (*stop)(void *played, enum pool_stop how);
    void (*wake)(void *played);
    void (*join)(void *played, struct crowd *crowd);
    void (*destroy)(void *played);
    size_t (*snapshot)(void *played, struct pool_view *views, size_t most);
    bool (*copy_record)(void *played, int64_t game, size_t from, struct text *out);
    int (*cores)(void *played);
    // The source has let go of a game that was done: it is stored, or it is not to be. Called from
    // any thread, with locks held, until `destroy`. May be NULL.
    void (*settled)(void *played, int64_t number);
    bool elsewhere; // the players are not started by this process
};

// The pool of this machine.
extern const struct arena_ground ground_here;

#endif
