// A contest as it runs: hands out pairs, takes results in any order, knows the standings. It does
// no I/O and keeps no list: fixed formats cost a few lines of account for each player, the others
// the pairs of one wave besides.
//
// To run a contest, or to go on with one after a crash, in the same few lines:
//     while ((next = schedule_next(&s, &pair)) == NEXT_PAIR)
//         if the result of pair.index is stored: schedule_result(&s, pair.index, &it, &e)
//         else: start it, and call schedule_result when it is over
//     NEXT_WAIT: go on when another result has come in.
//     NEXT_OVER: there are no more; the contest is over when schedule_running is 0.
// The pairs handed out, their order and their indexes do not depend on the order of the results.
//
// Formats whose pairs depend on results hand out no pair of a later round before the last result of
// this one is in: the first pair with another `round` (or NEXT_OVER) says that the round is over.
#ifndef AGON_CONTEST_SCHEDULE_H
#define AGON_CONTEST_SCHEDULE_H

#include "contest/format.h"

struct schedule {
    struct field field;
    int64_t next;     // the index of the next pair
    int64_t finished; // pairs with results
    void *state;      // of a format whose pairings depend on results
    struct wave wave;
    int64_t wave_start; // the index of its first pair
    size_t wave_finished;
    bool over;
};

// The plan is copied; `presence` must live on.
bool schedule_init(struct schedule *s, const struct plan *p, struct error *e);
void schedule_destroy(struct schedule *s);

enum schedule_next {
    NEXT_PAIR,   // here is one that may be played now
    NEXT_WAIT,   // there will be more when those handed out have their results
    NEXT_OVER,   // all have been handed out, and none will follow
    NEXT_FAILED, // out of memory
};

enum schedule_next schedule_next(struct schedule *s, struct pairing *out);
// The result of a pair that was handed out, once. False: it was not, or out of memory.
bool schedule_result(
    struct schedule *s, int64_t index, const struct pair_result *result, struct error *e);

int64_t schedule_pairs(const struct schedule *s);   // how many in all, or PAIRS_UNKNOWN
int64_t schedule_running(const struct schedule *s); // handed out and without result

struct standing {
    int player;
    int rank; // from 1; equal ones share the better rank
    struct line line;
    double buchholz;         // the points of all opponents
    double sonneborn_berger; // the same, each weighted with the share of the points won from it
    int64_t stage;           // knockout: how far it came
    struct glicko glicko;    // ladder
};

// Fills one for each player, the best first. False: out of memory.
bool schedule_standings(const struct schedule *s, struct standing *out, struct error *e);

#endif
