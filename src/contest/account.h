// The accounts of the players of a contest: games that were played, games that were forfeited, and
// what faults change in both (rule S9).
//
// Where a function takes two flags, [0] is the first player of the pair and [1] the second.
#ifndef AGON_CONTEST_ACCOUNT_H
#define AGON_CONTEST_ACCOUNT_H

#include "contest/format.h"

// True if the plan has a rule by which faults can put a player out.
bool account_is_strict(const struct plan *p);

// Enters a pair that was played. Returns false if memory runs out.
bool account_pair(struct field *f, const struct pairing *p, const struct pair_result *r);
// Enters a pair that one or both of its players do not play: `gone` says who. The other player wins
// both games; if both are gone, nobody does. Returns false if memory runs out.
bool account_forfeit(struct field *f, const struct pairing *p, const bool gone[2]);
// Returns such a pair as a result.
struct pair_result account_forfeit_result(const bool gone[2]);

// Enters the faults of a pair that was played. Sets `out` for each of its players who is out by
// them.
void account_faults(
    struct field *f, const struct pairing *p, const struct pair_result *r, bool out[2]);
// Marks the player as out. With FAULTS_ERASE all its games become forfeits, and its games against
// others who are out count for nobody. Returns false if memory runs out.
bool account_out(struct field *f, int player);

#endif
