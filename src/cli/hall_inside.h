// What the files of the hall have for one another. The lock is held, but for hall_load.
#ifndef AGON_CLI_HALL_INSIDE_H
#define AGON_CLI_HALL_INSIDE_H

#include "cli/hall.h"

void hall_set_failed(struct hall *h, const struct error *e);
void hall_out_of_memory(struct hall *h);

// --- hall_draw.c: the games that are to be played ---

// One that can be played now; NULL: there is none. `at_ports`: as in hall_take.
struct hall_game *hall_draw_next(struct hall *h, bool at_ports);
// The next one of the schedule, whoever plays it; NULL: there is none now.
struct hall_game *hall_draw_any(struct hall *h);
// It waits until its players are free.
void hall_draw_put_off(struct hall *h, struct hall_game *g);
void hall_draw_discard(struct hall *h, struct hall_game *g);
bool hall_draw_is_over(const struct hall *h);
void hall_draw_destroy(struct hall *h);

// --- hall_outs.c: players that are out by their faults, and the games they forfeit (S9) ---

extern const struct schedule_events hall_outs_events;

// What the log said of players that are out.
bool hall_outs_load(struct hall *h, struct reader *r, struct error *e);
bool hall_outs_is_forfeit(const struct hall *h, const struct hall_pair *pair);
// A stored game of a pair that has become a forfeit: it stays in the file, and counts for nothing.
void hall_outs_make_void(struct hall *h, int64_t pair, int game);

// --- hall_load.c ---

// Reads what the file holds, once it is ours, and puts there what must be in it.
bool hall_load(struct hall *h, struct error *e);

#endif
