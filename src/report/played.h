// The moves of a game as text: where it began, what was played, and where it ended.
#ifndef AGON_REPORT_PLAYED_H
#define AGON_REPORT_PLAYED_H

#include "referee/referee.h"

struct played {
    const struct game *game;
    const position *start;
    const char *moves; // as the game writes them, separated by single blanks
};

// Appends the move of an event to the moves of its game. Other events change nothing.
void played_note(struct text *moves, const struct game *game, const struct referee_event *event);

// Sets `end` to the position after the last move. Returns false if the moves cannot be played from
// that start.
bool played_end(const struct played *p, position *end);

// Appends the keys "start", "played" (a list of moves) and "position" (at the end), each after a
// comma.
void played_json(struct text *out, const struct played *p);

#endif
