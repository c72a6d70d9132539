// Many games between two players, on one runner per core; results come in game order.
#ifndef AGON_CLI_MATCH_H
#define AGON_CLI_MATCH_H

#include "arena/record_folder.h"
#include "contest/openings.h"
#include "referee/table.h"
#include "report/played.h"

// A game that has been played.
struct match_game {
    int64_t index; // from 1
    int first;     // the player that had seat 0
    const struct result *result;
    struct played played; // without moves, unless the match keeps them
    int64_t record;       // the number of its record; 0: there is none
};

struct match {
    const struct game *game;
    position start;
    struct openings openings; // of every two games
    struct player players[SEATS];
    struct budget budget;
    int64_t games;
    int64_t concurrency;
    uint64_t seed;
    struct record_folder records;
    bool keeps_moves;

    // Called for one game at a time, in game order.
    void (*report)(void *user, const struct match_game *game);
    // Asked after each report: true ends the match; games that still run are not reported. NULL:
    // all games are played.
    bool (*enough)(void *user);
    // A game is about to begin; may be NULL.
    void (*begins)(void *user, const struct fixture *f);
    // Everything that happens, as it happens; NULL: nobody looks. One call at a time, `begins`
    // included.
    void (*watch)(void *user, struct table *t, const struct referee_event *event);
    // Asked when a game is over; true: it is not reported and played again from `start`, which was
    // set. May be NULL.
    bool (*again)(void *user, position *start);
    // Called inside a signal handler after the first Ctrl-C, which a screen tells in its own words.
    // May be NULL.
    void (*interrupted)(void);
    void *user;

    struct crowd crowd; // filled by match_run
};

// Half points of a player: 2 for a win, 1 for a draw; PAIR_COUNT_VOID for a void game.
int match_half_points(const struct match_game *g, int player);

enum match_end { MATCH_PLAYED, MATCH_INTERRUPTED, MATCH_FAILED };

// The first Ctrl-C came: the running games are finished, no other one begins.
bool match_is_interrupted(void);

// Returns when all is over and nobody is left. MATCH_FAILED: `e` says why.
enum match_end match_run(struct match *m, struct error *e);

#endif
