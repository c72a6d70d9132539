// The accounts of a contest's players: games that were played, games that were forfeited, and what
// faults make of both (S9).
#ifndef AGON_CONTEST_ACCOUNT_H
#define AGON_CONTEST_ACCOUNT_H

#include "contest/format.h"

// Is there anything in the plan that can put a player out?
bool account_is_strict(const struct plan *p);

// A pair that was played. False: out of memory.
bool account_pair(struct field *f, const struct pairing *p, const struct pair_result *r);
// A pair that the first, the second or both of its players do not play: the other one wins both
// games; of two, nobody.
bool account_forfeit(struct field *f, const struct pairing *p, const bool gone[2]);
// What a forfeited pair is for those who only look at results.
struct pair_result account_forfeit_result(const bool gone[2]);

// Notes the faults of a pair that was played, and which of its two players are out by them.
void account_faults(
    struct field *f, const struct pairing *p, const struct pair_result *r, bool out[2]);
// The player is out: its line says so. FAULTS_ERASE: all its games become forfeits, and those
// against others who are out count for nobody. False: out of memory.
bool account_out(struct field *f, int player);

#endif
