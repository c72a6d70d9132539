// People at the terminal: each sees the board when it is his turn, and types a move or another word
// of person_input.h. Reads from stdin, speaks on stderr.
#ifndef AGON_CLI_HUMAN_H
#define AGON_CLI_HUMAN_H

#include "referee/table.h"

enum { HUMAN_MOVES_KEPT = 1024 };

// A move of the game, and where it was played.
struct human_move {
    position before;
    move move;
    int seat;
    bool forced;
    int64_t took_ns;
};

// One terminal, before which one person sits, or two. It hears of every move; while a person
// thinks, nobody moves, so both threads may look at it.
struct human {
    // To be set before the first game.
    const struct player *players; // of the match
    bool ascii;
    bool recorded; // the games are, so that nothing can be taken back

    // Its own.
    const struct game *game;
    int first; // which player has seat 0
    position position;
    struct human_move moves[HUMAN_MOVES_KEPT]; // the last ones
    int kept, count;                           // how many these are, and how many there were
    int hints;
    bool taken_back; // the game goes on from `position` as a new one
    bool quit;       // no further game is wanted
};

// Makes the player one of the people at this terminal, which outlives it.
void human_seat(struct human *h, struct player *p);

void human_game(struct human *h, const struct fixture *f);
void human_event(struct human *h, const struct table *t, const struct referee_event *event);

// Whether the game that is over was left to go on from `start`.
bool human_takes_back(struct human *h, position *start);

// For struct player; the end of the input gives up.
move human_think(const struct player *player, const struct ask *ask, void **memory);

#endif
