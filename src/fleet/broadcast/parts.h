// What the parts of a broadcast share.
#ifndef AGON_FLEET_BROADCAST_PARTS_H
#define AGON_FLEET_BROADCAST_PARTS_H

#include "fleet/broadcast.h"
#include "store/location.h"
#include "store/postgres.h"

enum { BROADCAST_WISHES_MOST = 64 };

struct broadcast_game; // pieces.c

// A game that somebody wants to see.
struct broadcast_wish {
    int64_t game, at_ns; // when it was wished last
};

struct broadcast_contest {
    struct broadcast_contest *next;
    struct broadcast *broadcast;
    char name[POSTGRES_NAME_BYTES];
    char location[LOCATION_BYTES];
    const struct game *game; // NULL: its definition could not be read yet
    void *show;
    enum broadcast_state state;
    bool missing;      // it is not in the database any more
    bool stored_again; // a NOTIFY says that games were stored
    int64_t stored;    // the row of the last game that was told
    struct feeds feeds;

    // pieces.c. The thread alone writes games and their fields, with the lock.
    struct broadcast_game *games;
    int64_t pieces_ns; // when it is time to fetch pieces
    int64_t watch_ns;  // when it is time to say what is watched; with the lock
    int64_t looked_ns; // when somebody looked at its games last; with the lock
    struct broadcast_wish wishes[BROADCAST_WISHES_MOST]; // with the lock
};

struct broadcast {
    const struct broadcast_options *options;
    pthread_t thread;
    int bell; // an eventfd: it is time to end
    bool ends;
    struct postgres db;
    bool has_fleet;       // the database has one, of our version
    int64_t look_ns;      // when it is time to look at everything again
    int64_t retry_ms;     // how long to wait before the next connection
    pthread_mutex_t lock; // of what watchers look at
    struct broadcast_contest *contests;
    struct text fleet; // fleet/1; empty: there is none
};

void broadcast_ring(struct broadcast *r); // wakes its thread

// --- stored.c: games that are over ---

// Notes which games are stored already: those are not told.
bool stored_begin(struct broadcast *r, struct broadcast_contest *c, struct error *e);
// Tells of games that were stored since.
bool stored_look(struct broadcast *r, struct broadcast_contest *c, struct error *e);

// --- pieces.c: games under way, as far as somebody watches ---

// Tells the database what is watched, and fetches what there is of it. `next_ns` becomes the time
// of the next look, if that is earlier.
bool pieces_look(struct broadcast_contest *c, int64_t *next_ns, struct error *e);
bool pieces_fetch(struct broadcast_contest *c, struct error *e);
// Forgets a game. Returns whether a worker has shown its end.
bool pieces_drop(struct broadcast_contest *c, int64_t number);
void pieces_destroy(struct broadcast_contest *c);
// As in struct live_source.
bool pieces_copy_record(struct broadcast_contest *c, int64_t number, size_t from, struct text *out);
size_t pieces_view_games(struct broadcast_contest *c, struct pool_view *views, size_t most);

#endif
