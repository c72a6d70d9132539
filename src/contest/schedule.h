// A contest as it runs: hands out pairs, takes results in any order, and knows the standings. It
// does no I/O and keeps no list of games. Its memory is an account for each player and, for formats
// whose pairs depend on results, the pairs of one wave.
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
// results. From the pair on in which a player is put out, all its pairs are forfeits, also those
// that have been played meanwhile. So it does not depend on time who is out, nor what the table
// says.
//
// A pair of a player who has left (contest/presence.h) is not handed out. In a fixed schedule and
// on a ladder it is as if it did not exist; in other formats it is a forfeit.
//
// Formats whose pairs depend on results hand out no pair of a later round before the last result of
// this one is in: the first pair with another `round` (or NEXT_OVER) says that the round is over.
#ifndef AGON_CONTEST_SCHEDULE_H
#define AGON_CONTEST_SCHEDULE_H

#include "contest/standing.h"

// What a fault policy does, told when it happens. Each function may be NULL.
struct schedule_events {
    // The pair with this index is a forfeit. If it was handed out before, the games of it that were
    // played, or are still played, do not count.
    void (*forfeited)(void *user, int64_t index, bool handed_out);
    // The player is out, because of its faults in the pair with this index.
    void (*out)(void *user, int player, int64_t index);
    // Both games of a forfeited pair now count as won by `winner`. Not called if both players are
    // out.
    void (*awarded)(void *user, const struct pairing *p, int winner);
};

struct schedule {
    struct field field;
    const struct schedule_events *events; // set by the caller after schedule_init; may be NULL
    void *user;
    int64_t next;     // the index of the next pair
    int64_t finished; // pairs that are counted, with forfeits
    int64_t forfeits; // those of them that are forfeits
    int64_t left_out; // those of them that count for nobody, because a player has left
    int64_t gone;     // fixed schedule: pairs that will never be played
    int64_t waiting;  // fixed schedule: pairs that wait for a player who is resting
    void *state;      // of a format whose pairings depend on results
    // The present wave of such a format; with a fixed schedule and a fault policy, a ring of the
    // last pairs.
    struct wave wave;
    int64_t wave_start; // the index of its first pair
    size_t wave_finished;
    bool over;
};

// Copies the plan. What its pointers point to must live as long as the schedule. Returns false and
// fills `e` if the plan is wrong or memory runs out.
bool schedule_init(struct schedule *s, const struct plan *p, struct error *e);
void schedule_destroy(struct schedule *s);

enum schedule_next {
    NEXT_PAIR,   // `out` is a pair that may be played now
    NEXT_WAIT,   // there will be more pairs when those that were handed out have results
    NEXT_OVER,   // all pairs have been handed out
    NEXT_FAILED, // memory ran out
};

enum schedule_next schedule_next(struct schedule *s, struct pairing *out);
// Takes the result of a pair that was handed out; once for each pair. The result of a forfeit is
// ignored. Returns false and fills `e` if the pair was not handed out, or memory runs out.
bool schedule_result(
    struct schedule *s, int64_t index, const struct pair_result *result, struct error *e);

// True if a pair that was handed out, and has no result yet, has become a forfeit since.
bool schedule_is_forfeit(const struct schedule *s, int64_t index);

// Returns how many pairs there are in all, or PAIRS_UNKNOWN. Pairs that will never be played,
// because a player has left a fixed schedule, are not counted.
int64_t schedule_pairs(const struct schedule *s);
int64_t schedule_played(const struct schedule *s);  // counted, and neither forfeited nor left out
int64_t schedule_running(const struct schedule *s); // handed out and not counted
// Has every pair been handed out and counted? Forfeits behind the last game are counted when
// schedule_next comes to them.
bool schedule_is_over(const struct schedule *s);

// Fills in one line for each player, the best first. Returns false if memory runs out.
bool schedule_standings(const struct schedule *s, struct standing *out, struct error *e);

// The same in two steps: this is a cheap copy. standing_rank does the rest, which takes longer and
// does not need the schedule any more. Fills in one line for each player, in the order of their
// numbers, without tie-breaks and ranks.
void schedule_accounts(const struct schedule *s, struct standing *by_player);

#endif
