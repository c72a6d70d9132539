// Where games under way can be watched: in an arena, in a match, or on other machines. Its
// functions may be called from any thread.
#ifndef AGON_ARENA_LIVE_SOURCE_H
#define AGON_ARENA_LIVE_SOURCE_H

#include "arena/feed.h"
#include "arena/pool.h"

struct live_source {
    struct feeds *feeds;
    // Appends what the record of a game has so far, as pool_copy_record does.
    bool (*copy_record)(void *user, int64_t game, size_t from, struct text *out);
    // Copies the games under way, at most `most`. Returns how many.
    size_t (*view_games)(void *user, struct pool_view *views, size_t most);
    // How many of the cores of this machine the games have.
    int (*cores)(void *user);
    void *user;
};

#endif
