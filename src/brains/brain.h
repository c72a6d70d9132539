// The built-in players: who they are, and how one of them is asked for a move.
//
// Pure computation that can be stopped at any moment. With the same seed and the same questions,
// and without a limit of time, a player gives the same answers on every machine.
#ifndef AGON_BRAINS_BRAIN_H
#define AGON_BRAINS_BRAIN_H

#include "base/error.h"
#include "games/game.h"

#include <stdatomic.h>

enum {
    LEVELS = 10,        // @1 to @10
    LINE_MOST = 32,     // moves of a line that are kept
    SCORE_WIN = 30000,  // a win now; a win in n moves is worth n less
    SCORE_STONE = 100,  // of one stone, where the game counts stones (Reversi)
    THREADS_MOST = 256, // of one search
};

// What one answer may cost; 0: no such limit. A search that knows the result ends by itself, and so
// does one that has only time as its limit and only one move. Every move is looked at once,
// whatever the limits are: there always is an answer.
struct limits {
    int64_t time_ns;
    uint64_t nodes; // of all threads; fewer than 300 more until the search has come back
    int depth;      // moves ahead
    int threads;    // more than one are faster, but do not give the same answer twice
    bool book;      // a player without weakness may answer from its book, which costs nothing
};

struct thought {
    move best;
    int score;  // for the side to move: SCORE_STONE for each stone or, where a game has only
                // winners, up to SCORE_WIN
    bool exact; // proved to the end of the game: nobody can do better
    bool book;  // not thought of now
    bool lot;   // not thought of at all: a weak level drew it
    int depth;  // to which everything was looked at
    uint64_t nodes;
    int64_t time_ns;
    move line[LINE_MOST]; // what both should play from here, `best` first
    int line_length;
};

struct brain {
    const char *name;    // as typed: "@7"
    const char *summary; // for a list
    int level;           // 1 to LEVELS, BRAIN_MAX, or one of those that do not search
};

enum { BRAIN_MAX = LEVELS + 1, BRAIN_RANDOM = 0, BRAIN_FIRST = -1 };

extern const struct brain brains[];                                // ended by a row without a name
const struct brain *brain_find(const char *name, struct error *e); // NULL: no such player
// False and words: there is no search for this game. Else what the search computes once has been
// computed, so that no game's clock pays for it.
bool brain_plays(const struct brain *b, const struct game *game, struct error *e);
// How `agon bench brains` measures the search of a game: enough for about half a second each.
struct brain_benchmark {
    int depth; // to which positions of the middle of a game are searched
    int late;  // a position so many moves before the end counts as an endgame
};
struct brain_benchmark brain_benchmark(const struct game *game);
// It does not search and remembers nothing: a worker thread is not worth the way there.
bool brain_is_instant(const struct brain *b);
// The move of an instant player in a game that is not over.
move brain_choose(const struct brain *b, const struct game *game, const position *p, uint64_t seed);

// One player in one game: what it remembers from move to move.
struct mind;

// One that is not instant, in a game that it plays. `memory_bytes` is for what it remembers: the
// greatest power of two that fits is taken, at least 64; 0: what suits its level and the limits of
// its first move. NULL: out of memory.
struct mind *mind_create(const struct brain *b, const struct game *game, size_t memory_bytes);
void mind_destroy(struct mind *m); // NULL is fine
void mind_forget(struct mind *m);  // for another game: as if it were new

// The limits apply together with those of the level. Ends soon after `stop` (may be NULL) becomes
// true, with the best move so far. MOVE_NONE: the game is over, or out of memory.
void mind_think(struct mind *m, const position *p, const struct limits *limits, uint64_t seed,
    const atomic_bool *stop, struct thought *out);

#endif
