// A gym of faults for a bot: rounds of games in which what the arena may do to a bot, and what its
// machine does, is made hard. A bot that is correct plays all of them without a fault. The games
// are those of a match (arena/match.h); harden_plan.h says what each round makes hard.
#ifndef AGON_AUTHOR_HARDEN_H
#define AGON_AUTHOR_HARDEN_H

#include "arena/match.h"
#include "author/harden_plan.h"

struct harden_failure {
    struct harden_plan plan;
    int64_t game;   // in the round, from 1
    int64_t record; // the number of its record; 0: there is none
    struct result result;
};

struct harden_result {
    int64_t rounds, games, voids;
    struct harden_failure *failures;
    size_t failure_count;
    bool stopped;    // by a signal
    bool spoke;      // a message of the bot has come: else no round follows the first one
    bool incomplete; // out of memory: failures are missing
    int64_t wall_ns;
};

struct harden_options {
    struct match_options match; // game, start, budget, the bot as players[0]; the rest is set here
    uint64_t seed;
    int64_t first, rounds; // which rounds, from 1
    int64_t for_ns;        // no further round begins after that; 0: no limit
    const char *folder;    // where the records of failures are kept; NULL: nowhere
    int stop_fd;           // readable when `stopped` may have become true; -1: never
    bool (*stopped)(void); // no further game is to begin; may be NULL
    // A round begins, or has failed; called on the calling thread.
    void (*began)(void *user, const struct harden_plan *plan);
    void (*failed)(void *user, const struct harden_failure *failure);
    void *user;
};

// Plays on threads of its own and waits for the end, in a process that is ready for bots. Returns
// false and fills `e` if agon itself has failed. The caller destroys `r` in both cases.
bool harden_run(struct harden_options *o, struct harden_result *r, struct error *e);
void harden_result_destroy(struct harden_result *r);

#endif
