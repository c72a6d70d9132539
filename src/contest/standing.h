// The lines of a table of standings, and how formats order them.
#ifndef AGON_CONTEST_STANDING_H
#define AGON_CONTEST_STANDING_H

#include "contest/format.h"

// One line of the table.
struct standing {
    int player;
    int rank; // from 1; equal ones share the better rank
    struct account line;
    bool erased;             // the player is out, and all its games are forfeits
    double buchholz;         // the points of all opponents
    double sonneborn_berger; // the same, each weighted with the share of the points won from it
    int64_t stage;           // knockout: how far it came
    struct glicko glicko;    // ladder
};

// Adds tie-breaks and ranks to the lines of schedule_accounts, and puts the best first. `games` may
// be a copy of the tally of the schedule by tally_copy_cells. `out` may be `by_player`. Returns
// false and fills `e` if memory runs out; `out` is then as it was.
bool standing_rank(const struct plan *p, const struct tally *games,
    const struct standing *by_player, struct standing *out, struct error *e);

// Orders for struct format: a result below 0 means that `a` is ahead.

// Points, Sonneborn-Berger, wins.
int standing_by_points(const struct standing *a, const struct standing *b);
// Points, Buchholz, Sonneborn-Berger, wins.
int standing_by_buchholz(const struct standing *a, const struct standing *b);

// Compares two numbers for an order that begins with the greatest: negative if x is more than y.
int more_first(double x, double y);

#endif
