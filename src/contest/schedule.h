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
// A plan with a fault policy counts pairs in the order of their indexes, whatever the order of the
// results: from the pair on in which a player is put out, all its pairs are forfeits, those
// included that have been played meanwhile. So who is out, and the table, do not depend on time
// either.
//
// A pair of somebody who has left (struct presence, struct withdrawal) is not handed out. In a
// fixed schedule and on a ladder it is as if it did not exist; elsewhere it is a forfeit.
//
// Formats whose pairs depend on results hand out no pair of a later round before the last result of
// this one is in: the first pair with another `round` (or NEXT_OVER) says that the round is over.
#ifndef AGON_CONTEST_SCHEDULE_H
#define AGON_CONTEST_SCHEDULE_H

#include "contest/format.h"

// What a fault policy does. Each may be NULL.
struct schedule_events {
    // The pair with this index is a forfeit. Unless `handed_out`, nobody was told to play it; else
    // what was played of it, and what still is, counts for nothing.
    void (*forfeited)(void *user, int64_t index, bool handed_out);
    // The player is out by its faults in this pair.
    void (*out)(void *user, int player, int64_t index);
    // Both games of a forfeited pair count for this one of its players now. Does not come where
    // both are out.
    void (*awarded)(void *user, const struct pairing *p, int winner);
};

struct schedule {
    struct field field;
    const struct schedule_events *events; // to be set after schedule_init, or NULL
    void *user;
    int64_t next;     // the index of the next pair
    int64_t finished; // pairs that are counted, forfeits included
    int64_t forfeits; // of them
    int64_t left_out; // of them: not played because a player has left, and worth nothing
    int64_t gone;     // fixed schedule: pairs of all that are left out for ever,
    int64_t waiting;  // and those that wait for a player who is resting
    void *state;      // of a format whose pairings depend on results
    // Of such a format; of one with a fixed schedule and a fault policy, the last pairs, in a ring.
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
// The result of a pair that was handed out, once. False: it was not, or out of memory. That of a
// forfeit is ignored.
bool schedule_result(
    struct schedule *s, int64_t index, const struct pair_result *result, struct error *e);

// Has a pair that was handed out, and got no result, become a forfeit since?
bool schedule_is_forfeit(const struct schedule *s, int64_t index);

// How many in all, or PAIRS_UNKNOWN; those that will never be played, since a player has left a
// fixed schedule, are not counted.
int64_t schedule_pairs(const struct schedule *s);
int64_t schedule_played(const struct schedule *s);  // counted, and neither forfeited nor left out
int64_t schedule_running(const struct schedule *s); // handed out and not counted
// Has every pair been handed out and counted? Forfeits behind the last game are counted when
// schedule_next comes to them.
bool schedule_is_over(const struct schedule *s);

struct standing {
    int player;
    int rank; // from 1; equal ones share the better rank
    struct line line;
    bool erased;             // is out, and all its games are forfeits
    double buchholz;         // the points of all opponents
    double sonneborn_berger; // the same, each weighted with the share of the points won from it
    int64_t stage;           // knockout: how far it came
    struct glicko glicko;    // ladder
};

// Fills one for each player, the best first. False: out of memory.
bool schedule_standings(const struct schedule *s, struct standing *out, struct error *e);

// The same in two steps. The first is a cheap copy; the second, which takes longer, does not need
// the schedule any more.
//
// One for each player, in the order of their numbers, without tie-breaks and ranks.
void schedule_accounts(const struct schedule *s, struct standing *by_player);
// Adds tie-breaks and ranks, the best first. `games` is a copy of the schedule's field.tally, of
// which only the cells are read. `out` may be `by_player`. If memory runs out, it returns false and
// `out` is as it was.
bool standing_rank(const struct plan *p, const struct tally *games,
    const struct standing *by_player, struct standing *out, struct error *e);

#endif
