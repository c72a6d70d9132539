// What one asks of a built-in player, and what one gets: limits and a thought.
#ifndef AGON_BRAINS_THOUGHT_H
#define AGON_BRAINS_THOUGHT_H

#include "games/game.h"

enum {
    LEVELS = 10,              // @1 to @10
    LINE_MOST = 32,           // an expected line has at most this many moves
    SCORE_WIN = 30000,        // the score of a win now; a win in n moves is worth n less
    SCORE_STONE = 100,        // the score of one stone, where the game counts stones (Reversi)
    BRAIN_THREADS_MOST = 256, // one search has at most this many threads
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

// How `agon bench brains` measures the search of a game: enough for about half a second each.
struct brain_benchmark {
    int depth; // to which positions of the middle of a game are searched
    int late;  // a position so many moves before the end counts as an endgame
};

#endif
