// What the tools that let two players of a game play each other share: the players' names, pairs of
// games on threads, and what is said about them.
//
// A player is KEY=VALUE,... or "-" for nothing. Keys of all games: nodes, us (microseconds), depth,
// share (percent of the CPU time that the other takes), book (1: answers from its book first, where
// the game has one). Without a limit: `nodes` of struct duel.
// Options of all games: --pairs N, --games N (two for each pair), --plies N, --seed N, --threads N,
// --sprt ELO, --even POINTS, --spread PERCENT (limits of nodes are up to so much higher or lower,
// drawn for each pair, so that players without luck do not always play the same game). Games come
// in pairs that begin with the same --plies moves drawn by lot, seats swapped; with --even those
// are drawn again until a short search finds neither side ahead by more than so much, since
// openings that decide the game tell nothing. The LLR is that of a sequential test of 0 against 10
// Elo: below -2.94 rejected, above 2.94 accepted. With --sprt it is of 0 against ELO, and the duel
// ends as soon as it is decided.
#ifndef AGON_TOOLS_DUEL_H
#define AGON_TOOLS_DUEL_H

#include "brains/search.h"
#include "series.h"

struct duel_player {
    struct limits limits;
    int share;                                                   // percent; 0: only the limits hold
    move (*plain)(const struct duel_player *, const position *); // plays instead of the engine
    void *own;                                                   // the game's: weights, habits
};

struct duel_sums {
    int64_t cpu_ns, moves, nodes, depths;
};

enum { DUEL_POINTS = 5 }; // that a pair can give the first player, in halves: 0 to 4

struct duel {
    const char *tool;  // its name
    const char *usage; // of its own options
    const struct engine *engine;
    const char *variant; // NULL: the usual one
    size_t memory_bytes; // of a player's table
    uint64_t nodes;      // for a move, where a player names no limit
    uint64_t pairs, plies, seed, threads;
    // Reads a key that is the game's own. False: there is none such, or the value is wrong.
    bool (*read_key)(struct duel *d, struct duel_player *p, const char *key, const char *value);
    // The list of keys in a player's name; NULL: there is no such player. NULL: it is the name.
    const char *(*read_name)(struct duel_player *p, const char *name);
    // Prepares the zeroed state of a player for a game; may be NULL.
    void (*sit_down)(void *state, const struct duel_player *p);
    struct duel_player players[SEATS];
    // The duel's own.
    uint64_t games, sprt, even, spread;
    pthread_mutex_t lock; // for all below
    uint64_t next;
    int results[3];          // games that the first player lost, drew, won
    int points[DUEL_POINTS]; // pairs by what they gave it
    struct duel_sums sums[SEATS];
};

// Reads the arguments, with `count` options beside the common ones, and plays. `ready` (may be
// NULL) is called between the options and the players; false: one of the options is wrong. Returns
// the exit status of the tool.
int duel_run(struct duel *d, const struct option *options, size_t count,
    bool (*ready)(struct duel *d), int argc, char **argv);

// Reads a player's name. False: it is wrong, as has been said on stderr.
bool duel_read_player(struct duel *d, struct duel_player *p, const char *name);

// Members of a struct that are ints, by their names.
struct duel_number {
    const char *name;
    size_t at; // offset
};

bool duel_set(
    const struct duel_number *numbers, size_t count, void *to, const char *key, const char *value);

#endif
