// Game of Stones as text and as a drawing: functions of stones_text.c, stones_draw.c and
// stones_picture.c for the row of the game (see struct game), and for its refusals.
#ifndef AGON_GAMES_STONES_TEXT_H
#define AGON_GAMES_STONES_TEXT_H

#include "games/stones.h"

bool stones_parse(position *p, const char *text, struct error *e);
void stones_print(const position *p, struct text *out);
bool stones_parse_move(const position *p, const char *text, move *m, struct error *e);
void stones_print_move(const position *p, move m, struct text *out);
void stones_describe_move(const position *p, move m, struct text *out);
void stones_draw(const position *p, const struct drawing *style, struct text *out);
void stones_picture(const position *p, const struct drawing *style, struct picture *to);

enum { STONES_PLACE_BYTES = 16 };

// Writes the name of a place into `name` and returns it: "D4", "E5" for the hole, or "(8,0)" for
// what is off the board.
const char *stones_place_name(int x, int y, char name[STONES_PLACE_BYTES]);

#endif
