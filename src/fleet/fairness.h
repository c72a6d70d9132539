// Tells which worker of a fleet is unfair to players: on it they lose by faults (TIMEOUT, CRASH and
// the like), give up, or lose or win more often than the same players do on all other workers. It
// is then put into quarantine. docs/fairness.md explains the tests and how sure they are.
//
// The unit is the pair: a player that has such a fault in both games of a pair counts once, since
// the second is hardly news. Pure: counts come in, findings come out.
#ifndef AGON_FLEET_FAIRNESS_H
#define AGON_FLEET_FAIRNESS_H

#include "base/error.h"
#include "games/game.h"
#include "wire/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FAIRNESS_PAIRS_LEAST = 10,    // the first look comes after so many pairs of a worker
    FAIRNESS_EXCESS_PERCENT = 2,  // fewer pairs with faults too many than this are no reason
    FAIRNESS_POINTS_PERCENT = 10, // the same for pairs that were lost or won
    FAIRNESS_AUDITS_LEAST = 10,   // the first look comes after so many audits that differ
    FAIRNESS_WORDS_BYTES = 320,
};
// How likely it is that a worker that is like all others is ever put into quarantine, all its looks
// together. With 100 workers that is once in 10,000 contests.
#define FAIRNESS_ALPHA 1e-6

// --- The exact tests ---

// Pairs of one player, and in how many of them it had a fault: on this worker, and elsewhere.
struct fairness_stratum {
    int64_t here_pairs, here_faults;
    int64_t elsewhere_pairs, elsewhere_faults;
};

// If the worker made no difference, which of all pairs of a player it got would be drawn by lot:
// then how likely would it have at least as many pairs with faults, all players together, as it
// has? (The exact test of Cochran, Mantel and Haenszel; with one player it is Fisher's.) 1 if there
// is nothing to compare. Returns a negative number if memory runs out.
double fairness_likelihood(const struct fairness_stratum *strata, size_t count);
// How many pairs with faults are expected in that case.
double fairness_expected(const struct fairness_stratum *strata, size_t count);
// Of audits in which only one of two workers saw a fault, this one saw it `mine` times, the other
// `theirs` times: how likely are at least so many of its own, if both are equally likely?
double fairness_audit_likelihood(int64_t mine, int64_t theirs);

// --- The workers of a contest ---

struct fairness;

// `alpha` is FAIRNESS_ALPHA, but for tests. Returns NULL if memory runs out.
struct fairness *fairness_create(size_t players, double alpha);
void fairness_destroy(struct fairness *f); // `f` may be NULL

// A pair that a worker has played.
struct fairness_pair {
    int64_t worker;
    int players[SEATS];
    bool faulted[SEATS]; // the player made a fault in it, or gave up
    bool scored;         // both games were played; only then the following is looked at
    bool lost[SEATS];    // the player had fewer points than the other
    // Openings that come in turns, and so may come to one worker more often than to another, are
    // told apart by a number. 0 if they are drawn, or if there is only one.
    uint64_t opening;
};

// Both return false if memory runs out; then nothing was counted.
bool fairness_add_pair(struct fairness *f, const struct fairness_pair *pair);
// The same pair as two workers have played it. Only what differs is counted; each of both is to be
// added by fairness_add_pair, too.
bool fairness_add_audit(
    struct fairness *f, const struct fairness_pair *first, const struct fairness_pair *second);

// What a look has found.
struct fairness_finding {
    double likelihood;                // of what was seen, if the worker is like the others
    double level;                     // below this it is put into quarantine
    char words[FAIRNESS_WORDS_BYTES]; // if it is unfair: why, for people
};

// Looks at a worker, if a look is due: after its first FAIRNESS_PAIRS_LEAST pairs, and then each
// time their number has grown by a quarter; at its audits likewise. Returns true if it was looked
// at and is unfair. From then on it is not compared with, and not looked at. `names`, by player,
// are for the words.
bool fairness_look(
    struct fairness *f, int64_t worker, const char *const *names, struct fairness_finding *finding);
// Somebody has put it into quarantine or put it out: it is not compared with any more.
void fairness_exclude(struct fairness *f, int64_t worker);
// Somebody has let it back: what it has played is forgotten, and it begins anew.
void fairness_readmit(struct fairness *f, int64_t worker);

#endif
