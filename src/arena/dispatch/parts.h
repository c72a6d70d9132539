// What the parts of the dispatch use of each other. The caller holds the lock, except for
// dispatch_load.
#ifndef AGON_ARENA_DISPATCH_PARTS_H
#define AGON_ARENA_DISPATCH_PARTS_H

#include "arena/dispatch.h"

void dispatch_set_failed(struct dispatch *d, const struct error *e);
void dispatch_out_of_memory(struct dispatch *d);

// --- draw.c: the games that are to be played ---

// A game that can be played now; NULL: there is none. `at_doors`: as in struct pool_source.
struct dispatch_game *draw_next(struct dispatch *d, bool at_doors);
// The next game of the schedule, also if its players are not free; NULL: there is none now.
struct dispatch_game *draw_any(struct dispatch *d);
// The game waits until its players are free.
void draw_put_off(struct dispatch *d, struct dispatch_game *g);
void draw_discard(struct dispatch_game *g);
bool draw_is_over(const struct dispatch *d);
void draw_destroy(struct dispatch *d);

// --- exclusions.c: players that are out by their faults, and the games they forfeit (S9) ---

extern const struct schedule_events exclusions_events;

// Reads what the log says of players that are out.
bool exclusions_load(struct dispatch *d, struct reader *r, struct error *e);
bool exclusions_is_forfeit(const struct dispatch *d, const struct dispatch_pair *pair);
// A stored game of a pair that has become a forfeit: it stays in the file, and counts for nothing.
void exclusions_make_void(struct dispatch *d, int64_t pair, int game);

// --- deaths.c: games that were under way when the last owner of the file died ---

// Writes them to the log, tells watchers, and begins to note the games that are under way now.
bool deaths_load(struct dispatch *d, struct reader *r, struct error *e);

// --- load.c ---

// Reads what the file holds, once it is ours, and puts there what must be in it.
bool dispatch_load(struct dispatch *d, struct error *e);

#endif
