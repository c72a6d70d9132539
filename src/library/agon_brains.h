// libagon-brains: the built-in players of agon for programs in any language. It is a library of its
// own, since what the players have learned is larger than all the rules.
//
//     cc mine.c $(pkg-config --cflags --libs agon-brains)
//
// What agon.h says of every function holds here, too, with one exception: a player has memory of
// its own. agon_player_create allocates it, the first agon_player_think may allocate the table for
// its search, and agon_player_destroy frees all of it. Searches with several threads start them and
// end them again. Two threads may not use one player at the same time, except for agon_player_stop.
#ifndef AGON_BRAINS_H
#define AGON_BRAINS_H

#include <agon.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AGON_LINE_MOST = 32,    // an expected line has at most this many actions
    AGON_THREADS_MOST = 256 // one search has at most this many threads
};

struct agon_player;

// What one answer may cost; 0 means that there is no such limit. With nodes or depth and without
// time, one thread gives the same answer on every machine. A player from @1 to @10 has a limit of
// nodes of its own; @max needs at least one of the three here, or agon_player_stop.
struct agon_limits {
    int64_t time_ns;
    uint64_t nodes;
    int32_t depth;        // how many moves ahead
    int32_t threads;      // 0 means 1
    int32_t book;         // 1: @10 and @max may answer from their book of openings
    int32_t reserved_int; // zero
    uint64_t reserved[4]; // zero
};

// An answer, and how the player came to it. @random and @first have only `action` and the line.
struct agon_thought {
    int32_t action;
    int32_t score;     // of the side to move: 100 for a stone in Reversi, up to 30000 for a win
    double value;      // the chance of the side to move: from 0 to 1, a draw counts half
    int32_t has_value; // 0 if the player has not searched: then value is 0.5 and means nothing
    int32_t exact;     // 1: proved to the end of the game
    int32_t book;      // 1: from the book of openings
    int32_t lot;       // 1: drawn by lot, as weak players do
    int32_t depth;     // how many moves ahead everything was looked at
    int32_t line_length;
    uint64_t nodes;
    int64_t time_ns;
    int32_t line[AGON_LINE_MOST]; // what both sides should play from here on, `action` first
    uint64_t reserved[8];         // zero
};

uint32_t agon_brains_abi(void); // AGON_ABI of the library that is loaded

// The players: "@random", "@first", "@1" to "@10", "@max". NULL if there is no such number.
const char *agon_player_name(int number);
const char *agon_player_summary(int number);

// Makes a player for one game. `memory_bytes` is how much the table of its search may take; 0 means
// as much as suits its level. Returns NULL and fills `e`, which may be NULL, if it cannot.
struct agon_player *agon_player_create(
    const char *name, int game, size_t memory_bytes, struct agon_error *e);
void agon_player_destroy(struct agon_player *player); // NULL is allowed
void agon_player_forget(struct agon_player *player);  // makes it as new, for another game

// Finds an action. `limits` may be NULL: none. The seed is for what weak players draw by lot.
int agon_player_think(struct agon_player *player, const struct agon_position *p,
    const struct agon_limits *limits, uint64_t seed, struct agon_thought *out);
// Ends the search that is under way, from any thread: it gives the best answer so far. Does nothing
// if there is none.
void agon_player_stop(struct agon_player *player);

#ifdef __cplusplus
}
#endif

#endif
