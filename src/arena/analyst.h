// The analyst: analyses games that people ask for, one after the other, on a thread of its own. It
// takes only what nobody else wants: its thread is scheduled as idle (SCHED_IDLE), and it keeps off
// the cores of games that are under way. While those have all cores, it waits.
//
// Everything may be called from any thread. What it keeps is bounded.
#ifndef AGON_ARENA_ANALYST_H
#define AGON_ARENA_ANALYST_H

#include "brains/analysis.h"

enum {
    ANALYST_NODES = 200000, // for each position: a game takes a few seconds
    ANALYST_GAMES_MOST =
        64, // that are kept; the one that was asked about least recently goes first
    ANALYST_QUEUE_MOST = 16, // games that wait
    ANALYST_KEY_BYTES = 256, // of the name of a game, its NUL included
};

struct analyst;

// `nodes` is how much each position may cost; 0 means ANALYST_NODES. Returns NULL and fills `e` if
// there is no memory or no thread. May use the cores that the calling thread may use.
struct analyst *analyst_create(uint64_t nodes, struct error *e);
// Stops the thread and waits for it: milliseconds. `a` may be NULL.
void analyst_destroy(struct analyst *a);

// Games under way have the first `cores` of the cores of this process (arena_cores, match_cores).
// An analysis that runs there goes on elsewhere, or waits until there are fewer.
void analyst_leave_cores(struct analyst *a, int cores);

// Asks for an analysis of a game: `moves` are those that were played from `start` on. The caller
// chooses the key. The same game again costs nothing. Another game under the same key takes the
// place of the old one. Returns false and fills `e` if the game cannot be analysed, or too many
// games wait.
bool analyst_ask(struct analyst *a, const char *key, const struct game *game, const position *start,
    const move *moves, int count, struct error *e);

// Appends the document analysis/1: how far the analysis is, and what it has found.
void analyst_copy(struct analyst *a, const char *key, struct text *out);

// Waits until nothing is left to do. For commands and tests: it may take as long as games are under
// way.
void analyst_finish(struct analyst *a);

#endif
