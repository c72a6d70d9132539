// What a contest's file holds already, as its schedule wants it: the results of pairs in the order
// of their indexes, and the faults of each player.
#ifndef AGON_ARCHIVE_LEDGER_H
#define AGON_ARCHIVE_LEDGER_H

#include "contest/schedule.h"
#include "store/reader.h"

enum { LEDGER_UNKNOWN = -1 };

// Small: there may be a million.
struct ledger_pair {
    int64_t index;
    int8_t half_points[GAMES_PER_PAIR]; // of the pair's first player, or LEDGER_UNKNOWN
    int8_t faults[GAMES_PER_PAIR];      // enum pair_fault
};

struct ledger {
    struct ledger_pair *pairs;
    size_t count, capacity;
    size_t next; // where ledger_find goes on
    int64_t games;
    int64_t *faults; // by player
    int players;
};

// False and words; to be destroyed in both cases.
bool ledger_load(struct ledger *l, struct reader *r, int players, struct error *e);
void ledger_destroy(struct ledger *l);

// Indexes must not go down from call to call. NULL: no game of that pair is there.
const struct ledger_pair *ledger_find(struct ledger *l, int64_t index);

struct ledger_pair ledger_unknown(int64_t index);
// The pair's `game` was won by this seat (or nobody), and ended by a fault of that seat (or
// nobody).
void ledger_note(struct ledger_pair *pair, int game, int64_t winner, int64_t blame);
bool ledger_is_whole(const struct ledger_pair *pair);
struct pair_result ledger_result(const struct ledger_pair *pair); // that is whole

// Feeds a new schedule with all that is there.
bool ledger_replay(struct ledger *l, struct schedule *s, struct error *e);

#endif
