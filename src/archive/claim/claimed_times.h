// The times that a claimed record tells, against the budgets of its players: no move may have cost
// more than there was, and whoever has lost on time must have used it up. Pure.
#ifndef AGON_ARCHIVE_CLAIM_CLAIMED_TIMES_H
#define AGON_ARCHIVE_CLAIM_CLAIMED_TIMES_H

#include "referee/recorded_game.h"
#include "referee/seat_clock.h"

// For a record that has ended. Returns false if the referee would have judged otherwise; `e` says
// where.
bool claimed_times_check(
    const struct recorded_game *g, const struct budget *const budgets[SEATS], struct error *e);

// Whether a player without a wire may have been stopped by its clock in one of its moves.
bool claimed_times_are_short(
    const struct recorded_game *g, const struct budget *const budgets[SEATS]);

#endif
