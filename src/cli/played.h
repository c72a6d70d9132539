// What was played in a game: where it began, its moves as text, and where it ended.
#ifndef AGON_CLI_PLAYED_H
#define AGON_CLI_PLAYED_H

#include "referee/referee.h"

struct played {
    const struct game *game;
    const position *start;
    const char *moves; // as the game writes them, separated by single blanks
};

// Appends the move of an event to the moves of its game; other events change nothing.
void played_note(struct text *moves, const struct game *game, const struct referee_event *event);

// The position after the last move. False: the moves are not those of a game that begins there.
bool played_end(const struct played *p, position *end);

// The keys "start", "played" (a list of moves) and "position" (at the end), each after a comma.
void played_json(struct text *out, const struct played *p);

#endif
