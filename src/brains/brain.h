// The built-in players: which there are, and how one asks a player for a move.
//
// A player is pure computation that can be stopped at any moment. With the same seed and the same
// questions, one thread and no limit of time, it gives the same answers on every machine.
#ifndef AGON_BRAINS_BRAIN_H
#define AGON_BRAINS_BRAIN_H

#include "base/error.h"
#include "brains/thought.h"

#include <stdatomic.h>

struct brain {
    const char *name;    // as typed: "@7"
    const char *summary; // for a list
    int level;           // 1 to LEVELS, BRAIN_MAX, BRAIN_RANDOM or BRAIN_FIRST
};

enum { BRAIN_MAX = LEVELS + 1, BRAIN_RANDOM = 0, BRAIN_FIRST = -1 };

extern const struct brain brains[]; // ended by a row without a name
// Returns the player with this name. Returns NULL and fills `e` if there is none.
const struct brain *brain_find(const char *name, struct error *e);
// Can the player play this game? Returns false and fills `e` if there is no search for it.
// Otherwise the tables of the search are filled now, so that the clock of no game pays for that.
bool brain_plays(const struct brain *b, const struct game *game, struct error *e);
struct brain_benchmark brain_benchmark(const struct game *game);

// True if the player does not search and remembers nothing (@random, @first). It answers at once,
// so no worker thread is needed for it.
bool brain_is_instant(const struct brain *b);
// Returns the move of an instant player. The game is not over.
move brain_choose(const struct brain *b, const struct game *game, const position *p, uint64_t seed);

// One player in one game, with what it remembers from move to move.
struct mind;

// Makes a mind for a player that is not instant, in a game that brain_plays. `memory_bytes` is how
// much it may remember; the greatest power of two that fits is taken, at least 64. 0 means: as much
// as suits its level and the limits of its first move. Returns NULL if memory runs out.
struct mind *mind_create(const struct brain *b, const struct game *game, size_t memory_bytes);
void mind_destroy(struct mind *m); // `m` may be NULL
void mind_forget(struct mind *m);  // makes it as new, for another game

// Finds a move. `limits` apply together with those of the level. The search ends soon after `stop`,
// which may be NULL, becomes true; `out` then has the best move so far. Its `best` is MOVE_NONE if
// the game is over or memory ran out.
void mind_think(struct mind *m, const position *p, const struct limits *limits, uint64_t seed,
    const atomic_bool *stop, struct thought *out);

#endif
