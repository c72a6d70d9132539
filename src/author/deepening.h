// Looks for the best lines of a position (brains/lines.h) on a thread of its own, deeper and
// deeper, until it is stopped, nothing is left to find, or a limit is reached. Everything but
// deepening_stop may be called from any thread.
#ifndef AGON_AUTHOR_DEEPENING_H
#define AGON_AUTHOR_DEEPENING_H

#include "brains/lines.h"

struct deepening;

struct deepening_wish {
    const struct game *game;
    position position;
    int lines;      // how many
    int threads;    // of the search; 0 means 1
    uint64_t nodes; // ends soon after so many; 0: there is no limit
};

// Returns NULL and fills `e` if the game is over there, or there is no memory or no thread.
struct deepening *deepening_start(const struct deepening_wish *wish, struct error *e);
// Ends the search, waits for it (milliseconds), and frees it. May be NULL.
void deepening_stop(struct deepening *d);

// Copies the best lines so far, at most `most`. Returns how many.
int deepening_copy(struct deepening *d, struct line *out, int most);
bool deepening_is_over(struct deepening *d); // nothing more will be found
uint64_t deepening_nodes(struct deepening *d);

// Waits until it is over, at most `ms` milliseconds; 0 means as long as it takes.
void deepening_wait(struct deepening *d, int64_t ms);

#endif
