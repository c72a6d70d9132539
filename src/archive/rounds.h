// Who met whom in which round, and who meets whom next: the schedule of a contest followed with the
// results that are stored.
#ifndef AGON_ARCHIVE_ROUNDS_H
#define AGON_ARCHIVE_ROUNDS_H

#include "archive/definition.h"
#include "archive/ledger.h"

enum { ROUNDS_UPCOMING = 50 }; // pairs of a fixed schedule behind the last one that is stored

struct round_pair {
    int64_t index, round; // from 0
    int players[2];
    // Of the first player; LEDGER_UNKNOWN: the game is not stored.
    int8_t half_points[GAMES_PER_PAIR];
    bool forfeit; // it was not played, or what was played does not count
};

struct rounds {
    // By index. If the schedule depends on results: all pairs so far. If it is fixed: only those
    // that are not played to their end, the next ones included.
    struct round_pair *pairs;
    size_t count, capacity;
    struct bracket_meeting *bracket; // of a knockout, round by round
    size_t bracket_count;
    bool failed; // memory has run out
};

// Returns false if memory runs out or the results contradict the schedule; `e` says so. To be
// destroyed in both cases.
bool rounds_read(
    struct rounds *r, const struct definition *d, struct ledger *ledger, struct error *e);
void rounds_destroy(struct rounds *r);

// The pair with this index, or NULL if the list does not have it.
const struct round_pair *rounds_find(const struct rounds *r, int64_t index);
// True if the pair is yet to be played to its end.
bool round_pair_is_open(const struct round_pair *p);

#endif
