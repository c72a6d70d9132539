// A dispatch on a file in the folder of the test, without a pool and without bots: the test takes
// games, and makes up how they end.
#ifndef AGON_TESTS_ARENA_DISPATCH_WORLD_H
#define AGON_TESTS_ARENA_DISPATCH_WORLD_H

#include "arena/arena_help.h"
#include "arena/dispatch.h"

enum { DISPATCH_DRAWN = -1, DISPATCH_FAULT = 10 };

struct dispatch_world {
    struct hosted hosted;
    struct dispatch_options options; // may be changed before it is opened
    struct dispatch dispatch;
    struct feeds feeds;
    struct feed *feed; // of all facts
    atomic_int wakes;
};

// `text` is the contest file, and must live on.
void dispatch_world_init(struct dispatch_world *w, const char *text);
void dispatch_world_destroy(struct dispatch_world *w);
// Opens the file, and closes it again; both must succeed.
void dispatch_world_open(struct dispatch_world *w);
void dispatch_world_close(struct dispatch_world *w);

// The next game; NULL: there is none now.
struct pool_game *take_game(struct dispatch_world *w);
// The same, which must have this number and these players.
struct pool_game *must_take(struct dispatch_world *w, int64_t number, int first, int second);
// The game is over: seat 0 or 1 has won, nobody has (DISPATCH_DRAWN), or a seat has made a fault
// (DISPATCH_FAULT + the seat). It is not waited for until that is written.
void end_game(struct dispatch_world *w, struct pool_game *g, int how);
// Waits until all is written, and counts it.
void count_games(struct dispatch_world *w);
// Takes and ends all games that there are; `ends` says how. Returns how many there were.
typedef int game_end(const struct pool_game *g);
int play_all(struct dispatch_world *w, game_end *ends);
game_end first_seat_wins;

// Takes all events; returns how many of them were of this kind.
int count_events(struct dispatch_world *w, enum arena_event_kind kind);
// The standings as they are now, ranked. To be destroyed.
struct standings copy_standings(struct dispatch_world *w, size_t *under_way);
const struct standing *standing_of(const struct standings *s, int player);

#endif
