// The stored results of a contest in the form that its schedule needs: the results of pairs in the
// order of their indexes, and how many faults each player has made.
#ifndef AGON_ARCHIVE_LEDGER_H
#define AGON_ARCHIVE_LEDGER_H

#include "contest/schedule.h"
#include "store/reader.h"

enum { LEDGER_UNKNOWN = -1 };

// One pair of games. Kept small: there may be a million.
struct ledger_pair {
    int64_t index;
    int8_t half_points[GAMES_PER_PAIR]; // of the pair's first player; LEDGER_UNKNOWN: not stored
    int8_t faults[GAMES_PER_PAIR];      // enum pair_fault
};

struct ledger {
    struct ledger_pair *pairs; // by index
    size_t count, capacity;
    size_t next;     // where ledger_find goes on
    int64_t games;   // all that count
    int64_t *faults; // by player
    int players;
};

// Reads all games that count. `players` is the number of players in the contest. Returns false if
// the results cannot be read or make no sense, and `e` says why. To be destroyed in both cases.
bool ledger_load(struct ledger *l, struct reader *r, int players, struct error *e);
void ledger_destroy(struct ledger *l);

// The pair with this index; NULL: no game of it is stored. From call to call the index must not
// become smaller, unless `next` is set back to 0.
const struct ledger_pair *ledger_find(struct ledger *l, int64_t index);

// A pair without results.
struct ledger_pair ledger_unknown(int64_t index);
// Notes that seat `winner` has won game 0 or 1 of the pair, and that a fault of seat `blame` has
// ended it. Each may be STORE_NOBODY.
void ledger_note(struct ledger_pair *pair, int game, int64_t winner, int64_t blame);
// Are both games stored?
bool ledger_is_whole(const struct ledger_pair *pair);
struct pair_result ledger_result(const struct ledger_pair *pair); // `pair` must be whole

// Gives all results to a new schedule.
bool ledger_replay(struct ledger *l, struct schedule *s, struct error *e);

#endif
