// Plays a stored game again by the rules, and checks that its moves and its end agree with them.
#ifndef AGON_CONTEST_REPLAY_H
#define AGON_CONTEST_REPLAY_H

#include "games/game.h"

// A replay under way.
struct replay {
    const struct game *game;
    position position;
    int64_t plies; // moves played so far, forced ones included
};

// `start` is a position as text. Returns false and fills `e` if it cannot be read.
bool replay_begin(struct replay *r, const struct game *game, const char *start, struct error *e);
// Plays `moves`, which are separated by single blanks. Returns false if one of them cannot be
// played; `e` names it, and the replay stops before it.
bool replay_moves(struct replay *r, const char *moves, struct error *e);

// How a stored game says that it ended. There are only as many kinds of faults as the moves can
// contradict.
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

// True if the game that was replayed can have ended as `claim` says. If not, fills `e`.
bool replay_check(const struct replay *r, const struct replay_claim *claim, struct error *e);

#endif
