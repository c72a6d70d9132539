// Reversi as text and as a drawing: functions of reversi_text.c, reversi_draw.c and
// reversi_picture.c for the row of the game (see struct game), and for its refusals.
#ifndef AGON_GAMES_REVERSI_TEXT_H
#define AGON_GAMES_REVERSI_TEXT_H

#include "games/reversi.h"

bool reversi_parse(position *p, const char *text, struct error *e);
void reversi_print(const position *p, struct text *out);
bool reversi_parse_move(const position *p, const char *text, move *m, struct error *e);
void reversi_print_move(const position *p, move m, struct text *out);
void reversi_print_square(int at, struct text *out); // "d3"
void reversi_describe_move(const position *p, move m, struct text *out);
void reversi_draw(const position *p, const struct drawing *style, struct text *out);
void reversi_picture(const position *p, const struct drawing *style, struct picture *to);

#endif
