// Results added up: for every two players that met, with the seats they had, how it went. Its size
// grows with the number of such meetings, not with the number of games.
#ifndef AGON_CONTEST_TALLY_H
#define AGON_CONTEST_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tally_cell {
    uint32_t first, second;      // players; the first had seat 0
    int64_t wins, draws, losses; // of the first
};

struct tally {
    struct tally_cell *cells; // in the order in which they met
    size_t count;
    size_t capacity;
    uint32_t *slots; // hash table of cell numbers plus 1; 0: free
    size_t slot_count;
};

struct tally tally_empty(void);
void tally_destroy(struct tally *t);

// Adds one game; `half_points` of the first: 2 for a win, 1 for a draw. False: out of memory, and
// nothing has changed.
bool tally_add(struct tally *t, uint32_t first, uint32_t second, int half_points);
// The same for several games with the same result.
bool tally_add_games(
    struct tally *t, uint32_t first, uint32_t second, int half_points, int64_t games);
// NULL: they have not met with these seats.
const struct tally_cell *tally_find(const struct tally *t, uint32_t first, uint32_t second);

#endif
