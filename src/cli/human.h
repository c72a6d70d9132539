// People who play at the terminal: each sees the board at every turn, and types a move or a command
// of person_input.h. Reads from stdin, prints to stderr. One thread only.
#ifndef AGON_CLI_HUMAN_H
#define AGON_CLI_HUMAN_H

#include "arena/match.h"
#include "cli/person_input.h"

enum { HUMAN_MOVES_KEPT = 1024 };

// A move of the game, and where it was played.
struct human_move {
    position before;
    move move;
    int seat;
    bool forced;
    int64_t took_ns;
};

// One terminal, for one person or for two.
struct human {
    // To be set before the first game.
    const struct player *players; // of the match
    struct match *const *match;   // where answers go
    bool ascii;
    bool recorded; // the games are recorded, so that nothing can be taken back

    // The rest belongs to this module.
    const struct game *game;
    int first; // which player has seat 0
    position position;
    struct human_move moves[HUMAN_MOVES_KEPT]; // the last moves
    int kept, count;                           // the number of moves in the list, and of all moves
    int hints;
    bool taken_back;              // the game goes on from `position` as a new one
    bool quit;                    // no further game is wanted
    bool asked;                   // somebody is to type a move,
    int64_t asked_game, question; // as an answer to this
    char line[PERSON_LINE_BYTES]; // what has been typed of it
    size_t length;
};

void human_event(struct human *h, const struct arena_event *event);

// Reads from stdin what was typed, while `asked`. The end of the input gives up.
void human_read(struct human *h);

#endif
