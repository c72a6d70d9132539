// Who met whom and with which results, counted by pairs of games, which a tally does not know. Its
// size grows with the number of meetings of two players, not with the number of games.
#ifndef AGON_CONTEST_CROSSTABLE_H
#define AGON_CONTEST_CROSSTABLE_H

#include "contest/format.h"
#include "contest/pair_index.h"
#include "games/game.h"

struct meeting {
    uint32_t a, b;                       // players
    int64_t pairs[COUNTED_PAIRS];        // as `a` sees them: LL, LD, WL and DD, WD, WW
    int64_t games[SEATS][COUNTED_GAMES]; // losses, draws and wins of `a`, by the seat of `a`
};

struct crosstable {
    struct meeting *meetings; // a < b, in the order in which they met
    size_t count;
    struct pair_index index; // finds a meeting by its players
};

struct crosstable crosstable_empty(void);
void crosstable_destroy(struct crosstable *t);

// Adds one pair; `result` is as for schedule_result. Returns false if memory runs out; then nothing
// has changed.
bool crosstable_add(struct crosstable *t, int first, int second, const struct pair_result *result);
// Returns the meeting of two players as `x` sees it. All counts are 0 if they have not met.
struct meeting crosstable_between(const struct crosstable *t, int x, int y);

// Returns the same meeting as the other player sees it.
struct meeting meeting_turned(const struct meeting *m);
void meeting_add(struct meeting *sum, const struct meeting *m); // counts only

struct counts meeting_pairs(const struct meeting *m);
struct counts meeting_games(const struct meeting *m);               // results of `a`
struct counts meeting_with_seat(const struct meeting *m, int seat); // those with that seat
struct counts meeting_first_seat(const struct meeting *m); // results of the player with seat 0
// Returns the points of counted games: 1 for a win, 0.5 for a draw.
double counts_points(const struct counts *c);

#endif
