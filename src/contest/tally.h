// Results of games added up: for every two players who met, and for each way they had the seats.
// Its size grows with the number of such meetings, not with the number of games.
#ifndef AGON_CONTEST_TALLY_H
#define AGON_CONTEST_TALLY_H

#include "contest/pair_index.h"

struct tally_cell {
    uint32_t first, second;      // players; `first` had seat 0
    int64_t wins, draws, losses; // of `first`
};

struct tally {
    struct tally_cell *cells; // in the order in which they met
    size_t count;
    struct pair_index index; // finds a cell by its players
};

struct tally tally_empty(void);
void tally_destroy(struct tally *t);

// Adds one game. `half_points` are those of `first`: 2 for a win, 1 for a draw. Returns false if
// memory runs out; then nothing has changed.
bool tally_add(struct tally *t, uint32_t first, uint32_t second, int half_points);
// The same for several games with the same result.
bool tally_add_games(
    struct tally *t, uint32_t first, uint32_t second, int half_points, int64_t games);
// Makes `to` a copy of `from` of which only the cells are of use: nothing can be found in it or
// added to it. For ratings. `to` is such a copy or empty; its memory is used again. Returns false
// if memory runs out.
bool tally_copy_cells(struct tally *to, const struct tally *from);
// Returns NULL if the two have not met with these seats.
const struct tally_cell *tally_find(const struct tally *t, uint32_t first, uint32_t second);

#endif
