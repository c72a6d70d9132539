// The stored games of a contest, one after the other, against its schedule: is each of them where
// the schedule has it, between these players, from this start?
#ifndef AGON_ARCHIVE_VERIFY_SCHEDULE_WALK_H
#define AGON_ARCHIVE_VERIFY_SCHEDULE_WALK_H

#include "archive/definition.h"
#include "archive/ledger.h"

struct schedule_walk {
    const struct definition *definition;
    struct schedule schedule;
    struct pairing pairing;     // of the last row
    int64_t last_play;          // of the last row; 0: there was none
    struct ledger_pair results; // of its games so far
    int stored;                 // games of this pair
    int64_t gaps;               // games that are not there, although later ones are
    int64_t forfeits;           // stored games that became forfeits
};

bool schedule_walk_init(struct schedule_walk *w, const struct definition *d, struct error *e);
void schedule_walk_destroy(struct schedule_walk *w);

// The next row, by pair and game. Returns false if it is wrong, and `e` says why; then nothing more
// can be told from the walk.
bool schedule_walk_match(struct schedule_walk *w, const struct store_game *g, struct error *e);
// Where the schedule has the game that was just matched; NULL: nobody was to play it.
const struct pairing *schedule_walk_pairing(
    const struct schedule_walk *w, const struct store_game *g);
// How many games in between are yet to be played. To be called when all rows are matched.
int64_t schedule_walk_not_played(const struct schedule_walk *w);

#endif
