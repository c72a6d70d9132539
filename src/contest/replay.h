// A stored game played again by the rules: do its moves and its end agree with them?
#ifndef AGON_CONTEST_REPLAY_H
#define AGON_CONTEST_REPLAY_H

#include "games/game.h"

// Where a replay stands.
struct replay {
    const struct game *game;
    position position;
    int64_t plies; // moves played so far, forced ones included
};

// `start` is a position as text. False: it cannot be read.
bool replay_begin(struct replay *r, const struct game *game, const char *start, struct error *e);
// Plays `moves`, separated by single blanks. False: the words name the first that cannot be played,
// and the replay stands before it.
bool replay_moves(struct replay *r, const char *moves, struct error *e);

// How a game is said to have ended. The faults are told apart only as far as the moves can
// contradict them.
enum replay_end {
    REPLAY_WON,           // by the rules
    REPLAY_DRAWN,         // by the rules
    REPLAY_GAVE_UP,       // by the player who was to move
    REPLAY_NEVER_BEGAN,   // a fault before the first move, of either seat
    REPLAY_WRONG_MOVE,    // a fault in a move, so of the seat to move
    REPLAY_WRONG_MESSAGE, // the same; before the first move of either seat
    REPLAY_BROKEN_OFF,    // a fault at any time, of either seat
};

struct replay_claim {
    enum replay_end end;
    int64_t winner, blame; // a seat, or NOBODY
    const char *rule;      // REPLAY_WON and REPLAY_DRAWN: the rule that ended it
    int64_t plies;
};

// Can the game that was replayed have ended like that?
bool replay_check(const struct replay *r, const struct replay_claim *claim, struct error *e);

#endif
