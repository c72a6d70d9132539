// How the result of a game is told: a line for people, the lines below it after a fault, and a JSON
// object for programs. Every function appends whole lines.
#ifndef AGON_REPORT_GAME_LINE_H
#define AGON_REPORT_GAME_LINE_H

#include "referee/result.h"
#include "report/played.h"

struct game_line {
    int64_t number;           // of the game, from 1
    const char *names[SEATS]; // of the players, by seat
    const struct result *result;
    const struct played *played; // for JSON only
    int64_t record;              // for JSON only: the number of its record; 0: there is none
};

// "  7  ann  beats    bob  more discs    60 moves   0.012 s". Each name takes `name_columns`, so
// that lines of different players stand below each other.
void game_line_text(struct text *out, const struct game_line *g, int name_columns);

// For a game that was lost by a fault: the message, what was expected and seen, stderr; and where a
// move was refused, the board (drawn in `style`) and some legal moves; `with_slips`: also the slips
// that explain this one.
void game_line_details(
    struct text *out, const struct result *r, bool with_slips, const struct drawing *style);

// docs/json/game.schema.json describes the object.
void game_line_json(struct text *out, const struct game_line *g);

#endif
