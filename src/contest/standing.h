// How formats put players in order.
#ifndef AGON_CONTEST_STANDING_H
#define AGON_CONTEST_STANDING_H

#include "contest/schedule.h"

// Points, Sonneborn-Berger, wins.
int standing_by_points(const struct standing *a, const struct standing *b);
// Points, Buchholz, Sonneborn-Berger, wins.
int standing_by_buchholz(const struct standing *a, const struct standing *b);

// Negative when x is more than y: for orders that begin with the most.
int more_first(double x, double y);

#endif
