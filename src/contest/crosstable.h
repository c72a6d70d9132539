// Who met whom and how it went, pair by pair of games: what a tally cannot know. Its size grows
// with the number of players that met, not with the number of games.
#ifndef AGON_CONTEST_CROSSTABLE_H
#define AGON_CONTEST_CROSSTABLE_H

#include "contest/format.h"
#include "games/game.h"

struct meeting {
    uint32_t a, b;                       // players
    int64_t pairs[COUNTED_PAIRS];        // from a's view: LL, LD, WL and DD, WD, WW
    int64_t games[SEATS][COUNTED_GAMES]; // a's losses, draws and wins, with seat 0 and with seat 1
};

struct crosstable {
    struct meeting *meetings; // a < b, in the order in which they met
    size_t count;
    size_t capacity;
    uint32_t *slots; // hash table of numbers of meetings plus 1; 0: free
    size_t slot_count;
};

struct crosstable crosstable_empty(void);
void crosstable_destroy(struct crosstable *t);

// Adds one pair; `result` is as the schedule wants it. False: out of memory, and nothing has
// changed.
bool crosstable_add(struct crosstable *t, int first, int second, const struct pair_result *result);
// Seen from x: a is x. All counts are 0 when they have not met.
struct meeting crosstable_between(const struct crosstable *t, int x, int y);

// The same meeting from the other side.
struct meeting meeting_turned(const struct meeting *m);
void meeting_add(struct meeting *sum, const struct meeting *m); // counts only

struct counts meeting_pairs(const struct meeting *m);
struct counts meeting_games(const struct meeting *m);               // a's, with either seat
struct counts meeting_with_seat(const struct meeting *m, int seat); // a's, with that one
struct counts meeting_first_seat(const struct meeting *m);          // of whoever had seat 0
double counts_points(const struct counts *c); // of games: 1 for a win, 0.5 for a draw

#endif
