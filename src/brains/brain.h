// The built-in players: which there are, and how one asks a player for a move.
//
// A player is pure computation that can be stopped at any moment. With the same seed and the same
// questions, one thread and no limit of time, it gives the same answers on every machine.
#ifndef AGON_BRAINS_BRAIN_H
#define AGON_BRAINS_BRAIN_H

#include "base/error.h"
#include "games/game.h"

#include <stdatomic.h>

enum {
    LEVELS = 10,        // @1 to @10
    LINE_MOST = 32,     // an expected line has at most this many moves
    SCORE_WIN = 30000,  // the score of a win now; a win in n moves is worth n less
    SCORE_STONE = 100,  // the score of one stone, where the game counts stones (Reversi)
    THREADS_MOST = 256, // one search has at most this many threads
};

// What one answer may cost. 0 means that there is no such limit. A search ends earlier if it knows
// the result of the game, or if there is only one move and time is the only limit. It looks at
// every move once, whatever the limits are: so there always is an answer.
struct limits {
    int64_t time_ns;
    uint64_t nodes; // of all threads together; a search may look at up to 300 more
    int depth;      // how many moves ahead
    int threads;    // 0 means 1; several are faster, but do not give the same answer twice
    bool book;      // @10 and @max may answer from their book of openings, which costs nothing
};

// An answer, and how the player came to it.
struct thought {
    move best;
    int score;  // of the side to move: SCORE_STONE for each stone or, where a game has only
                // winners, up to SCORE_WIN
    bool exact; // the score is proved to the end of the game
    bool book;  // the answer comes from the book of openings
    bool lot;   // the move was drawn by lot, as a weak level does
    int depth;  // how many moves ahead everything was looked at
    uint64_t nodes;
    int64_t time_ns;
    move line[LINE_MOST]; // what both sides should play from here on, `best` first
    int line_length;
};

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
// How `agon bench brains` measures the search of a game: enough for about half a second each.
struct brain_benchmark {
    int depth; // to which positions of the middle of a game are searched
    int late;  // a position so many moves before the end counts as an endgame
};
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
