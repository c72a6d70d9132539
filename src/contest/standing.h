// How formats order the players of a table. A result below 0 means that `a` is ahead.
#ifndef AGON_CONTEST_STANDING_H
#define AGON_CONTEST_STANDING_H

#include "contest/schedule.h"

// Points, Sonneborn-Berger, wins.
int standing_by_points(const struct standing *a, const struct standing *b);
// Points, Buchholz, Sonneborn-Berger, wins.
int standing_by_buchholz(const struct standing *a, const struct standing *b);

// Compares two numbers for an order that begins with the greatest: negative if x is more than y.
int more_first(double x, double y);

#endif
