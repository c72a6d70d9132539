// What a contest's file holds already, as its schedule wants it: the results of pairs in the order
// of their indexes, and the faults of each player.
#ifndef AGON_CLI_LEDGER_H
#define AGON_CLI_LEDGER_H

#include "contest/schedule.h"
#include "store/reader.h"

enum { LEDGER_UNKNOWN = -1 };

struct ledger_pair {
    int64_t index;
    int half_points[GAMES_PER_PAIR]; // of the pair's first player, or LEDGER_UNKNOWN
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
bool ledger_is_whole(const struct ledger_pair *pair);

// Half points of the pair's first player when this seat has won (or NOBODY) the pair's `game`.
int ledger_half_points(int game, int64_t winner);

// Feeds a new schedule with all that is there.
bool ledger_replay(struct ledger *l, struct schedule *s, struct error *e);
// The same until the pair with this index has been handed out, or the last before it that can be.
bool ledger_replay_to(struct ledger *l, struct schedule *s, int64_t index, struct error *e);

#endif
